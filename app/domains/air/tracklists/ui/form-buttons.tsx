import { Button } from "#app/ui/button.tsx";

/** The buttons of a form of the editor: what it does, and Cancel where it can be closed. */
export function FormButtons({
  action,
  isBusy = false,
  onClose,
}: {
  action: string;
  isBusy?: boolean;
  onClose?: (() => void) | undefined;
}) {
  return (
    <div className="flex flex-wrap gap-2 sm:col-span-2">
      <Button type="submit" tone="solid" isBusy={isBusy}>
        {action}
      </Button>
      {onClose && (
        <Button tone="bare" onClick={onClose}>
          Cancel
        </Button>
      )}
    </div>
  );
}
