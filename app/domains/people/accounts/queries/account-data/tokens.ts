import { and, eq, type SQL, sql } from "drizzle-orm";
import { type AnySQLiteColumn, alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { sets, stages, tipSums, tips, tokenActs, tokenClaims, users, wallets } from "#db/schema/index.ts";
import { type DataSection, pageSize, pick, section } from "./section.ts";

const others = alias(wallets, "others");

/** The account's tokens. The entries of its wallet are in the wallet's object. */
export const tokenSections: readonly DataSection[] = [
  section(
    "wallet",
    wallets.userId,
    pick(
      wallets,
      "id",
      "address",
      "publicKey",
      "createdAt",
      "spendable",
      "outgoing",
      "sent",
      "received",
      "issued",
      "retired",
      "frozenAt",
      "frozenReason",
    ),
  ),
  section(
    "tokenClaims",
    tokenClaims.userId,
    pick(tokenClaims, "kind", "amount", "reason", "state", "createdAt", "expiresAt", "claimedAt"),
  ),
  tipSection("tipsSent", tips.fromWallet, tips.toWallet, sql`${users.username}`),
  // Not even the performer learns who has sent a hidden one.
  tipSection(
    "tipsReceived",
    tips.toWallet,
    tips.fromWallet,
    sql`case when ${tips.isHidden} then null else ${users.username} end`,
  ),
  {
    name: "olderTipsReceived",
    of: [],
    async read(db, userId, after) {
      const row = sql<number>`${tipSums}.rowid`;
      return db
        .select({ row, set: sets.name, ...pick(tipSums, "month", "tips", "amount") })
        .from(tipSums)
        .leftJoin(sets, eq(sets.id, tipSums.setId))
        .where(and(eq(tipSums.toWallet, walletOf(db, userId)), sql`+${row} > ${after}`))
        .orderBy(sql`+${row}`)
        .limit(pageSize);
    },
  },
  section(
    "tokenActs",
    [tokenActs.operatorId, tokenActs.agreedId, tokenActs.secondOperatorId],
    pick(tokenActs, "kind", "reason", "state", "at", "decidedAt"),
  ),
];

/** Tips with the account's wallet at one end; `user` names the other. */
function tipSection(name: string, own: AnySQLiteColumn, other: AnySQLiteColumn, user: SQL): DataSection {
  return {
    name,
    of: [],
    async read(db, userId, after) {
      const row = sql<number>`${tips}.rowid`;
      return db
        .select({
          row,
          user: sql<string | null>`${user}`.as("user"),
          stage: stages.name,
          set: sets.name,
          ...pick(tips, "id", "amount", "isHidden", "tippedAt", "reversed"),
        })
        .from(tips)
        .leftJoin(others, eq(others.id, other))
        .leftJoin(users, eq(users.id, others.userId))
        .leftJoin(stages, eq(stages.id, tips.stageId))
        .leftJoin(sets, eq(sets.id, tips.setId))
        .where(and(eq(own, walletOf(db, userId)), sql`+${row} > ${after}`))
        .orderBy(sql`+${row}`)
        .limit(pageSize);
    },
  };
}

const walletOf = (db: Db, userId: string) =>
  sql`(${db.select({ id: wallets.id }).from(wallets).where(eq(wallets.userId, userId))})`;
