import { Button } from "#app/ui/button.tsx";

/** The buttons of a form of the editor: what it does, and Cancel. */
export function FormButtons({
  action,
  isBusy = false,
  onClose,
}: {
  action: string;
  isBusy?: boolean;
  onClose: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-2 sm:col-span-2">
      <Button type="submit" tone="solid" isBusy={isBusy}>
        {action}
      </Button>
      <Button tone="bare" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}
