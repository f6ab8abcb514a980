/** One JSON line per event on standard output. Never contains mounts or passwords: `tagOf` replaces them. */
import { createHash, randomBytes } from "node:crypto";

type Level = "info" | "warn" | "error";

export function log(event: string, fields: Record<string, unknown> = {}, level: Level = "info"): void {
  process.stdout.write(
    `${JSON.stringify({ at: new Date().toISOString(), level, part: "agent", event, ...fields })}\n`,
  );
}

const salt = randomBytes(16);

/** Four hex digits that distinguish the log lines of one mount from those of others, and reveal nothing else. */
export function tagOf(secret: string): string {
  return createHash("sha256").update(salt).update(secret).digest("hex").slice(0, 4);
}
