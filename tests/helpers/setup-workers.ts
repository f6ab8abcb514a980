import { applyD1Migrations, env, reset } from "cloudflare:test";

/** All migrations as one: as many transactions as there are migrations take most of the time of a short file. */
const all = { name: "all", queries: env.TEST_MIGRATIONS.flatMap(({ queries }) => queries) };

// Files share a runtime, because loading the Worker takes seconds; each begins with nothing stored.
await reset();
await applyD1Migrations(env.DB, [all]);
