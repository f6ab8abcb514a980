/** The log of what operators did about tokens, and what their acts change in D1. */
import { and, asc, desc, eq, exists, inArray, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { tips, tokenActs, tokenClaims, users, wallets } from "#db/schema/index.ts";
import type { WalletRow } from "./wallets.ts";

export type ActRow = typeof tokenActs.$inferSelect;
export type NewAct = Omit<ActRow, "agreedId" | "secondOperatorId" | "decidedAt">;

/** The operators' command, as an operator. */
export const commandId = "command";

const idsOf = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

export async function findAct(db: Db, id: string): Promise<ActRow | undefined> {
  const [row] = await db.select().from(tokenActs).where(eq(tokenActs.id, id));
  return row;
}

const logged = (db: Db, act: Omit<NewAct, "state"> & { state: ActRow["state"] | SQL }) =>
  db.insert(tokenActs).values(act).onConflictDoNothing().returning({ id: tokenActs.id });

/** Adds an act to the log. False where there is one of its id. */
export async function insertAct(db: Db, act: NewAct): Promise<boolean> {
  return (await logged(db, act)).length === 1;
}

/** Inserts the grants of an act of this id: nothing unless it is done. Repeated, it adds nothing. */
function grantsOf(db: Db, act: string, now: number) {
  return db.insert(tokenClaims).select(sql`
    select lower(hex(randomblob(16))), ${users.id}, act.kind, act.id || '/' || ${users.id}, each.value, act.reason,
      'waiting', ${now}, null, null, null, null
    from ${tokenActs} as act, json_each(act.details) as each inner join ${users} on ${users.id} = each.key
    where act.id = ${act} and act.state = 'done' and act.kind in ('grant', 'label')
    on conflict do nothing`);
}

/**
 * Logs a grant, with its claims where it needs no second operator: where what one operator has granted alone since then,
 * and what each person was granted so, is at most `max` with it. False where there is an act of its id.
 */
export async function insertGrant(
  db: Db,
  act: NewAct,
  alone: { max: number; since: number },
): Promise<boolean> {
  const amounts = Object.values(act.details).map(Number);
  const granted = sql`from ${tokenActs} as earlier, json_each(earlier.details) as each
    where earlier.kind = 'grant' and earlier.state = 'done' and earlier.second_operator_id is null
      and earlier.at > ${alone.since}`;
  const state = sql`case when ${act.state} = 'done'
    and (select coalesce(sum(each.value), 0) ${granted} and earlier.operator_id = ${act.operatorId})
      + ${amounts.reduce((sum, amount) => sum + amount, 0)} <= ${alone.max}
    and (select coalesce(sum(each.value), 0) ${granted} and each.key in ${idsOf(Object.keys(act.details))})
      + ${Math.max(...amounts)} <= ${alone.max} then 'done' else 'waiting' end`;
  const [added] = await db.batch([logged(db, { ...act, state }), grantsOf(db, act.id, act.at)]);
  return added.length === 1;
}

/** The first of two operators agrees to an act that was begun with the key. False where another has, or it is decided. */
export async function agreeToAct(db: Db, id: string, by: string): Promise<boolean> {
  const rows = await db
    .update(tokenActs)
    .set({ agreedId: by })
    .where(and(eq(tokenActs.id, id), eq(tokenActs.state, "waiting"), isNull(tokenActs.agreedId)))
    .returning({ id: tokenActs.id });
  return rows.length === 1;
}

/**
 * A second operator decides a waiting act, with the claims that follow: held or released ones, too, where it is about
 * these. False where it is not waiting any more, or is their own. `expiresAt`: as for `changeClaims`.
 */
export async function decideAct(
  db: Db,
  input: { act: ActRow; by: string; isApproved: boolean; now: number; expiresAt: number },
): Promise<boolean> {
  const { act, by, isApproved, now, expiresAt } = input;
  const { id, kind, details } = act;
  const which =
    details.claim === undefined ? { userId: String(details.user) } : { claim: String(details.claim) };
  const [decided] = await db.batch([
    db
      .update(tokenActs)
      .set({ state: isApproved ? "done" : "refused", secondOperatorId: by, decidedAt: now })
      .where(
        and(
          eq(tokenActs.id, id),
          eq(tokenActs.state, "waiting"),
          sql`${tokenActs.operatorId} is not ${by}`,
          // Two operators have to agree where it was begun with the key; one refuses it.
          isApproved
            ? sql`(${tokenActs.operatorId} is not ${commandId} or ${tokenActs.agreedId} is not null and ${tokenActs.agreedId} is not ${by})`
            : undefined,
        ),
      )
      .returning({ id: tokenActs.id }),
    ...(isApproved && isClaimAct(kind)
      ? [claimChange(db, kind, and(waitingClaims(which), sql`changes() > 0`), { at: now, expiresAt })]
      : []),
    grantsOf(db, id, now),
  ]);
  return decided.length === 1;
}

/** Marks an act as refused that was logged as done: the wallet refused it. */
export async function refuseAct(db: Db, id: string, now: number): Promise<void> {
  await db.update(tokenActs).set({ state: "refused", decidedAt: now }).where(eq(tokenActs.id, id));
}

/** Newest first, page by page. */
export function listActs(
  db: Db,
  before: { date: number; id: string } | null,
  limit: number,
): Promise<ActRow[]> {
  const { at, id } = tokenActs;
  const isBefore =
    before === null ? undefined : or(lt(at, before.date), and(eq(at, before.date), lt(id, before.id)));
  return db.select().from(tokenActs).where(isBefore).orderBy(desc(at), desc(id)).limit(limit);
}

/** Those that wait for a second operator, the oldest first. */
export function listWaitingActs(db: Db, limit: number): Promise<ActRow[]> {
  return db
    .select()
    .from(tokenActs)
    .where(eq(tokenActs.state, "waiting"))
    .orderBy(asc(tokenActs.at))
    .limit(limit);
}

/** Names by user id. */
export async function listNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; username: string }>> {
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.id, idsOf(ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findWallet(db: Db, id: string): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(wallets).where(eq(wallets.id, id));
  return row;
}

/** Logs the freezing of a wallet and marks its row: from then on none of its claims is paid. */
export async function insertFreeze(db: Db, act: NewAct, wallet: string): Promise<boolean> {
  const [added] = await db.batch([
    logged(db, act),
    db
      .update(wallets)
      .set({ frozenAt: sql`coalesce(frozen_at, ${act.at})`, frozenReason: act.reason })
      .where(and(eq(wallets.id, wallet), sql`changes() > 0`)),
  ]);
  return added.length === 1;
}

/** Marks a wallet's row as frozen, for an act that is logged. */
export async function markFrozen(
  db: Db,
  wallet: string,
  { at, reason }: { at: number; reason: string },
): Promise<void> {
  await db
    .update(wallets)
    .set({ frozenAt: sql`coalesce(frozen_at, ${at})`, frozenReason: reason })
    .where(eq(wallets.id, wallet));
}

/** Ends the freezing in D1. Its user's claims get the time back that they could not be claimed. */
export async function endFreeze(db: Db, wallet: string, now: number): Promise<void> {
  const of = sql`from ${wallets} where id = ${wallet}`;
  await db.batch([
    db
      .update(tokenClaims)
      .set({ expiresAt: sql`expires_at + ${now} - (select max(frozen_at, min(ripe_at, ${now})) ${of})` })
      .where(
        and(
          eq(tokenClaims.state, "waiting"),
          sql`${tokenClaims.userId} = (select user_id ${of} and frozen_at is not null)`,
          sql`${tokenClaims.ripeAt} is not null`,
          sql`${tokenClaims.expiresAt} > (select frozen_at ${of})`,
        ),
      ),
    db.update(wallets).set({ frozenAt: null, frozenReason: null }).where(eq(wallets.id, wallet)),
  ]);
}

type Which = { claim: string } | { userId: string };
type ClaimAct = "hold" | "release" | "void";

const isClaimAct = (kind: ActRow["kind"]): kind is ClaimAct =>
  kind === "hold" || kind === "release" || kind === "void";

const waitingClaims = (which: Which) =>
  and(
    "claim" in which ? eq(tokenClaims.id, which.claim) : eq(tokenClaims.userId, which.userId),
    eq(tokenClaims.state, "waiting"),
  );

function claimChange(
  db: Db,
  kind: ClaimAct,
  meant: SQL | undefined,
  { at, expiresAt }: { at: number; expiresAt: number },
) {
  if (kind === "void") return db.update(tokenClaims).set({ state: "void" }).where(meant);
  const isHeld = sql`${tokenClaims.heldAt} is not null`;
  if (kind === "hold")
    return db
      .update(tokenClaims)
      .set({ heldAt: at })
      .where(and(meant, not(isHeld)));
  const laterOf = sql`case when ripe_at is not null then max(expires_at, ${expiresAt}) end`;
  return db.update(tokenClaims).set({ heldAt: null, expiresAt: laterOf }).where(and(meant, isHeld));
}

export async function findClaim(db: Db, id: string): Promise<typeof tokenClaims.$inferSelect | undefined> {
  const [row] = await db.select().from(tokenClaims).where(eq(tokenClaims.id, id));
  return row;
}

/**
 * Holds waiting claims, releases held ones (they lapse no earlier than `expiresAt`), or ends a waiting one; logs it
 * where there is any. Returns how many: none where there is an act of its id.
 */
export async function changeClaims(
  db: Db,
  act: NewAct & { kind: ClaimAct },
  which: Which,
  expiresAt: number,
): Promise<number> {
  const isLogged = exists(db.select({ id: tokenActs.id }).from(tokenActs).where(eq(tokenActs.id, act.id)));
  const { id, kind, details, reason, operatorId, at, state } = act;
  const meant = and(waitingClaims(which), not(isLogged));
  const [changed] = await db.batch([
    claimChange(db, kind, meant, { at, expiresAt }).returning({ id: tokenClaims.id }),
    db.insert(tokenActs).select(sql`
      select ${id}, ${kind}, ${JSON.stringify(details)}, ${reason}, ${operatorId}, ${at}, ${state}, null, null, null
      where changes() > 0`),
  ]);
  return changed.length;
}

/** A user's claims that are not paid, newest first. */
export function listOpenClaims(db: Db, userId: string, limit: number) {
  return db
    .select()
    .from(tokenClaims)
    .where(and(eq(tokenClaims.userId, userId), inArray(tokenClaims.state, ["waiting", "claiming"])))
    .orderBy(desc(tokenClaims.createdAt), desc(tokenClaims.id))
    .limit(limit);
}

/** A user's paid claims by id, after `after`: what their wallet must have issued. */
export function listPaidClaims(db: Db, userId: string, after: string, limit: number) {
  return db
    .select({ id: tokenClaims.id, kind: tokenClaims.kind, amount: tokenClaims.amount })
    .from(tokenClaims)
    .where(
      and(
        eq(tokenClaims.userId, userId),
        eq(tokenClaims.state, "claimed"),
        sql`${tokenClaims.id} > ${after}`,
      ),
    )
    .orderBy(asc(tokenClaims.id))
    .limit(limit);
}

/** Wallets that this one has sent tips to or received them from, and those that are sending something now. */
export async function listPeers(db: Db, wallet: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select to_wallet as id from ${tips} where from_wallet = ${wallet}
    union select from_wallet from ${tips} where to_wallet = ${wallet}
    union select id from (select id from ${wallets} where outgoing > 0 and id <> ${wallet} limit ${limit})`);
  return rows.map(({ id }) => id);
}
