import { defineConfig } from "vitest/config";

/** The agent with real Icecast and ffmpeg. */
export default defineConfig({
  test: {
    include: ["container/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // What container/tests/late-machine.ts has found to judge a machine that was late. Nothing else is tried twice.
    retry: { count: 5, delay: 2_000, condition: /^The machine was late: /m },
  },
});
