import { ChevronDown } from "lucide-react";
import { FieldFrame } from "./field-frame.tsx";

/** A labelled choice from a list, with the browser's own menu, which works well on phones and touch screens. */
export function Select({
  label,
  value,
  options,
  isDisabled,
  onChange,
  className,
}: {
  label: string;
  value: string;
  options: readonly { value: string; words: string }[];
  isDisabled?: boolean;
  onChange: (value: string) => void;
  className?: string;
}) {
  return (
    <FieldFrame label={label} className={className} hasMessage={false}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            value={value}
            disabled={isDisabled}
            onChange={(event) => onChange(event.target.value)}
            className="tabular min-h-11 w-full appearance-none rounded-control border border-edge bg-ground pr-9 pl-3 text-16 text-ink disabled:border-tick disabled:text-ink-3"
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} className="bg-raised text-ink">
                {option.words}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-3 right-2.5 size-5 text-ink-3"
          />
        </div>
      )}
    </FieldFrame>
  );
}
