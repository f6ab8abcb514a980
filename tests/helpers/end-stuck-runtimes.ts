import { readdirSync, readFileSync } from "node:fs";
import type { Reporter } from "vitest/reporters";

/** No project of a run needs longer from the end of its last file to the first file of the next, on a busy machine. */
const stuckMs = 180_000;

/**
 * Ends runtimes of this run that do not stop. Miniflare waits for a runtime without a limit, and a runtime with a hung
 * request never answers: the run would not end although all tests are done.
 */
export default class EndStuckRuntimes implements Reporter {
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  onTestModuleStart(): void {
    this.#running += 1;
    clearTimeout(this.#timer);
  }

  onTestModuleEnd(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#timer = setTimeout(endRuntimes, stuckMs).unref();
  }

  onTestRunEnd(): void {
    clearTimeout(this.#timer);
  }
}

/** Ends the runtimes; on systems without `/proc` none. */
function endRuntimes(): void {
  for (const pid of childrenOf(process.pid, "workerd")) {
    process.stderr.write("A runtime did not stop within three minutes of its last test, and was ended.\n");
    process.kill(pid, "SIGKILL");
  }
}

function childrenOf(parent: number, program: string): number[] {
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && isChild(pid, parent, program));
  } catch {
    return [];
  }
}

function isChild(pid: number, parent: number, program: string): boolean {
  try {
    // The name is in parentheses and can contain any character; the state and the parent follow.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const nameEnd = stat.lastIndexOf(")");
    const name = stat.slice(stat.indexOf("(") + 1, nameEnd);
    return name === program && Number(stat.slice(nameEnd + 2).split(" ")[1]) === parent;
  } catch {
    // It has ended meanwhile.
    return false;
  }
}
