import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

/** The counter is read out only from here on: not at every letter. */
const announcedFrom = 20;

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "value"> {
  label: string;
  value: string;
  /** The most characters that can be kept. What is longer stays in the field, and the counter says by how much. */
  limit?: number;
  error?: string | null;
  hint?: ReactNode;
}

/** A labelled field of several lines that grows with its text. */
export function TextArea({ label, value, limit, error, hint, rows = 4, className, ...rest }: TextAreaProps) {
  const id = useId();
  const left = limit === undefined ? Number.POSITIVE_INFINITY : limit - value.length;
  const isTooLong = left < 0;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-14 font-semibold text-ink-2">
        {label}
      </label>
      <textarea
        dir="auto"
        {...rest}
        id={id}
        value={value}
        rows={rows}
        aria-invalid={error || isTooLong ? true : undefined}
        aria-describedby={clsx(`${id}-message`, limit !== undefined && `${id}-left`)}
        className={clsx(
          "block max-h-[60vh] w-full resize-y rounded-control border bg-ground px-3 py-2.5 text-16 text-ink [field-sizing:content] placeholder:text-ink-3 disabled:border-tick disabled:text-ink-3",
          error || isTooLong ? "border-red" : "border-edge",
        )}
        // The height without a text; it grows from there where the browser can.
        style={{ minHeight: `${rows * 1.5 + 1.375}rem` }}
      />
      <div className="mt-1 flex min-h-5 gap-4 text-14">
        <p
          id={`${id}-message`}
          aria-live="polite"
          className={clsx("min-w-0 grow", error ? "text-red" : "text-ink-3")}
        >
          {error ?? hint}
        </p>
        {limit !== undefined && (
          <p
            id={`${id}-left`}
            aria-live={left <= announcedFrom ? "polite" : "off"}
            className={clsx("tabular shrink-0", isTooLong ? "text-red" : "text-ink-3")}
          >
            {isTooLong ? `${-left} too many` : `${left} left`}
          </p>
        )}
      </div>
    </div>
  );
}
