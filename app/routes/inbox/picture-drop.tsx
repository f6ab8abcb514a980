import clsx from "clsx";
import { type DragEvent, type ReactNode, useState } from "react";

/** Accepts files that are dropped on it: a shortcut for a button. */
export function PictureDrop({ onDrop, children }: { onDrop: (file: File) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onDrop(file);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div
      className={clsx("flex min-h-0 grow flex-col", isOver && "outline-2 -outline-offset-4 outline-ink")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
