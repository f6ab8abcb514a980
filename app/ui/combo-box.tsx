import clsx from "clsx";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { BusyTicks } from "./button.tsx";
import { FieldFrame, type FieldFrameProps, fieldBorder } from "./field-frame.tsx";
import { wordFor } from "./number.ts";

export interface ComboOption {
  id: string;
  /** The text of the field after it is chosen. */
  label: string;
}

/**
 * A text field with suggestions, by the APG combobox pattern: the focus stays in the field, arrows move through the
 * list, Enter chooses, Escape closes the list without clearing the field. Free text is allowed: the typed text is the
 * value.
 *
 * Written by hand, because that of react-aria-components adds 43 kB (compressed) to a page that already has its dialog.
 */
export function ComboBox({
  label,
  value,
  options,
  onType,
  onChoose,
  isBusy = false,
  error,
  hint,
  className,
  placeholder,
  maxLength,
  input,
}: FieldFrameProps & {
  value: string;
  /** Options for the typed text; empty where there is nothing to suggest. */
  options: readonly ComboOption[];
  onType: (text: string) => void;
  onChoose: (option: ComboOption) => void;
  /** Suggestions are being loaded. */
  isBusy?: boolean;
  placeholder?: string;
  maxLength?: number;
  input?: Pick<ComponentProps<"input">, "spellCheck" | "autoCapitalize" | "autoCorrect" | "onPaste">;
}) {
  const [isWanted, setWanted] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const isOpen = isWanted && options.length > 0;
  const activeIndex = isOpen ? options.findIndex((option) => option.id === active) : -1;

  const close = () => {
    setWanted(false);
    setActive(null);
  };
  const choose = (option: ComboOption) => {
    onChoose(option);
    close();
  };
  const walk = (step: 1 | -1) => {
    setWanted(true);
    const start = activeIndex === -1 && step === -1 ? options.length : activeIndex;
    setActive(options[(start + step + options.length) % options.length]?.id ?? null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const option = options[activeIndex];
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && options.length > 0) {
      event.preventDefault();
      walk(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && option) {
      event.preventDefault();
      choose(option);
    } else if (event.key === "Escape" && isOpen) {
      // The first Escape only closes the list.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return (
    <FieldFrame label={label} error={error} hint={hint} className={className}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            role="combobox"
            dir="auto"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={`${control.id}-list`}
            aria-activedescendant={activeIndex >= 0 ? `${control.id}-${activeIndex}` : undefined}
            value={value}
            placeholder={placeholder}
            maxLength={maxLength}
            onChange={(event) => {
              onType(event.target.value);
              setWanted(true);
              setActive(null);
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
            className={clsx(
              "min-h-11 w-full rounded-control border bg-ground px-3 pr-11 text-16 text-ink placeholder:text-ink-3",
              fieldBorder(Boolean(error)),
            )}
          />
          {isBusy && (
            <span className="pointer-events-none absolute inset-y-0 right-0 flex w-11 items-center justify-center text-ink-3">
              <BusyTicks />
            </span>
          )}
          {/* A datalist can be neither styled nor asked what it shows. */}
          <div
            id={`${control.id}-list`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
            role="listbox"
            aria-label="Suggestions"
            hidden={!isOpen}
            // The list of a field at the foot of a page would be hidden behind other elements.
            ref={isOpen ? bringIntoView : undefined}
            className="scroll-mb-44 absolute inset-x-0 top-full z-20 max-h-72 overflow-y-auto border border-t-0 border-edge bg-raised"
          >
            {isOpen &&
              options.map((option, index) => (
                // The keys are the field's, by aria-activedescendant.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={option.id}
                  id={`${control.id}-${index}`}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === activeIndex}
                  ref={index === activeIndex ? bringIntoView : undefined}
                  // Before the field loses the focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                  onPointerMove={() => setActive(option.id)}
                  className={clsx(
                    "flex min-h-11 cursor-pointer items-center px-3 py-2 text-16",
                    index === activeIndex ? "bg-control text-ink" : "text-ink-2",
                  )}
                >
                  <span dir="auto">{option.label}</span>
                </div>
              ))}
          </div>
          <output className="sr-only">
            {isOpen && `${options.length} ${wordFor(options.length, "suggestion", "suggestions")}`}
          </output>
        </div>
      )}
    </FieldFrame>
  );
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
