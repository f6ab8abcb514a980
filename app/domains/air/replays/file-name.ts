/** The name that a replay's sound has once it is kept as a file, with its extension. */
import type { TapeFile } from "./tape-index.ts";

/** Browsers replace these when they save a file: the CUE sheet beside it must name the file as it is then. */
const unsaved = /["*/:<>?\\|\p{Cc}]/gu;

/** `Performer - Set.mp3`; once where both are the same. */
export function soundFileName(
  { performer, name }: { performer: string | null; name: string },
  file: TapeFile,
): string {
  const parts = [...new Set([performer, name])].filter(Boolean);
  return `${parts.join(" - ").toWellFormed().replace(unsaved, "_")}.${file}`;
}
