import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { hashPassword } from "#app/domains/accounts/password.server.ts";
import { foldUsername } from "#app/domains/accounts/rules.ts";
import { newMount, newPassword, newStreamId } from "#app/domains/media/credentials.ts";
import { openDb } from "#db/client.ts";
import { type Demo, seedDemo } from "#db/seed.ts";
import type { Settings } from "../settings.ts";
import { migrate, openLocalDatabase } from "./database.ts";

const BuiltConfig = z.object({ d1_databases: z.tuple([z.object({ database_id: z.string() })]) });

/**
 * Brings the database of a copy that is not running up to date.
 * @param app the built copy that will be served
 * @returns what the demo put there, where a demo is wanted, and how many migrations were applied
 */
export async function prepareDatabase(
  settings: Settings,
  app: string,
): Promise<{ demo: Demo | undefined; applied: number }> {
  const config = BuiltConfig.parse(JSON.parse(readFileSync(join(app, "server", "wrangler.json"), "utf8")));
  const database = await openLocalDatabase(settings.state, config.d1_databases[0].database_id);
  try {
    const applied = await migrate(database.d1);
    const make = { hashPassword, foldUsername, newMount, newPassword, newStreamId };
    const demo = settings.hasDemo ? await seedDemo(openDb(database.d1), make, Date.now()) : undefined;
    return { demo, applied };
  } finally {
    await database.close();
  }
}
