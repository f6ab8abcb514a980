import { Flag } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "#app/ui/button.tsx";

const IssueDialog = lazy(() => import("./issue-dialog.tsx"));

/** Opens what can be done about somebody: report or block. `onBlocked` once they are. */
export function IssueButton({
  person,
  onBlocked,
}: {
  person: { id: string; username: string; blocked: boolean };
  onBlocked: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Report or block" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Flag aria-hidden="true" className="size-5" />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <IssueDialog person={person} onBlocked={onBlocked} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
