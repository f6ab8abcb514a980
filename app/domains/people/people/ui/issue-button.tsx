import { Flag } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { IconButton } from "#app/ui/button.tsx";

const IssueDialog = lazy(() => import("./issue-dialog.tsx"));

/** Opens the actions against someone: report or block. `onBlocked` is called after a block. */
export function IssueButton({
  person,
  onBlocked,
}: {
  person: { id: string; username: string; blocked: boolean };
  onBlocked: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // By now the dialog has released the page; a busy button in it may have lost the focus before.
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <>
      <IconButton ref={button} label="Report or block" aria-haspopup="dialog" onClick={() => setOpen(true)}>
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
