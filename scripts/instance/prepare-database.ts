import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newMount, newPassword, newStreamId } from "#app/domains/air/media/credentials.ts";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { toUsernameColumns } from "#app/domains/people/accounts/usernames.ts";
import { openDb } from "#db/client.ts";
import { type Demo, seedDemo } from "#db/seed.ts";
import { loadCities } from "../cities/load.ts";
import { pastPerformances } from "../demo/past/performances.ts";
import { projectFolder, type Settings } from "../settings.ts";
import { migrate, openLocalDatabase } from "./database.ts";

/**
 * Brings the database of a copy that is not running up to date.
 * @returns what the demo added, where a demo is wanted, and how many migrations were applied
 * @throws StepError where the database was made by another version
 */
export async function prepareDatabase(
  settings: Settings,
): Promise<{ demo: Demo | undefined; applied: number }> {
  // The local database is stored under this id.
  const config = readFileSync(join(projectFolder, "wrangler.toml"), "utf8");
  const databaseId = /^database_id = "([^"]+)"/m.exec(config)?.[1];
  if (databaseId === undefined) throw new Error("wrangler.toml names no database.");
  const database = await openLocalDatabase(settings.state, databaseId);
  try {
    const applied = await migrate(database.d1, settings.state);
    await loadCities(database.d1);
    const make = { hashPassword, toUsernameColumns, newMount, newPassword, newStreamId };
    const now = Date.now();
    const demo = settings.hasDemo
      ? await seedDemo(openDb(database.d1), make, now, pastPerformances(now))
      : undefined;
    return { demo, applied };
  } finally {
    await database.close();
  }
}
