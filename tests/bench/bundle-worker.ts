/** Bundles a Worker of the bench for Miniflare. */
import { build } from "vite";
import { longTexts } from "#scripts/long-texts/vite-plugin.ts";
import { projectFolder } from "#scripts/settings.ts";

/** Writes `worker.js` to `folder`. */
export async function bundleWorker(entry: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: "error",
    plugins: [longTexts()],
    ssr: { target: "webworker", noExternal: true },
    build: {
      ssr: entry,
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
