/** The local database: the file that Miniflare serves and that `wrangler d1 … --local --persist-to` opens. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { StepError } from "../progress.ts";
import { projectFolder } from "../settings.ts";

const migrationsFolder = join(projectFolder, "db", "migrations");

/**
 * Returns the folder where Miniflare stores databases and objects of a state folder; `wrangler --persist-to STATE`
 * appends the same path.
 */
export function persistFolder(state: string): string {
  return join(state, "v3");
}

export interface LocalDatabase {
  d1: D1Database;
  close(): Promise<void>;
}

/** Opens the database of a copy that is not running. */
export async function openLocalDatabase(state: string, databaseId: string): Promise<LocalDatabase> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: persistFolder(state),
      telemetry: { enabled: false },
      cf: {},
      modules: [{ type: "ESModule", path: "index.mjs", contents: "export default {}" }],
      modulesRoot: ".",
      compatibilityDate: "2026-09-18",
      d1Databases: { DB: databaseId },
    }),
  );
  return { d1: await miniflare.getD1Database("DB"), close: () => miniflare.dispose() };
}

/**
 * Applies the migrations that the database does not have yet, in the order of their names, and records them where
 * `wrangler d1 migrations apply` does. Each file is applied completely or not at all.
 * @param state the folder of the database, named in the error
 * @returns how many were applied
 * @throws StepError where the database has migrations that are not in `db/migrations`; it is left unchanged
 */
export async function migrate(d1: D1Database, state: string): Promise<number> {
  await d1
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations(
         id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
         applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    )
    .run();
  const { results } = await d1.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const known = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
  if (results.some(({ name }) => !known.includes(name)))
    throw new StepError(
      `The data in ${state} was made by another version of Cue and cannot be updated: delete that folder, with the accounts, stages, messages, pictures and keys of this local copy, and start again.`,
    );
  const waiting = known.filter((name) => !applied.has(name)).sort();
  if (waiting.length === 0) return 0;
  // Loaded only when needed: loading wrangler takes most of a second.
  const { unstable_splitSqlQuery: splitSql } = await import("wrangler");
  for (const name of waiting) {
    const statements = splitSql(readFileSync(join(migrationsFolder, name), "utf8"));
    await d1.batch([
      ...statements.map((statement) => d1.prepare(statement)),
      d1.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
  return waiting.length;
}
