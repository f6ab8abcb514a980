import { applyD1Migrations, env, reset } from "cloudflare:test";

/** Empties the database, the buckets and every object, and lays out the database anew. */
export async function freshStorage(): Promise<void> {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}
