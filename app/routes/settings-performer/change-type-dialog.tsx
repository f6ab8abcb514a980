import { ConfirmDialog } from "#app/ui/dialog.tsx";

/** Asks before a DJ becomes a musician, or vice versa. The default export of its own chunk. */
export default function ChangeTypeDialog({
  from,
  isBusy,
  onConfirm,
  onClose,
}: {
  from: "dj" | "musician";
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const to = from === "dj" ? "musician" : "DJ";
  return (
    <ConfirmDialog
      title="Change profile type?"
      action={`Become a ${to}`}
      tone="solid"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        Your profile, dashboard, title and badges will show you as a {to}. Your sets, followers, mount and
        awards stay the same, and you can change back at any time.
      </p>
    </ConfirmDialog>
  );
}
