import clsx from "clsx";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "#app/ui/button.tsx";
import { CharactersLeft } from "#app/ui/talk/characters-left.tsx";
import { cleanLine, textLength } from "../../../text/clean.ts";
import { stageLimits } from "../../contract/stages.ts";
import { MentionList, mentionOptionId } from "./mention-list.tsx";
import { completeMention, mentionAt } from "./mentions.ts";

const longest = stageLimits.messageLength - 1;

/**
 * The message field. Enter sends; text that is too long stays and shows by how much, and so does text during slow mode.
 * An "@" offers names.
 */
export function Composer({
  draft,
  names,
  note,
  wait,
  onDraft,
  onSend,
  ref,
}: {
  draft: string;
  /** People who can be mentioned, the likeliest first. */
  names: readonly string[];
  /** What to know before writing, or null. */
  note: string | null;
  /** The remaining time of slow mode, in words; null where it does not apply. */
  wait: string | null;
  onDraft: (draft: string) => void;
  onSend: (text: string) => void;
  ref: RefObject<HTMLTextAreaElement | null>;
}) {
  const id = useId();
  const listId = `${id}-names`;
  const text = cleanLine(draft);
  const length = textLength(text);
  const canSend = length > 0 && length <= longest && wait === null;
  // Read out on an attempt, and not with each second of the countdown.
  const [told, setTold] = useState("");
  const send = () => {
    setTold(wait ?? "");
    if (canSend) onSend(text);
  };

  // The caret counts only while typing: a click elsewhere in the text offers nothing.
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const mention = caret === null ? null : mentionAt(draft, caret, names);
  const chosen = mention && Math.min(active, mention.names.length - 1);
  const complete = (name: string) => {
    if (mention === null || caret === null) return;
    const after = completeMention(draft, caret, mention, name);
    flushSync(() => {
      onDraft(after.draft);
      setCaret(null);
    });
    ref.current?.focus();
    ref.current?.setSelectionRange(after.caret, after.caret);
  };

  /** True where the key was for the list of names. */
  const onMentionKey = (key: string): boolean => {
    if (mention === null || chosen === null) return false;
    const count = mention.names.length;
    const name = mention.names[chosen];
    if (key === "ArrowDown") setActive((chosen + 1) % count);
    else if (key === "ArrowUp") setActive((chosen + count - 1) % count);
    else if (key === "Escape") setCaret(null);
    else if ((key === "Enter" || key === "Tab") && name !== undefined) complete(name);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word.
    if (event.nativeEvent.isComposing || event.shiftKey) return;
    if (onMentionKey(event.key)) {
      event.preventDefault();
      // Escape closes the list, and not the sheet that contains it.
      event.stopPropagation();
    } else if (event.key === "Enter") {
      event.preventDefault();
      send();
    }
  };

  return (
    <div data-composer="" className="relative border-t border-tick px-3 pt-3 pb-2">
      {mention && chosen !== null && (
        <MentionList id={listId} names={mention.names} chosen={chosen} onChoose={complete} />
      )}
      {note && (
        <p id={`${id}-note`} className={clsx("tabular mb-2 text-12", wait ? "text-amber" : "text-ink-3")}>
          {note}
        </p>
      )}
      <output className="sr-only">{told}</output>
      <div className="flex items-end gap-2">
        <textarea
          ref={ref}
          rows={1}
          value={draft}
          aria-label="Message"
          aria-describedby={`${id}-note ${id}-counter`}
          aria-controls={mention ? listId : undefined}
          aria-activedescendant={chosen === null ? undefined : mentionOptionId(listId, chosen)}
          aria-autocomplete="list"
          placeholder="Say something"
          enterKeyHint="send"
          onChange={(event) => {
            setCaret(event.target.selectionStart);
            setActive(0);
            onDraft(event.target.value);
          }}
          onBlur={() => setCaret(null)}
          onKeyDown={onKeyDown}
          className="max-h-32 min-h-11 grow resize-none rounded-control border border-edge bg-ground px-3 py-2.5 text-16 [field-sizing:content] placeholder:text-ink-3"
        />
        <IconButton label="Send" tone="quiet" disabled={!canSend} onClick={send}>
          <SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </IconButton>
      </div>
      <CharactersLeft id={`${id}-counter`} length={length} longest={longest} />
    </div>
  );
}
