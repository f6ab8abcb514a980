/** D1's copies of tips, the tips of sets, and who may not tip whom. */
import { and, desc, eq, isNotNull, isNull, max, or, sql } from "drizzle-orm";
import { toWrite, type Write } from "#app/domains/air/stages/queries/rooms.ts";
import type { Db } from "#db/client.ts";
import { blocks, stages, tips, users, wallets } from "#db/schema/index.ts";

/** A tip that has reached its performer's wallet, once: by the outbox of the sender's wallet. */
export function recordTip(db: Db, tip: Omit<typeof tips.$inferInsert, "reversed">): Write[] {
  // The stage may be gone by the time this arrives.
  const stageId = sql`(${db
    .select({ id: max(stages.id) })
    .from(stages)
    .where(eq(stages.id, tip.stageId ?? ""))})`;
  return [
    toWrite(
      db
        .insert(tips)
        .values({ ...tip, stageId })
        .onConflictDoNothing(),
    ),
  ];
}

/**
 * So much of a tip has been given back in all; a lower sum than the one known changes nothing. Returns whether D1 has the
 * tip.
 */
export async function recordReversed(db: Db, tip: string, reversed: number): Promise<boolean> {
  const sum = sql`max(${tips.reversed}, min(${tips.amount}, ${reversed}))`;
  const found = await db
    .update(tips)
    .set({ reversed: sum })
    .where(eq(tips.id, tip))
    .returning({ id: tips.id });
  return found.length > 0;
}

/** More than are given in the longest of sets; if there are more, the latest are read. */
const maxTips = 20_000;

export type SetTipRow = Awaited<ReturnType<typeof listSetTips>>[number];

/** The tips of a set, by time. `userId` and `username` are null where the sender has no account any more. */
export async function listSetTips(db: Db, setId: string) {
  const rows = await db
    .select({
      id: tips.id,
      tippedAt: tips.tippedAt,
      playId: tips.playId,
      amount: tips.amount,
      reversed: tips.reversed,
      isHidden: tips.isHidden,
      userId: users.id,
      username: users.username,
    })
    .from(tips)
    .leftJoin(wallets, eq(wallets.id, tips.fromWallet))
    .leftJoin(users, eq(users.id, wallets.userId))
    .where(eq(tips.setId, setId))
    .orderBy(desc(tips.tippedAt), desc(tips.id))
    .limit(maxTips);
  return rows.reverse();
}

/** Whether one of the two has blocked the other. */
export async function hasBlockBetween(db: Db, one: string, other: string): Promise<boolean> {
  const [row] = await db
    .select({ id: blocks.userId })
    .from(blocks)
    .where(
      or(
        and(eq(blocks.userId, one), eq(blocks.blockedId, other)),
        and(eq(blocks.userId, other), eq(blocks.blockedId, one)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Someone as they are named beside a tip, and what decides whether they may send or take one; not the banned. */
export async function findTipPerson(db: Db, userId: string) {
  const [row] = await db
    .select({
      userId: users.id,
      username: users.username,
      badge: sql<string | null>`case when ${users.badgeDisplayChat} then ${users.badge} end`,
      isPerformer: users.isPerformer,
      isVerified: isNotNull(users.emailVerifiedAt).mapWith(Boolean),
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.bannedAt)));
  return row;
}
