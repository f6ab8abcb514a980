/** Parts for the tests of wallets: wallets with tokens in them, tips, and what has become of them. */
import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import type { TipNews, TipOrder, TipPlace } from "#app/domains/value/tokens/port.ts";
import { ensureWalletOf } from "#app/domains/value/tokens/queries/wallets.ts";
import { openDb } from "#db/client.ts";
import { wallet } from "#durable-objects/stubs.ts";
import { makePerson, type Person } from "./people.ts";

export interface Owner extends Person {
  wallet: string;
}

let count = 0;

/** Someone with a wallet that has `tokens`. */
export async function makeOwner(tokens = 0): Promise<Owner> {
  const person = await makePerson();
  const id = `wallet${++count}`;
  await ensureWalletOf(openDb(env.DB), { id, userId: person.id, now: Date.now() });
  if (tokens > 0) await wallet(env, id).mint([{ id: `claim-${id}`, kind: "grant", amount: tokens }]);
  return { ...person, wallet: id };
}

export const namedOf = ({ id, username }: Person) => ({ userId: id, username, badge: null });

export const placeOf = (owner: Person, place: Partial<TipPlace> = {}): TipPlace => ({
  room: `profile/${owner.id}`,
  stageId: null,
  setId: null,
  broadcastId: null,
  performance: null,
  playId: null,
  mediaAt: 1,
  ...place,
});

/** A tip from one to another. */
export function tipFrom(
  from: Owner,
  to: Owner,
  order: Partial<TipOrder> & { place?: Partial<TipPlace> } = {},
) {
  const { place, ...rest } = order;
  const id = `request-${++count}`;
  const amount = rest.amount ?? 1;
  return {
    id,
    amount,
    content: `${to.id} ${amount}`,
    isHidden: false,
    from: namedOf(from),
    target: { ok: true, wallet: to.wallet, to: namedOf(to), place: placeOf(to, place) },
    device: null,
    ...rest,
  } satisfies TipOrder;
}

/** Makes everything due now, until nothing of this kind waits any more. */
export async function settle(
  id: string,
  { isDone = nothingWaits }: { isDone?: (id: string) => Promise<boolean> } = {},
) {
  for (;;) {
    await runInDurableObject(wallet(env, id), (_, { storage }) => {
      storage.sql.exec("update due set at = 1");
      storage.sql.exec("update deliveries set try_at = 0");
      storage.sql.exec("update outbox set due_at = 0");
    });
    await runDurableObjectAlarm(wallet(env, id)).catch(() => {});
    if (await isDone(id)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Whether everyone was told of everything. */
export async function nothingWaits(id: string): Promise<boolean> {
  const due = await rowsOf(id, "select name from due where name in ('copy', 'deliver', 'notices', 'outbox')");
  const rest = await rowsOf(id, "select transfer from deliveries union all select key from outbox");
  return due.length + rest.length === 0;
}

export const rowsOf = (id: string, sql: string) =>
  runInDurableObject(wallet(env, id), (_, { storage }) => storage.sql.exec(sql).toArray());

/** The object ends in the middle of what it does. */
export async function kill(id: string): Promise<void> {
  await runInDurableObject(wallet(env, id), (_, state) => state.abort("killed")).catch(() => {});
}

/** A room that shows each tip once, by its id, and counts how often it is told. */
export class ToldRoom {
  readonly shown = new Map<string, TipNews>();
  times = 0;
  /** Throws where the room is unavailable. */
  before: (news: TipNews) => void | Promise<void> = () => {};

  readonly tipped = async (news: TipNews): Promise<void> => {
    this.times += 1;
    await this.before(news);
    this.shown.set(news.tip, news);
  };
}

/** Every account of a wallet as its balance, with what D1 has of it. */
export async function booksOf(id: string) {
  const { balance, outgoing, accounts, state, head } = await wallet(env, id).summary();
  const row = await env.DB.prepare("select * from wallets where id = ?").bind(id).first();
  const sent = accounts.sent?.credits ?? 0;
  const received = accounts.received?.debits ?? 0;
  return { balance, outgoing, sent, received, state, size: head.size, row };
}

export const tipRows = async (transfer: string) =>
  (await env.DB.prepare("select * from tips where id = ?").bind(transfer).all()).results;
