import { and, asc, count, eq, isNull } from "drizzle-orm";
import { isListed } from "#app/domains/air/stages/queries/stages.ts";
import type { Db } from "#db/client.ts";
import { stages, users } from "#db/schema/index.ts";

const performing = and(eq(users.isPerformer, true), eq(users.hasPassedTest, true), isNull(users.bannedAt));

/** Counts public stages and performers. */
export async function countListed(db: Db): Promise<{ stages: number; performers: number }> {
  const [[stage], [performer]] = await db.batch([
    db.select({ n: count() }).from(stages).where(isListed),
    db.select({ n: count() }).from(users).where(performing),
  ]);
  return { stages: stage?.n ?? 0, performers: performer?.n ?? 0 };
}

/** Lists stages in the order of creation, so that a page of them stays the same while others are added. */
export async function listStageAddresses(db: Db, page: { offset: number; limit: number }) {
  return db
    .select({ id: stages.id, customUrl: stages.customUrl })
    .from(stages)
    .where(isListed)
    .orderBy(asc(stages.id))
    .limit(page.limit)
    .offset(page.offset);
}

export async function listPerformerIds(db: Db, page: { offset: number; limit: number }) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(performing)
    .orderBy(asc(users.id))
    .limit(page.limit)
    .offset(page.offset);
}
