import { inArray, min, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { broadcasts } from "#db/schema/index.ts";

/** Returns when each of these sets was first on air (epoch ms), by set; those that never were are absent. */
export async function listFirstHeard(db: Db, setIds: readonly string[]): Promise<Map<string, number>> {
  if (setIds.length === 0) return new Map();
  const wanted = sql`(select value from json_each(${JSON.stringify(setIds)}))`;
  const rows = await db
    .select({ setId: broadcasts.setId, heardAt: min(broadcasts.startedAt) })
    .from(broadcasts)
    .where(inArray(broadcasts.setId, wanted))
    .groupBy(broadcasts.setId);
  return new Map(
    rows.flatMap(({ setId, heardAt }) =>
      setId === null || heardAt === null ? [] : [[setId, heardAt] as const],
    ),
  );
}
