import { chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Permission bits of a file's group and of others. */
const othersBits = 0o077;

/**
 * Creates the folder where it is missing, and removes all access of other accounts to it and everything in it. Files
 * that this process and its children create from now on are closed from the start.
 */
export function closeStateFolder(folder: string): void {
  process.umask(othersBits);
  mkdirSync(folder, { recursive: true });
  close(folder);
}

function close(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // A link has no mode of its own, and its target may be anything.
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
