import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/** A tenth of what others get where all want all of it: what gives way does not stand still. */
const lowPriority = 10;

/**
 * Lowers the priority of a detached child process and of all that it starts.
 *
 * Linux shares the processor between sessions first (CONFIG_SCHED_AUTOGROUP), and a detached child leads a session of
 * its own: its priority alone would only order the processes within that session.
 */
export function giveWay(pid: number): void {
  setPriority(pid, lowPriority);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(lowPriority));
  } catch {
    // This system does not group by session, or has no /proc.
  }
}
