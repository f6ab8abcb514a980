import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

const maxBytes = 10_000_000;

/** A log of limited size: at 10 MB it is renamed to `<file>.1`, which replaces the previous one. */
export function openLogFile(file: string): (text: string | Uint8Array) => void {
  mkdirSync(dirname(file), { recursive: true });
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return (text) => {
    if (size > maxBytes) {
      renameSync(file, `${file}.1`);
      size = 0;
    }
    appendFileSync(file, text);
    size += text.length;
  };
}
