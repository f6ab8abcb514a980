/** Runs the bare loop in Miniflare. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { descendants } from "#tests/fixtures/processes.ts";
import { bundleWorker } from "../bundle-worker.ts";

/** `pid`: of the runtime. */
export async function openBareLoop(port: number) {
  const folder = await mkdtemp(join(tmpdir(), "cue-bench-"));
  await bundleWorker(join(import.meta.dirname, "runtime/bare-loop-worker.ts"), folder);
  const before = new Set((await runtimes()).map(({ pid }) => pid));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      telemetry: { enabled: false },
      cf: {},
      port,
      modules: [{ type: "ESModule", path: join(folder, "worker.js") }],
      modulesRoot: folder,
      compatibilityDate: "2026-09-18",
      durableObjects: { LOOP: { className: "Loop", useSQLite: true } },
    }),
  );
  await miniflare.ready;
  const own = (await runtimes()).find(({ pid }) => !before.has(pid));
  return {
    pid: own?.pid ?? 0,
    async close() {
      await miniflare.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const runtimes = async () =>
  (await descendants(process.pid)).filter(({ command }) => command.includes("workerd"));
