import type { ReactNode } from "react";

/** One of a few choices in words, in a `fieldset`. */
export function RadioChoice({
  name,
  isChosen,
  onChoose,
  children,
}: {
  /** The name of the group, of which one is chosen. */
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 border-t border-tick text-16 text-ink">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 accent-ink"
      />
      <span>{children}</span>
    </label>
  );
}
