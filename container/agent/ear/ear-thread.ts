/** Keeps the ear's thread running: one that has ended is started again, and knows what the one before it knew. */
import { Worker } from "node:worker_threads";
import { log } from "../log.ts";
import type { FromEar, ToEar } from "./thread-messages.ts";

/** 3,000 references take about 200 MB, which are outside of this; the rest is young. */
const maxHeapMb = 512;
const restart = { firstMs: 1_000, maxMs: 60_000, isStableMs: 60_000 } as const;

export interface EarThreadOptions {
  onMessage: (message: FromEar) => void;
  /** A thread runs and knows nothing yet. */
  onStarted: () => void;
  /** The script, for tests. */
  script?: URL;
}

export class EarThread {
  readonly #options: EarThreadOptions;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #delayMs: number = restart.firstMs;
  #isStopped = false;

  constructor(options: EarThreadOptions) {
    this.#options = options;
  }

  start(): () => void {
    this.#begin();
    return () => {
      this.#isStopped = true;
      clearTimeout(this.#timer);
      void this.#worker?.terminate();
    };
  }

  /** Dropped while none runs: the next one is told everything. */
  send(message: ToEar): void {
    this.#worker?.postMessage(message);
  }

  #begin(): void {
    const script = this.#options.script ?? new URL("./ear-worker.ts", import.meta.url);
    const worker = new Worker(script, {
      name: "ear",
      // It needs none of the agent's settings, least of all its key.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const startedAt = performance.now();
    this.#worker = worker;
    worker.on("message", (message: FromEar) => this.#options.onMessage(message));
    worker.on("error", (error) => log("ear-failed", { reason: String(error).slice(0, 300) }, "error"));
    worker.on("exit", () => this.#ended(worker, performance.now() - startedAt));
    this.#options.onStarted();
  }

  #ended(worker: Worker, ranMs: number): void {
    if (this.#worker === worker) this.#worker = undefined;
    if (this.#isStopped) return;
    if (ranMs >= restart.isStableMs) this.#delayMs = restart.firstMs;
    this.#timer = setTimeout(() => this.#begin(), this.#delayMs);
    this.#delayMs = Math.min(restart.maxMs, 2 * this.#delayMs);
  }
}
