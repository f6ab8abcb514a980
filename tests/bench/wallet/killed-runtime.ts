/** The Worker of this bench in Miniflare, whose runtime can be killed and started again over the same state. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { migrate } from "#scripts/instance/database.ts";
import { descendants } from "#tests/fixtures/processes.ts";
import { bundleWorker } from "../bundle-worker.ts";

const origin = "http://localhost:8787";

export class KilledRuntime {
  readonly #folder: string;
  readonly #miniflare: Miniflare;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#miniflare = start(folder);
  }

  static async open(): Promise<KilledRuntime> {
    const folder = await mkdtemp(join(tmpdir(), "cue-bench-"));
    await bundleWorker(join(import.meta.dirname, "runtime/killed-worker.ts"), folder);
    const runtime = new KilledRuntime(folder);
    await runtime.#miniflare.ready;
    await migrate(await runtime.database(), folder);
    return runtime;
  }

  database() {
    return this.#miniflare.getD1Database("DB");
  }

  /** Throws where the runtime is away, or has an error. */
  async ask<T>(path: string, body?: unknown): Promise<T> {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await this.#miniflare.dispatchFetch(`${origin}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** `kill -9` in the middle of whatever it does; Miniflare starts it again. Resolves when it answers. */
  async kill(): Promise<void> {
    const own = (await descendants(process.pid)).filter(({ command }) => command.includes("workerd"));
    for (const { pid } of own) process.kill(pid, "SIGKILL");
    for (;;) {
      await sleep(50);
      const isBack = await this.ask("/ready").then(
        () => true,
        () => false,
      );
      if (isBack) return;
    }
  }

  async close(): Promise<void> {
    await this.#miniflare.dispose();
    await sleep(100);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function start(folder: string): Miniflare {
  const object = (className: string) => ({ className, useSQLite: true });
  const options = convertV4MiniflareOptions({
    resourcePersistencePath: join(folder, "state"),
    unsafeHandleRuntimeRestart: () => {},
    telemetry: { enabled: false },
    cf: {},
    modules: [{ type: "ESModule", path: join(folder, "worker.js") }],
    modulesRoot: folder,
    compatibilityDate: "2026-09-18",
    compatibilityFlags: ["nodejs_compat"],
    bindings: { CUE_MODE: "local", CUE_ORIGIN: origin, CUE_SECRET: "bench-secret-0123456789" },
    d1Databases: { DB: "bench" },
    durableObjects: {
      WALLET: object("Wallet"),
      PROFILE_ROOM: object("LedgerRoom"),
      INBOX: object("LastInbox"),
    },
  });
  return new Miniflare(options);
}
