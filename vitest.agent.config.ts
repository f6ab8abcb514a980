import { defineConfig } from "vitest/config";

/** The agent with real Icecast and ffmpeg. */
export default defineConfig({
  test: {
    include: ["container/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // It measures what real time does to sound, and so does whoever else uses the machine.
    retry: process.env.CI === undefined ? 0 : 1,
  },
});
