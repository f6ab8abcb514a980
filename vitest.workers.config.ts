import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { longTexts } from "./scripts/long-texts/vite-plugin.ts";

/** Signs pushes in tests only. */
const testPushKey = {
  kty: "EC",
  crv: "P-256",
  x: "-DYu_rZGheKVrXF_udTVfSafuQ1ZFy1mzB196IgNLR8",
  y: "6hFHpp_NlEQb9aUOWCgP1E1qMIpqNG77v3M7kz2qwqM",
  d: "Bdr9IchwqgLr4cs5dSdzmXhHo_HQYT0sbIvYK3oMMRA",
};

/** Tests send a caller's hour of calls in seconds: these rates are out of their way. */
const noRates = Object.fromEntries(
  ["RATE_USUAL", "RATE_OFTEN", "RATE_NETWORK"].map((name) => [
    name,
    { namespace_id: name, simple: { limit: 1_000_000, period: 60 as const } },
  ]),
);

/** The Worker with its objects; `ratelimits` replaces the bindings of wrangler.toml. */
const plugins = ({ ratelimits }: { ratelimits?: typeof noRates } = {}) => [
  longTexts(),
  {
    // Pages are tested in a browser; here the worker is loaded without them.
    name: "no-pages",
    resolveId: (id: string) => (id === "virtual:react-router/server-build" ? "\0no-pages" : undefined),
    load: (id: string) => (id === "\0no-pages" ? "export const routes = {};" : undefined),
  },
  {
    // A password hash takes a fifth of a second by design, and these tests make hundreds. The cost of a real one is
    // tested in app/domains/people/accounts/password.test.ts.
    name: "cheap-password-hashes",
    enforce: "pre" as const,
    transform(code: string, id: string) {
      if (!id.endsWith("/app/domains/people/accounts/password.server.ts")) return undefined;
      const cheap = code.replace("N: 2 ** 15,", "N: 2 ** 10,");
      if (cheap === code) throw new Error(`What a password hash costs is not found in ${id}.`);
      return cheap;
    },
  },
  cloudflareTest(async () => ({
    main: "./workers/local/app.ts",
    wrangler: { configPath: "./wrangler.toml" },
    miniflare: {
      ...(ratelimits && { ratelimits }),
      durableObjects: {
        PUSH_SIMULATOR: { className: "PushSimulator", useSQLite: true },
        ELSEWHERE: { className: "Simulators", useSQLite: true },
      },
      bindings: {
        TEST_MIGRATIONS: await readD1Migrations("./db/migrations"),
        AWARD_HISTORIES: process.env.AWARD_HISTORIES ?? "",
        BOOKING_HISTORIES: process.env.BOOKING_HISTORIES ?? "",
        BOOKING_RACES: process.env.BOOKING_RACES ?? "",
        WALLET_RACES: process.env.WALLET_RACES ?? "",
        CONVERSATION_HISTORIES: process.env.CONVERSATION_HISTORIES ?? "",
        COUNT_REPLAYS: process.env.COUNT_REPLAYS ?? "",
        COUNT_LISTENERS: process.env.COUNT_LISTENERS ?? "",
        CUE_SWEEP: process.env.CUE_SWEEP ?? "",
        CUE_MODE: "local",
        CUE_ORIGIN: "http://localhost:8787",
        CUE_INGEST_HOST: "localhost",
        CUE_AGENT_KEYS: "test-agent-key-0123456789",
        CUE_SECRET: "test-secret-0123456789",
        CUE_OPERATOR_KEY: "test-operator-key-0123456789",
        CUE_PUSH_KEY: JSON.stringify(testPushKey),
        ALERT_FOLLOWERS: process.env.ALERT_FOLLOWERS ?? "",
      },
    },
  })),
];

const test = {
  exclude: ["node_modules/**", "build/**"],
  setupFiles: ["./tests/helpers/setup-workers.ts"],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Failures on a machine that was late, as tests/helpers/late-runtime.ts detects it. Nothing else is retried.
  retry: { count: 3, condition: /^The machine was late: /m },
};

/** These count calls, or all existing objects: those of another file may still be calling each other. */
const alone = [
  "workers/jobs/finish-erasures.workers.test.ts",
  "workers/counting.workers.test.ts",
  "workers/api/phrase-canary.workers.test.ts",
  "workers/rates.workers.test.ts",
];

/** Suites that only compute: they need no second runtime, and run beside journeys that listen. */
const requests = [
  "app/**/*.workers.test.ts",
  "db/**/*.workers.test.ts",
  "workers/{api,jobs,local,middleware}/**/*.workers.test.ts",
  "workers/{edge,feeds,hostile-pictures,hostile-texts,mail-links,own-host,pictures,podcast-feeds,query-plans,reach,replay-files,replay-reach,tracklist-exports}.workers.test.ts",
];

/** Operations, the API and the objects: `*.workers.test.ts`, in workerd on a freshly migrated database. */
export default defineConfig({
  test: {
    silent: "passed-only",
    // An object's alarm may still load a module while its runtime is shut down: that is not a failure.
    onUnhandledError: (error) => error.name !== "EnvironmentTeardownError",
    projects: [
      // One runtime per core for all files of a project: the Worker is loaded a few times, not once per file.
      {
        plugins: plugins({ ratelimits: noRates }),
        test: {
          ...test,
          name: "requests",
          isolate: false,
          include: requests,
          exclude: [...test.exclude, ...alone],
        },
      },
      {
        plugins: plugins({ ratelimits: noRates }),
        test: {
          ...test,
          name: "objects",
          isolate: false,
          include: ["**/*.workers.test.ts"],
          exclude: [...test.exclude, ...requests, ...alone],
        },
      },
      { plugins: plugins(), test: { ...test, name: "alone", include: alone } },
    ],
  },
});
