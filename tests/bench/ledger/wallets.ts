/** Wallet objects and D1 in the local runtime, as the bench asks them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { build } from "vite";
import { z } from "zod";
import { migrate } from "#scripts/instance/database.ts";
import { longTexts } from "#scripts/long-texts/vite-plugin.ts";
import { projectFolder } from "#scripts/settings.ts";
import { costOf, descendants } from "#tests/fixtures/processes.ts";
import { percentile } from "../statistics.ts";

/** Tips at the same time. */
export const lanes = 16;
/** Maximum time until D1 has a tip: wallets write what they have gathered. */
const recordedWithinMs = 120_000;
/** The runtime rests when it takes less of a core than this over this time. */
const busyShare = 0.02;
const restMs = 2_000;
/** Objects that one request makes. */
const mintedAtOnce = 250;

export interface Speed {
  perSecond: number;
  p99: number;
}

/** `cpuMs`: processor time of the runtime for one tip, until D1 has it. Unlike the speed it does not depend on the disk. */
export interface RuntimeSpeed extends Speed {
  cpuMs: number;
}

/** Objects and database are in files of a folder that is deleted at the end. */
export async function openWallets() {
  const folder = await mkdtemp(join(tmpdir(), "cue-bench-"));
  await bundle(folder);
  const object = (className: string) => ({ className, useSQLite: true });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: join(folder, "state"),
      telemetry: { enabled: false },
      cf: {},
      modules: [{ type: "ESModule", path: join(folder, "worker.js") }],
      modulesRoot: folder,
      compatibilityDate: "2026-09-18",
      compatibilityFlags: ["nodejs_compat"],
      bindings: { CUE_MODE: "local", CUE_SECRET: "bench-secret-0123456789" },
      d1Databases: { DB: "bench" },
      durableObjects: {
        WALLET: object("MeasuredWallet"),
        STAGE_ROOM: object("QuietRoom"),
        LIMITER: object("Limiter"),
      },
    }),
  );
  await miniflare.ready;
  const d1 = await miniflare.getD1Database("DB");
  await migrate(d1, folder);
  const runtime = (await descendants(process.pid)).filter(({ command }) => command.includes("workerd"));
  const pids = runtime.map(({ pid }) => pid);
  let minted = 0;
  const ask = async (path: string): Promise<unknown> => {
    const response = await miniflare.dispatchFetch(`http://localhost${path}`, { method: "POST" });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  let sent = 0;
  /** Returns when D1 has all tips: these more, and those before. */
  async function recorded(more: number): Promise<void> {
    sent += more;
    const count = async () =>
      (await d1.prepare("select count(*) as count from tips").first<number>("count")) ?? 0;
    for (const end = performance.now() + recordedWithinMs; (await count()) < sent; await setTimeout(250))
      if (performance.now() > end) throw new Error(`D1 has ${await count()} of ${sent} tips`);
  }
  /** Returns when the runtime has nothing left to do: D1 gets the balances of new wallets a second later. */
  async function rested(): Promise<void> {
    for (let cpuMs = Number.POSITIVE_INFINITY; cpuMs > restMs * busyShare; ) {
      const before = await costOf(pids);
      await setTimeout(restMs);
      cpuMs = (await costOf(pids)).cpuMs - before.cpuMs;
    }
  }
  return {
    folder,
    d1,
    /** Makes wallets until there are so many, each with tokens. */
    async mint(wallets: number): Promise<void> {
      for (; minted < wallets; minted += mintedAtOnce)
        await ask(`/mint?first=${minted}&last=${Math.min(wallets, minted + mintedAtOnce)}&lanes=${lanes}`);
      minted = wallets;
      await rested();
    },
    async run(
      how: "tip" | "batch",
      run: { hot: boolean; wallets: number; of?: number; ms: number },
    ): Promise<RuntimeSpeed> {
      const { hot, wallets, of = wallets, ms } = run;
      const before = await costOf(pids);
      const start = performance.now();
      const query = `how=${how}&hot=${Number(hot)}&wallets=${wallets}&of=${of}&ms=${ms}&lanes=${lanes}`;
      const took = z.array(z.number()).parse(await ask(`/run?${query}`));
      const seconds = (performance.now() - start) / 1_000;
      if (how === "tip") await recorded(took.length);
      const cpuMs = ((await costOf(pids)).cpuMs - before.cpuMs) / took.length;
      return { perSecond: took.length / seconds, p99: percentile(took, 0.99), cpuMs };
    },
    /** Bytes of one tip of `count`: in both wallets, and in D1. */
    async bytes(count: number): Promise<{ objects: number; database: number }> {
      const Bytes = z.object({ before: z.number(), after: z.number() });
      const size = async () => (await d1.prepare("select 1").run()).meta.size_after;
      const start = await size();
      const { before, after } = Bytes.parse(await ask(`/bytes?count=${count}`));
      await recorded(count);
      return { objects: (after - before) / count, database: ((await size()) - start) / count };
    },
    async close() {
      await miniflare.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Wallets = Awaited<ReturnType<typeof openWallets>>;

async function bundle(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: "error",
    plugins: [longTexts()],
    ssr: { target: "webworker", noExternal: true },
    build: {
      ssr: join(import.meta.dirname, "runtime/wallet-worker.ts"),
      outDir: folder,
      emptyOutDir: false,
      target: "esnext",
      rolldownOptions: {
        external: [/^cloudflare:/, /^node:/],
        output: { entryFileNames: "worker.js", codeSplitting: false },
      },
    },
  });
}
