import { spawn } from "node:child_process";
import { join } from "node:path";
import { StepError } from "../progress.ts";
import type { Settings } from "../settings.ts";
import { isRendered } from "./music-folder.ts";

/**
 * Renders the demo set in a separate process, unless the state folder already has it.
 * @returns a few words on what was done
 */
export async function renderDemoMusic(settings: Settings): Promise<string> {
  if (isRendered(settings.state)) return "there already";
  const child = spawn(process.execPath, [join(import.meta.dirname, "render.ts")], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, CUE_STATE: settings.state },
  });
  process.once("exit", () => child.kill());
  const complaints: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
  const code = await new Promise<number | null>((done, failed) =>
    child.once("error", failed).once("close", done),
  );
  if (code !== 0) throw new StepError(`The demo's music failed: ${Buffer.concat(complaints).toString()}`);
  return "6 songs";
}
