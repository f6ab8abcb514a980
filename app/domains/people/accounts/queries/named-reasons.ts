/** The reasons that operators have given for their acts, where these name somebody whose account is deleted. */
import { eq, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { tokenActs, tokenClaims, wallets } from "#db/schema/index.ts";

export interface Reason {
  /** An act, a claim that it has made, or the wallet that it has frozen. */
  table: "acts" | "claims" | "wallets";
  id: string;
  reason: string;
}

const columns = {
  acts: { id: tokenActs.id, reason: tokenActs.reason },
  claims: { id: tokenClaims.id, reason: tokenClaims.reason },
  wallets: { id: wallets.id, reason: wallets.frozenReason },
} as const;

/** Every reason that may contain this name, as a word or a part of one. */
export async function listReasonsNaming(db: Db, username: string): Promise<Reason[]> {
  // `lower` knows the letters of ASCII only.
  const contains = ({ reason }: (typeof columns)[Reason["table"]]) =>
    or(sql`instr(lower(${reason}), lower(${username}))`, sql`instr(${reason}, ${username})`);
  const [acts, claims, frozen] = await db.batch([
    db.select(columns.acts).from(tokenActs).where(contains(columns.acts)),
    db.select(columns.claims).from(tokenClaims).where(contains(columns.claims)),
    db.select(columns.wallets).from(wallets).where(contains(columns.wallets)),
  ]);
  return [
    ...acts.map((row) => ({ table: "acts" as const, ...row })),
    ...claims.map((row) => ({ table: "claims" as const, ...row })),
    ...frozen.map(({ id, reason }) => ({ table: "wallets" as const, id, reason: reason ?? "" })),
  ];
}

export function updateReason(db: Db, { table, id, reason }: Reason) {
  if (table === "acts") return db.update(tokenActs).set({ reason }).where(eq(tokenActs.id, id));
  if (table === "claims") return db.update(tokenClaims).set({ reason }).where(eq(tokenClaims.id, id));
  return db.update(wallets).set({ frozenReason: reason }).where(eq(wallets.id, id));
}
