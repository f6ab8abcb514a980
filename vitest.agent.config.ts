import { defineConfig } from "vitest/config";

/** The agent with real Icecast and ffmpeg. */
export default defineConfig({
  test: {
    include: ["container/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
