import { defineConfig } from "vitest/config";

/** The agent with real Icecast and ffmpeg. */
export default defineConfig({
  test: {
    include: ["container/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // Real encoders in real time on a machine that others share: one hiccup is no verdict, two are.
    retry: 1,
  },
});
