import { type SQL, sql } from "drizzle-orm";
import type { Db, Write } from "./client.ts";

/** A condition that is checked as rows are stored. */
export type Condition = SQL;

/** The text in the database's message about a batch that was stopped: a path that JSON does not have. */
const stopped = "stopped by a limit";

/**
 * Runs writes as one transaction, unless the condition holds then: requests that arrive together see each other's rows,
 * and together pass no limit. False where it holds: nothing was stored.
 */
export async function batchUnless(db: Db, condition: Condition, writes: readonly Write[]): Promise<boolean> {
  // SQLite raises an error outside of triggers only where a function fails, and an error rolls the batch back.
  const path = sql`case when ${condition} then ${stopped} else '$' end`;
  const stop = db.select({ is: sql`json_extract('{}', ${path})` }).from(sql`(select 1)`);
  try {
    await db.batch([stop, ...writes]);
    return true;
  } catch (error) {
    if (isStop(error)) return false;
    throw error;
  }
}

/** The query builder wraps the database's error. */
function isStop(error: unknown): boolean {
  return error instanceof Error && (error.message.includes(stopped) || isStop(error.cause));
}
