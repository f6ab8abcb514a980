/** Watches how much of a processor one child process uses. */
import { readFileSync } from "node:fs";

const everyMs = 5_000;
/** Decoding and encoding one stream takes 3 to 8 % of a core, and four times that while a start burst is processed. */
const maxShare = 0.75;
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/**
 * Calls `onBusy` once the process has used more than three quarters of a core for five seconds. Returns its stop.
 */
export function startCpuWatch(pid: number, onBusy: () => void): () => void {
  let before = cpuMs(pid);
  let at = performance.now();
  const timer = setInterval(() => {
    const used = cpuMs(pid);
    const now = performance.now();
    if (used !== undefined && before !== undefined && used - before > (now - at) * maxShare) {
      clearInterval(timer);
      onBusy();
    }
    before = used;
    at = now;
  }, everyMs);
  return () => clearInterval(timer);
}

/** Processor time the process has used, ms; undefined where it has exited, or on a system without /proc. */
export function cpuMs(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Fields 14 and 15, counted after the name: it is in parentheses and may contain anything. The state is field 3.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}
