import { defineConfig } from "vitest/config";
import { longTexts } from "./scripts/long-texts/vite-plugin.ts";

/** Rules, state, architecture: plain Node, no I/O. */
export default defineConfig({
  plugins: [longTexts()],
  test: {
    include: [
      "app/**/*.test.ts",
      "db/**/*.test.ts",
      "durable-objects/**/*.test.ts",
      "scripts/**/*.test.ts",
      "tests/architecture/**/*.test.ts",
      "workers/**/*.test.ts",
    ],
    exclude: ["**/*.workers.test.ts", "node_modules/**", "build/**"],
  },
});
