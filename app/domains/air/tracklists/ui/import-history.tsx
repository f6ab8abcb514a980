import { FileUp } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { ImportedView } from "../contract/tracklists.ts";
import type { ImportedSet } from "./prepare-import.ts";

const ImportDialog = lazyDialog(() => import("./import-history-dialog.tsx"));

/**
 * Shows a button for the performer of a set that was or is on air: opens the dialog that reads a history file and lays
 * it onto the set.
 */
export function ImportHistoryButton({
  set,
  onImported,
}: {
  set: ImportedSet;
  onImported: (imported: ImportedView) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<FileUp aria-hidden="true" className="size-4" />} onClick={() => setOpen(true)}>
        Add Your History File
      </Button>
      {isOpen && <ImportDialog set={set} onImported={onImported} onClose={() => setOpen(false)} />}
    </>
  );
}
