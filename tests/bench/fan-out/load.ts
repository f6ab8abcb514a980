/** A handle on the processes that listen. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Histogram } from "../statistics.ts";

export interface LoadOptions {
  kind: "cue" | "ws" | "socketIo" | "icecast";
  url: string;
  /** Cue's room, `stage/<id>`. */
  room?: string;
  count: number;
}

export type LoadCommand = "count" | "report" | "end";

export interface LoadReport {
  packets: number;
  lost: number;
  events: number;
  /** Added delay: how many messages came after each number of ms. */
  delays: number[];
  worstLagMs: number;
}

type LoadMessage = { type: "connected" } | ({ type: "report" } & LoadReport);

export interface LoadResult {
  packets: number;
  lost: number;
  events: number;
  delays: Histogram;
  worstLagMs: number;
}

const program = fileURLToPath(new URL("load-process.ts", import.meta.url));

export class Load {
  readonly #children: ChildProcess[];

  private constructor(children: ChildProcess[]) {
    this.#children = children;
  }

  /** Resolves when all listeners are connected. */
  static async start(options: LoadOptions, processes = 2): Promise<Load> {
    const count = Math.ceil(options.count / processes);
    const children = Array.from({ length: processes }, () =>
      fork(program, [JSON.stringify({ ...options, count })], { execArgv: [] }),
    );
    const load = new Load(children);
    try {
      await Promise.all(children.map((child) => next(child, "connected", 120_000)));
    } catch (error) {
      await load.end();
      throw error;
    }
    return load;
  }

  /** Counts for so long; the counters start at zero. */
  async measure(durationMs: number): Promise<LoadResult> {
    for (const child of this.#children) child.send("count" satisfies LoadCommand);
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    const result: LoadResult = { packets: 0, lost: 0, events: 0, delays: new Histogram(), worstLagMs: 0 };
    for (const child of this.#children) {
      const answered = next(child, "report", 30_000);
      child.send("report" satisfies LoadCommand);
      const report = await answered;
      result.packets += report.packets;
      result.lost += report.lost;
      result.events += report.events;
      result.delays.merge(new Histogram(report.delays));
      result.worstLagMs = Math.max(result.worstLagMs, report.worstLagMs);
    }
    return result;
  }

  async end(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null) continue;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
  }
}

function next<T extends LoadMessage["type"]>(
  child: ChildProcess,
  type: T,
  timeoutMs: number,
): Promise<Extract<LoadMessage, { type: T }>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The load did not say "${type}" in time.`)), timeoutMs);
    child.once("exit", () => reject(new Error("The load ended by itself.")));
    const listen = (message: LoadMessage) => {
      if (message.type !== type) return;
      clearTimeout(timer);
      child.off("message", listen);
      resolve(message as Extract<LoadMessage, { type: T }>);
    };
    child.on("message", listen);
  });
}
