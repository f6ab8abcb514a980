import { and, eq, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { tracklistEvidence } from "#db/schema/index.ts";

/** The row that takes a row of evidence back, for `exists`. */
export function retractionOf(db: Db, evidence: { id: SQLiteColumn; performance: SQLiteColumn }) {
  const retraction = alias(tracklistEvidence, "retraction");
  return db
    .select({ id: retraction.id })
    .from(retraction)
    .where(
      and(
        eq(retraction.performance, evidence.performance),
        eq(retraction.act, "retract"),
        sql`${retraction.details} ->> '$.evidence' = ${evidence.id}`,
      ),
    );
}
