import clsx from "clsx";
import { type ComponentProps, useId } from "react";
import { FieldFrame, type FieldFrameProps, fieldBorder } from "./field-frame.tsx";
import { charactersOf } from "./number.ts";

/** Number of characters left from which the counter is announced: not at every letter. */
const announcedFrom = 20;

type TextAreaProps = Omit<ComponentProps<"textarea">, "value"> &
  FieldFrameProps & {
    value: string;
    /** The maximum number of characters. Longer text stays in the field, and the counter shows by how much. */
    limit?: number;
    /** Number of characters left, where they are not counted as here; negative: too many. */
    left?: number;
  };

/** A labelled multi-line field that grows with its text. */
export function TextArea({
  label,
  value,
  limit = Number.POSITIVE_INFINITY,
  left = limit - value.length,
  error,
  hint,
  rows = 4,
  className,
  ...rest
}: TextAreaProps) {
  const counterId = useId();
  const isTooLong = left < 0;
  const counter = Number.isFinite(left) && {
    id: counterId,
    content: (
      <p
        id={counterId}
        aria-live={left <= announcedFrom ? "polite" : "off"}
        className={clsx("tabular shrink-0", isTooLong ? "text-red" : "text-ink-3")}
      >
        {isTooLong ? `${charactersOf(-left)} too many` : `${charactersOf(left)} left`}
      </p>
    ),
  };
  return (
    <FieldFrame label={label} error={error} hint={hint} className={className} end={counter || undefined}>
      {(control) => (
        <textarea
          dir="auto"
          {...rest}
          {...control}
          value={value}
          rows={rows}
          aria-invalid={error || isTooLong ? true : undefined}
          className={clsx(
            "block max-h-[60vh] w-full resize-y rounded-control border bg-ground px-3 py-2.5 text-16 text-ink [field-sizing:content] placeholder:text-ink-3 disabled:border-tick disabled:text-ink-3",
            fieldBorder(Boolean(error) || isTooLong),
          )}
          // The height without text; it grows from there where the browser supports it.
          style={{ minHeight: `${rows * 1.5 + 1.375}rem` }}
        />
      )}
    </FieldFrame>
  );
}
