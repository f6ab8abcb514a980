import clsx from "clsx";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { Chip } from "./chip.tsx";
import { FieldFrame, type FieldFrameProps, fieldBorder } from "./field-frame.tsx";
import { tagSeparators, withTags } from "./tags.ts";

/**
 * Tags as chips. Tab, Enter, a comma, and leaving the field commit the typed text, so that no input is lost; Backspace
 * in the empty field removes the last one.
 */
export function TagField({
  label,
  tags,
  onChange,
  max,
  maxLength,
  hint,
  error,
  isDisabled = false,
  className,
}: FieldFrameProps & {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  max: number;
  maxLength: number;
  isDisabled?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [news, setNews] = useState("");
  const isFull = tags.length >= max;

  const add = (texts: readonly string[]) => {
    const next = withTags(tags, texts, { max, maxLength });
    setTyped("");
    if (next.length === tags.length) return;
    onChange(next);
    setNews(`${next.slice(tags.length).join(", ")} added, ${next.length} of ${max}`);
  };
  const remove = (tag: string) => {
    onChange(tags.filter((each) => each !== tag));
    setNews(`${tag} removed, ${tags.length - 1} of ${max}`);
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter and Tab choose a word.
    if (event.nativeEvent.isComposing) return;
    const last = tags.at(-1);
    if (event.key === "Backspace" && typed === "" && last !== undefined) {
      event.preventDefault();
      remove(last);
    } else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey && typed.trim() !== "")) {
      // In an empty field Tab moves to the next one; Enter never submits the form from here.
      event.preventDefault();
      add([typed]);
    }
  };
  const onType = (text: string) => {
    if (!tagSeparators.test(text)) {
      setTyped(text);
      return;
    }
    const parts = text.split(tagSeparators);
    const rest = parts.pop() ?? "";
    add(parts);
    setTyped(rest.trimStart());
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!tagSeparators.test(text)) return;
    event.preventDefault();
    add(`${typed}${text}`.split(tagSeparators));
  };

  return (
    <FieldFrame label={label} error={error} hint={hint} className={className}>
      {(control) => (
        <div
          className={clsx(
            "flex min-h-11 flex-wrap items-center gap-1.5 rounded-control border bg-ground p-1.5",
            "focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink",
            isDisabled && !error ? "border-tick" : fieldBorder(Boolean(error)),
          )}
        >
          {tags.length > 0 && (
            <ul className="contents">
              {tags.map((tag) => (
                <Chip key={tag} name={tag} isDisabled={isDisabled} onRemove={() => remove(tag)} />
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={input}
            dir="auto"
            value={typed}
            readOnly={isFull}
            disabled={isDisabled}
            maxLength={maxLength + 1}
            autoComplete="off"
            enterKeyHint="done"
            placeholder={isFull ? `${max} of ${max}` : undefined}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => add([typed])}
            className="tabular min-h-8 w-24 grow bg-transparent px-1.5 text-16 text-ink outline-none placeholder:text-ink-3"
          />
          <output className="sr-only">{news}</output>
        </div>
      )}
    </FieldFrame>
  );
}
