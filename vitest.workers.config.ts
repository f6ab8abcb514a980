import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** Operations, the API and the objects: `*.workers.test.ts`, in workerd on a freshly migrated database. */
export default defineConfig({
  plugins: [
    {
      // Pages are tested in a browser; here the worker is loaded without them.
      name: "no-pages",
      resolveId: (id) => (id === "virtual:react-router/server-build" ? "\0no-pages" : undefined),
      load: (id) => (id === "\0no-pages" ? "export const routes = {};" : undefined),
    },
    cloudflareTest(async () => ({
      main: "./workers/app.ts",
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations("./db/migrations"),
          BOOKING_HISTORIES: process.env.BOOKING_HISTORIES ?? "",
          BOOKING_RACES: process.env.BOOKING_RACES ?? "",
          CUE_MODE: "local",
          CUE_ORIGIN: "http://localhost:8787",
          CUE_INGEST_HOST: "localhost",
          CUE_AGENT_KEYS: "test-agent-key-0123456789",
          CUE_SECRET: "test-secret-0123456789",
          CUE_OPERATOR_KEY: "test-operator-key-0123456789",
        },
      },
    })),
  ],
  test: {
    include: ["**/*.workers.test.ts"],
    exclude: ["node_modules/**", "build/**"],
    setupFiles: ["./tests/helpers/setup-workers.ts"],
    // One runtime per core for all files: the Worker is loaded twice, not once per file.
    isolate: false,
    maxWorkers: 2,
    silent: "passed-only",
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
