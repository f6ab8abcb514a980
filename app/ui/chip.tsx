import clsx from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";

/** An item that was chosen or typed in a field, with a button to remove it. `start` is shown before its name. */
export function Chip({
  name,
  start,
  isDisabled = false,
  onRemove,
}: {
  name: string;
  start?: ReactNode;
  isDisabled?: boolean;
  onRemove: () => void;
}) {
  return (
    <li className={clsx("flex max-w-full items-center rounded-control bg-control text-14", start && "pl-1")}>
      {start}
      <span dir="auto" className={clsx("min-w-0 truncate py-1.5", start ? "pl-2" : "pl-2.5")}>
        {name}
      </span>
      <button
        type="button"
        disabled={isDisabled}
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="flex size-8 shrink-0 items-center justify-center text-ink-3 hover:text-ink disabled:text-tick"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}
