import { applyD1Migrations, env, reset } from "cloudflare:test";

/** All migrations as one: a transaction per migration would take most of the time of a short file. */
const all = { name: "all", queries: env.TEST_MIGRATIONS.flatMap(({ queries }) => queries) };

// Files share a runtime, because loading the Worker takes seconds; each starts with empty storage.
await reset();
await applyD1Migrations(env.DB, [all]);
