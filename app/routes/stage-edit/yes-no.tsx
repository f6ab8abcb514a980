import clsx from "clsx";
import { useId } from "react";

/** A Yes or No question of a form, saved with the rest of it. */
export function YesNo({
  label,
  description,
  value,
  onChange,
}: {
  label: string;
  description: string;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-description`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 py-3"
    >
      <div className="min-w-0">
        <span id={`${id}-label`} className="block text-16">
          {label}
        </span>
        <span id={`${id}-description`} className="mt-0.5 block max-w-[60ch] text-14 text-ink-3">
          {description}
        </span>
      </div>
      <div className="flex">
        <Choice group={id} word="Yes" isChosen={value} onChoose={() => onChange(true)} />
        <Choice group={id} word="No" isChosen={!value} onChoose={() => onChange(false)} />
      </div>
    </div>
  );
}

function Choice({
  group,
  word,
  isChosen,
  onChoose,
}: {
  group: string;
  word: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label
      className={clsx(
        "flex min-h-11 min-w-14 cursor-pointer items-center justify-center border px-3 text-14 font-semibold transition-colors",
        "first:rounded-l-control last:-ml-px last:rounded-r-control",
        "has-focus-visible:z-10 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink",
        isChosen ? "border-ink bg-ink text-ground" : "border-edge text-ink-2 hover:bg-control",
      )}
    >
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} className="sr-only" />
      {word}
    </label>
  );
}
