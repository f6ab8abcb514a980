import type { D1Database } from "@cloudflare/workers-types";
import { cityStatements } from "./statements.ts";

/** Fills the table of cities where it is empty: once for each local copy. */
export async function loadCities(d1: D1Database): Promise<void> {
  if ((await d1.prepare("SELECT 1 FROM cities LIMIT 1").first()) !== null) return;
  await d1.batch((await cityStatements()).map((statement) => d1.prepare(statement)));
}
