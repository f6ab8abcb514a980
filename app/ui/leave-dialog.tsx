import { ConfirmDialog } from "./dialog.tsx";

export interface LeaveTexts {
  title: string;
  action: string;
  text: string;
}

const unsaved: LeaveTexts = {
  title: "Leave without saving?",
  action: "Leave Without Saving",
  text: "Your changes on this page have not been saved.",
};

/** Asks before unsaved changes are lost. The default export of its own chunk. */
export default function LeaveDialog({
  words = unsaved,
  onLeave,
  onStay,
}: {
  words?: LeaveTexts;
  onLeave: () => void;
  onStay: () => void;
}) {
  return (
    <ConfirmDialog
      title={words.title}
      action={words.action}
      cancel="Stay Here"
      onConfirm={onLeave}
      onClose={onStay}
    >
      <p>{words.text}</p>
    </ConfirmDialog>
  );
}
