import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Thrown by `takeLock` when a living process holds it. */
export class LockHeld extends Error {
  readonly pid: number;
  constructor(file: string, pid: number) {
    super(`${file} is held by process ${pid}`);
    this.pid = pid;
  }
}

/**
 * Takes an exclusive lock: a file with the holder's process id. The lock of a process that has ended is taken over.
 * @returns a function that releases the lock; it is also released when this process exits.
 * @throws LockHeld
 */
export function takeLock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      const pid = holderOf(file);
      if (pid !== undefined && pid !== process.pid && isAlive(pid)) throw new LockHeld(file, pid);
      rmSync(file, { force: true });
    }
  }
  const release = () => {
    if (holderOf(file) === process.pid) rmSync(file, { force: true });
    process.off("exit", release);
  };
  process.on("exit", release);
  return release;
}

/** Takes a lock like `takeLock`, but waits until the holder releases it. */
export async function waitForLock(file: string): Promise<() => void> {
  for (;;) {
    try {
      return takeLock(file);
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error;
      await sleep(100);
    }
  }
}

function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is running, but belongs to someone else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
