import { defineConfig } from "vitest/config";

/** The agent with real Icecast and ffmpeg, and what else needs ffmpeg. */
export default defineConfig({
  test: {
    include: ["container/**/*.test.ts", "**/*.ffmpeg.test.ts"],
    exclude: [
      "node_modules/**",
      "build/**",
      ...(process.env.CUE_SWEEP === "1" ? [] : ["**/*.sweep.test.ts"]),
    ],
    setupFiles: ["./container/tests/setup-agent.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // They wait for the clock most of the time; three of them would be late.
    maxWorkers: 2,
    // Failures on a machine that was late, as container/tests/late-machine.ts detects it. Nothing else is retried.
    retry: { count: 5, delay: 2_000, condition: /^The machine was late: /m },
  },
});
