import clsx from "clsx";
import { type ReactNode, useId } from "react";

/** The options of every field around its control. */
export interface FieldFrameProps {
  label: string;
  /** The error of the value, or null. Announced when it appears. */
  error?: string | null;
  /** A hint below the field. */
  hint?: ReactNode;
  className?: string;
}

/** The attributes that connect a control with the name and description in its frame. */
export interface FramedControl {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A field's border, red where it has an error. */
export const fieldBorder = (isWrong: boolean) => (isWrong ? "border-red" : "border-edge");

/** A control with its label above and its message below. */
export function FieldFrame({
  label,
  error,
  hint,
  className,
  hasMessage = true,
  end,
  children,
}: FieldFrameProps & {
  /** False where the value cannot be wrong: no space is kept for a message. */
  hasMessage?: boolean;
  /** Shown at the end of the message's line: a counter. `id` describes the control. */
  end?: { id: string; content: ReactNode };
  children: (control: FramedControl) => ReactNode;
}) {
  const id = useId();
  const messageId = `${id}-message`;
  const describedBy = clsx((error || hint) && messageId, end?.id);
  return (
    <div className={clsx("min-w-0", className)}>
      <label htmlFor={id} className="mb-1 block text-14 font-semibold text-ink-2">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {hasMessage && (
        <div className="mt-1 flex min-h-5 gap-4 text-14">
          <p
            id={messageId}
            aria-live="polite"
            className={clsx("min-w-0 grow", error ? "text-red" : "text-ink-3")}
          >
            {error ?? hint}
          </p>
          {end?.content}
        </div>
      )}
    </div>
  );
}
