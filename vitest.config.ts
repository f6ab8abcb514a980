import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { longTexts } from "./scripts/long-texts/vite-plugin.ts";

const include = ["app", "db", "durable-objects", "packages", "scripts", "tests/architecture", "workers"].map(
  (folder) => `${folder}/**/*.test.ts`,
);
const exclude = ["**/*.workers.test.ts", "**/*.ffmpeg.test.ts", "node_modules/**", "build/**"];

/** These replace modules, globals or the clock, or test what a module does on its first load. */
const alone = globSync(include, { cwd: import.meta.dirname }).filter((path) =>
  /\bvi\.|\bglobalThis\b|\bprocess\.env\b|\bpatternsBuiltBy\b/.test(readFileSync(path, "utf8")),
);

/** Timeouts that only end a test that never would: on a busy machine computing takes as long as it takes. */
const test = { include, exclude, testTimeout: 300_000, hookTimeout: 300_000 };

/** Rules, state, architecture: plain Node, no I/O. */
export default defineConfig({
  plugins: [longTexts()],
  test: {
    maxWorkers: 2,
    projects: [
      // One process per core for all files: shared modules are loaded twice, not once per file.
      { extends: true, test: { ...test, name: "together", isolate: false, exclude: [...exclude, ...alone] } },
      { extends: true, test: { ...test, name: "alone", include: alone, exclude } },
    ],
  },
});
