import { chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Bits that let a file's group or anyone else in. */
const othersBits = 0o077;

/**
 * Makes the folder where it is missing and closes it, with all that is in it, to every other account. What this
 * process and those that it starts create from now on is closed from its first moment.
 */
export function closeStateFolder(folder: string): void {
  process.umask(othersBits);
  mkdirSync(folder, { recursive: true });
  close(folder);
}

function close(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // A link has no mode of its own, and what it leads to may be anything.
  if (stat === undefined || stat.isSymbolicLink()) return;
  if ((stat.mode & othersBits) !== 0) chmodSync(path, stat.mode & 0o700);
  if (stat.isDirectory()) for (const entry of entriesOf(path)) close(join(path, entry.name));
}

/** Empty where the folder is gone: a copy that was killed may still be ending. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
