import { applyD1Migrations, env, reset } from "cloudflare:test";
import { vi } from "vitest";
import { takeAgainWhenLate } from "./late-runtime.ts";

/** Longer than Vitest's second: what is waited for comes when it comes on a machine that does other things as well. */
const patienceMs = 30_000;
type Wait = { timeout?: number; interval?: number };
const withPatience = (options: number | Wait = {}): Wait => {
  const given = typeof options === "number" ? { timeout: options } : options;
  return { ...given, timeout: Math.max(given.timeout ?? 0, patienceMs) };
};
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, withPatience(options));
vi.waitUntil = (callback, options) => waitUntil(callback, withPatience(options));

/** All migrations as one: a transaction per migration would take most of the time of a short file. */
const all = { name: "all", queries: env.TEST_MIGRATIONS.flatMap(({ queries }) => queries) };

// Files share a runtime, because loading the Worker takes seconds; each starts with empty storage.
async function emptyStorage(): Promise<void> {
  await reset();
  await applyD1Migrations(env.DB, [all]);
}

takeAgainWhenLate(emptyStorage);
await emptyStorage();
