/** The reasons that operators have given for their acts, where these name somebody whose account is deleted. */
import { and, eq, ne, or, sql } from "drizzle-orm";
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

/** Those that names are written with, and those that a name may have been written with instead. */
const separators = [" ", ".", "_", "-", "\n", "\t", "\u00a0"];

/**
 * Every reason that may call them by their name, address or id; `bareName` is the name without separators. Also some
 * that do not: the letters beyond ASCII are not compared.
 */
export async function listReasonsNaming(
  db: Db,
  { id, email, bareName }: { id: string; email: string; bareName: string },
): Promise<Reason[]> {
  // `lower` knows the letters of ASCII only.
  const runs = bareName.match(/[ -~]+/g) ?? [];
  const longest = runs.reduce((long, run) => (run.length > long.length ? run : long), "");
  const contains = ({ reason }: (typeof columns)[Reason["table"]]) => {
    const bare = separators.reduce((text, each) => sql`replace(${text}, ${each}, '')`, sql`lower(${reason})`);
    return and(
      ne(reason, ""),
      or(
        sql`instr(${bare}, lower(${longest}))`,
        sql`instr(lower(${reason}), lower(${email}))`,
        sql`instr(lower(${reason}), lower(${id}))`,
      ),
    );
  };
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
