import clsx from "clsx";
import { FileUp, X } from "lucide-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";

export interface OpenedFile {
  name: string;
  text: string;
  /** The reason why it cannot be checked, in words. */
  problem?: string;
}

/** Maximum size, about 150,000 entries. */
const maxBytes = 64 * 1024 * 1024;
const tooLarge = "This file is larger than 64 MB. The site's operators can check it with a command.";
const unreadable = "This file could not be read. Please choose it again.";

async function open(file: File): Promise<OpenedFile> {
  const { name } = file;
  if (file.size > maxBytes) return { name, text: "", problem: tooLarge };
  try {
    return { name, text: await file.text() };
  } catch {
    return { name, text: "", problem: unreadable };
  }
}

/** A file to choose or to drop, and its name. */
export function FileSlot({
  label,
  action,
  hint,
  file,
  onFile,
}: {
  label: string;
  /** The label of the button. */
  action: string;
  hint: string;
  file: OpenedFile | null;
  onFile: (file: OpenedFile | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const hintId = useId();
  const take = async (given: File | undefined) => {
    if (given !== undefined) onFile(await open(given));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    // Dropping is a shorter way to what the button does.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx("rounded-control", isOver && "outline-2 outline-offset-4 outline-ink")}
    >
      <h3 className="mb-2 text-14 font-semibold text-ink-2">{label}</h3>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          icon={<FileUp aria-hidden="true" className="size-4" />}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {action}
        </Button>
        {file !== null && (
          <span className="flex min-w-0 items-center">
            <bdi className="min-w-0 text-14 break-all text-ink">{file.name}</bdi>
            <IconButton label={`Remove ${file.name}`} onClick={() => onFile(null)}>
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </span>
        )}
      </div>
      <p id={hintId} className="mt-1 text-14 text-ink-3">
        {hint}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={action}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // Allows the same file to be chosen again.
          event.target.value = "";
        }}
      />
    </div>
  );
}
