import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  /** What is wrong with the value, or null. Announced when it appears. */
  error?: string | null;
  /** A quiet line under the field. */
  hint?: ReactNode;
  /** Something at the end of the input: a state, a button. */
  end?: ReactNode;
}

/** A labelled text input with its message. */
export function Field({ label, error, hint, end, className, ...input }: FieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-14 font-semibold text-ink-2">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? messageId : undefined}
          className={clsx(
            "min-h-11 w-full rounded-control border bg-ground px-3 text-16 text-ink placeholder:text-ink-3",
            "read-only:border-tick read-only:text-ink-2",
            end && "pr-11",
            error ? "border-red" : "border-edge",
          )}
        />
        {end && (
          <span className="absolute inset-y-0 right-0 flex w-11 items-center justify-center">{end}</span>
        )}
      </div>
      <p
        id={messageId}
        aria-live="polite"
        className={clsx("mt-1 min-h-5 text-14", error ? "text-red" : "text-ink-3")}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
