/** Runs the counting Worker of this bench in Miniflare. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { z } from "zod";
import { noUsage, type Usage } from "#packages/usage-meter/usage.ts";
import { migrate } from "#scripts/instance/database.ts";
import { descendants } from "#tests/fixtures/processes.ts";
import { bundleWorker } from "../bundle-worker.ts";

const Usages = z.object({
  classes: z.record(z.string(), z.record(z.string(), z.number())),
  /** Rows written, by class and the first words of the statement. */
  statements: z.record(z.string(), z.number()),
});

/** The usage so far of the tape, and of the Worker that serves its replays. */
export interface Counts {
  tape: Usage;
  worker: Usage;
  statements: Record<string, number>;
}

const origin = "http://localhost:8787";
const replay = `${origin}/replay/01BENCH0000000000000000000.opus`;

/** `pids`: of the runtime. Everything is in memory and in a folder that is deleted at the end. */
export async function openCounted() {
  const folder = await mkdtemp(join(tmpdir(), "cue-bench-"));
  await bundleWorker(join(import.meta.dirname, "runtime/counted-worker.ts"), folder);
  const object = (className: string) => ({ className, useSQLite: true });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      telemetry: { enabled: false },
      cf: {},
      modules: [{ type: "ESModule", path: join(folder, "worker.js") }],
      modulesRoot: folder,
      compatibilityDate: "2026-09-18",
      compatibilityFlags: ["nodejs_compat"],
      bindings: { CUE_MODE: "local", CUE_ORIGIN: origin, CUE_SECRET: "bench-secret-0123456789" },
      d1Databases: { DB: "bench" },
      r2Buckets: { TAPES: "tapes" },
      durableObjects: { TAPE: object("CountedTape"), LIMITER: object("Limiter") },
    }),
  );
  await miniflare.ready;
  const d1 = await miniflare.getD1Database("DB");
  await migrate(d1, folder);
  await d1
    .prepare("INSERT INTO stages (id, name, stream_id, created_at) VALUES ('bench', 'Bench', 's', 1)")
    .run();
  const runtime = (await descendants(process.pid)).filter(({ command }) => command.includes("workerd"));
  const read = async (url: string, init: { method?: string; headers?: Record<string, string> }) => {
    const response = await miniflare.dispatchFetch(url, init);
    const bytes = await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${new TextDecoder().decode(bytes)}`);
    return bytes;
  };
  return {
    pids: runtime.map(({ pid }) => pid),
    ask: (path: string, method: "GET" | "POST") => read(`${origin}${path}`, { method }),
    async counts(): Promise<Counts> {
      const text = new TextDecoder().decode(await read(`${origin}/counts`, {}));
      const { classes, statements } = Usages.parse(JSON.parse(text));
      const of = (name: string): Usage => ({ ...noUsage, ...classes[name] });
      return { tape: of("Tape"), worker: of("worker"), statements };
    },
    range: (from: number, to: number) => read(replay, { headers: { range: `bytes=${from}-${to}` } }),
    async close() {
      await miniflare.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
