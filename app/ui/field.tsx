import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { FieldFrame, type FieldFrameProps, fieldBorder } from "./field-frame.tsx";

type FieldProps = ComponentProps<"input"> &
  FieldFrameProps & {
    /** Shown at the end of the input: a state, a button. */
    end?: ReactNode;
  };

/** A labelled text input with its message. */
export function Field({ label, error, hint, end, className, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} className={className}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            className={clsx(
              "min-h-11 w-full rounded-control border bg-ground px-3 text-16 text-ink placeholder:text-ink-3",
              "read-only:border-tick read-only:text-ink-2",
              end && "pr-11",
              fieldBorder(Boolean(error)),
            )}
          />
          {end && (
            <span className="absolute inset-y-0 right-0 flex w-11 items-center justify-center">{end}</span>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
