import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Secrets } from "../../instance/secrets.ts";
import type { Settings } from "../../settings.ts";
import { openLogFile } from "../../supervise/log-file.ts";

/**
 * Starts recording the finished sets of the demo, of those that have no sound yet, in a process of its own. It ends with
 * this process, and continues at the next start.
 */
export function startRecording(settings: Settings, secrets: Secrets): void {
  const log = openLogFile(join(settings.state, "logs", "past-sets.log"));
  const leash = join(import.meta.dirname, "../../supervise/leash.ts");
  const child = spawn(process.execPath, ["--import", leash, join(import.meta.dirname, "record.ts")], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, CUE_OPERATOR_KEY: secrets.operatorKey },
  });
  child.stdin.on("error", () => {});
  child.stdout.on("data", log);
  child.stderr.on("data", log);
  child.once("error", (error) => log(`${String(error)}\n`));
}
