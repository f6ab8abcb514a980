/** A handle on the process that the packets come from. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { SourceOptions } from "./source-process.ts";

const program = fileURLToPath(new URL("source-process.ts", import.meta.url));

export class Source {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(options: SourceOptions): Promise<Source> {
    const child = fork(program, [JSON.stringify(options)], { execArgv: [] });
    const [outcome] = (await Promise.race([once(child, "message"), once(child, "exit")])) as unknown[];
    if (typeof outcome !== "object" || outcome === null)
      throw new Error("The source of the load did not start.");
    return new Source(child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async end(): Promise<void> {
    if (!this.isRunning) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }
}
