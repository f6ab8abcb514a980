import { applyD1Migrations, env, reset } from "cloudflare:test";
import { vi } from "vitest";
import { takeAgainWhenLate } from "./late-runtime.ts";

/** Longer than Vitest's second: what is waited for comes when it comes on a machine that does other things as well. */
const patienceMs = 30_000;
const { waitFor } = vi;
vi.waitFor = (callback, options = patienceMs) => waitFor(callback, options);

/** All migrations as one: a transaction per migration would take most of the time of a short file. */
const all = { name: "all", queries: env.TEST_MIGRATIONS.flatMap(({ queries }) => queries) };

// Files share a runtime, because loading the Worker takes seconds; each starts with empty storage.
async function emptyStorage(): Promise<void> {
  await reset();
  await applyD1Migrations(env.DB, [all]);
}

takeAgainWhenLate(emptyStorage);
await emptyStorage();
