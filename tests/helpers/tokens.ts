/** People with tokens, claims and tips, as rows and in real wallets. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import type { AppContext, Viewer } from "#app/context.ts";
import { reviewClaims } from "#app/domains/value/tokens/review-claims.server.ts";
import { ensureWallet } from "#app/domains/value/tokens/wallet-of.server.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { createAppContext } from "#workers/context.ts";
import { makePerson, type Person } from "./people.ts";

const dayMs = 24 * 3_600_000;
const db = openDb(env.DB);

/** The context of an operation, with another clock or daily budget where they are given. */
export function tokenContext(
  facts: { now?: () => number; tokensPerDay?: number; viewer?: Person } = {},
): AppContext {
  const { now = Date.now, tokensPerDay, viewer } = facts;
  const asViewer = viewer === undefined ? null : ({ id: viewer.id, username: viewer.username } as Viewer);
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, asViewer);
  const config = tokensPerDay === undefined ? ctx.config : { ...ctx.config, tokensPerDay };
  return { ...ctx, clock: { now }, config };
}

/** The hourly job, all of it. */
export const runClaims = (ctx = tokenContext()) => reviewClaims(ctx, { people: 10_000, claimants: 100 });

/** A user of 30 days whose address is confirmed. */
export function makeMember(facts: Parameters<typeof makePerson>[0] = {}): Promise<Person> {
  const createdAt = Date.now() - 30 * dayMs;
  return makePerson({ createdAt, emailVerifiedAt: createdAt, ...facts });
}

/** One listen of another performance at each of these times. */
export async function hear(person: { id: string }, ...times: number[]): Promise<void> {
  for (const listenedAt of times)
    await db
      .insert(tables.listens)
      .values({ performance: ulid(), listener: person.id, performerId: "someone", listenedAt });
}

export async function addClaim(
  person: { id: string },
  facts: Partial<typeof tables.tokenClaims.$inferInsert> = {},
): Promise<string> {
  const id = ulid();
  const now = Date.now();
  await db.insert(tables.tokenClaims).values({
    id,
    userId: person.id,
    kind: "steady",
    source: id,
    amount: 15,
    createdAt: now,
    ripeAt: now,
    expiresAt: now + dayMs,
    ...facts,
  });
  return id;
}

/** The id of a wallet that has issued so much. */
export async function walletWith(person: { id: string }, amount: number): Promise<string> {
  const { row, live } = await ensureWallet(tokenContext(), person.id);
  if (amount > 0) await live.mint([{ id: ulid(), kind: "grant", amount }]);
  return row.id;
}

export async function addTip(
  from: string,
  to: string,
  facts: Partial<typeof tables.tips.$inferInsert> = {},
): Promise<string> {
  const id = facts.id ?? ulid();
  await db
    .insert(tables.tips)
    .values({ id, fromWallet: from, toWallet: to, amount: 25, tippedAt: Date.now(), ...facts });
  return id;
}

/** Stores the findings of a reconciliation; nothing: everything is in order. */
export async function setDrift(...drift: string[]): Promise<void> {
  const checkedAt = Date.now();
  await db
    .insert(tables.tokenCheck)
    .values({ id: 1, checkedAt, drift })
    .onConflictDoUpdate({ target: tables.tokenCheck.id, set: { checkedAt, drift } });
}
