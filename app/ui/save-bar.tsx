import clsx from "clsx";
import { Button } from "./button.tsx";
import { Lamp } from "./lamp.tsx";

/**
 * Shows the save bar at the foot of a form: amber and always visible above the player while there are unsaved changes.
 * Inside the `<form>` that it submits.
 */
export function SaveBar({
  action,
  isDirty,
  isBusy,
  onDiscard,
  leave,
  problem,
}: {
  action: string;
  isDirty: boolean;
  isBusy: boolean;
  onDiscard: () => void;
  /** The label of discarding where it also leaves the form: then it is possible without changes too. */
  leave?: string;
  /** The reason why it cannot be saved now, or null. */
  problem?: string | null;
}) {
  return (
    <div
      className={clsx(
        "-mx-4 mt-6 flex flex-wrap items-center gap-x-3 border-t border-tick bg-ground px-4 py-3 sm:mx-0 sm:px-0",
        isDirty && "sticky bottom-(--bar) z-10",
      )}
    >
      <output className="flex min-h-11 min-w-0 grow items-center gap-2 text-14 text-ink-2">
        <Lamp tone={problem ? "red" : isDirty ? "amber" : "off"} />
        {problem ?? (isDirty ? "Not saved yet" : "Nothing to save")}
      </output>
      <div className="ml-auto flex flex-wrap gap-x-3">
        <Button
          tone="bare"
          disabled={isBusy}
          onClick={onDiscard}
          className={clsx(!isDirty && leave === undefined && "invisible")}
        >
          {leave ?? "Discard"}
        </Button>
        <Button type="submit" tone="solid" isBusy={isBusy} disabled={!isDirty || problem != null}>
          {action}
        </Button>
      </div>
    </div>
  );
}
