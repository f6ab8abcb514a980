/** Tips while the runtime is killed again and again: what was acknowledged is at both ends, shown and recorded, once. */
import { setTimeout as sleep } from "node:timers/promises";
import type { SendAnswer } from "#app/domains/value/tokens/book.ts";
import type { TipOrder, WalletSummary } from "#app/domains/value/tokens/port.ts";
import type { Entry } from "#packages/ledger/entries.ts";
import type { BenchOptions } from "../options.ts";
import type { Chapter } from "../report.ts";
import { KilledRuntime } from "./killed-runtime.ts";

/** Time that the runtime lives once it is started again, ms. */
const livesMs = { min: 100, max: 1_200 } as const;
const restMs = 60_000;
const listeners = 60;
const performers = 3;
const tokens = 400;

interface Books {
  wrong: string[];
  summary: WalletSummary;
  entries: Entry[];
}

interface Tip {
  transfer: string;
  from: string;
  to: string;
  amount: number;
}

const names = (kind: string, count: number) => Array.from({ length: count }, (_, n) => `${kind}${n}`);
const senders = names("listener", listeners);
const receivers = names("performer", performers);

export async function benchWalletKills({ kills }: BenchOptions): Promise<Chapter> {
  const runtime = await KilledRuntime.open();
  try {
    await addPeople(runtime);
    for (const id of senders) await runtime.ask(`/mint/${id}?amount=${tokens}`, {});
    const acked = new Map<string, Tip>();
    const faults: string[] = [];
    let isOver = false;
    const tipping = senders.map((from, n) =>
      tipOn(runtime, from, n, { acked, faults, isOver: () => isOver }),
    );
    for (let kill = 0; kill < kills; kill++) {
      await sleep(livesMs.min + Math.random() * (livesMs.max - livesMs.min));
      await runtime.kill();
    }
    isOver = true;
    await Promise.all(tipping);
    return await toChapter(runtime, { kills, acked: [...acked.values()], faults });
  } finally {
    await runtime.close();
  }
}

async function addPeople(runtime: KilledRuntime): Promise<void> {
  const db = await runtime.database();
  const user = db.prepare(
    "insert into users (id, username, username_key, email, email_key, password_hash, created_at) values (?1, ?1, ?1, ?1, ?1, '', 0)",
  );
  const row = db.prepare("insert into wallets (id, user_id, created_at) values (?1, ?1, 0)");
  for (const id of [...senders, ...receivers]) await db.batch([user.bind(id), row.bind(id)]);
}

/** One tip after another, each again until it is answered; the same order always has the same answer. */
async function tipOn(
  runtime: KilledRuntime,
  from: string,
  offset: number,
  { acked, faults, isOver }: { acked: Map<string, Tip>; faults: string[]; isOver: () => boolean },
): Promise<void> {
  const person = (id: string) => ({ userId: id, username: id, badge: null });
  for (let count = 0; !isOver(); count++) {
    const to = receivers[(count + offset) % receivers.length] ?? "";
    const amount = 1 + (count % 3);
    const heard = { stageId: null, setId: null, playId: null, performance: null, mediaAt: 1 };
    const order: TipOrder = {
      id: `${from}-${count}`,
      amount,
      content: `${to} ${amount}`,
      isHidden: false,
      from: person(from),
      target: {
        ok: true,
        wallet: to,
        to: person(to),
        place: { room: `profile/${to}`, broadcastId: `broadcast-${to}`, ...heard },
      },
      device: null,
    };
    const answer = await untilAnswered(runtime, from, order);
    // Often the first answer was lost: this one is compared with it.
    const again = await untilAnswered(runtime, from, order);
    if (JSON.stringify(again) !== JSON.stringify(answer)) faults.push(`${order.id} has two answers`);
    if (answer.ok) acked.set(order.id, { transfer: answer.transfer, from, to, amount });
    // Within ten a minute, mostly.
    await sleep(answer.ok ? 2_000 * Math.random() : 5_000);
  }
}

async function untilAnswered(runtime: KilledRuntime, from: string, order: TipOrder): Promise<SendAnswer> {
  for (;;) {
    try {
      return await runtime.ask<SendAnswer>(`/tip/${from}`, order);
    } catch {
      await sleep(50);
    }
  }
}

async function toChapter(
  runtime: KilledRuntime,
  { kills, acked, faults }: { kills: number; acked: Tip[]; faults: string[] },
): Promise<Chapter> {
  const restedMs = await rest(runtime);
  const books = new Map<string, Books>();
  for (const id of [...senders, ...receivers]) books.set(id, await runtime.ask<Books>(`/books/${id}`));
  const all = [...books.values()].flatMap(({ entries }) => entries);
  const of = (kind: Entry["kind"]) =>
    Map.groupBy(
      all.filter((entry) => entry.kind === kind),
      ({ reference }) => reference,
    );
  const [sent, confirmed, received] = [of("send"), of("confirm"), of("receive")];
  const shown = (
    await Promise.all(receivers.map((id) => runtime.ask<{ tip: string; told: number }[]>(`/ledger/${id}`)))
  ).flat();
  const room = Map.groupBy(shown, ({ tip }) => tip);
  const db = await runtime.database();
  const { results: rows } = await db
    .prepare("select id, amount, from_wallet, to_wallet from tips")
    .all<{ id: string }>();
  const recorded = Map.groupBy(rows, ({ id }) => id);
  const isOnce = ({ transfer }: Tip) =>
    [sent, confirmed, received, room, recorded].every((found) => found.get(transfer)?.length === 1);
  const everywhere = [sent, confirmed, received, room, recorded].map(({ size }) => size);
  const drift = await driftOf(runtime, books);
  return {
    name: "wallet-kills",
    title: "Tips while the runtime is killed",
    method: `${listeners} people tip ${performers} performers, each tip again until it is answered and once more after that, while \`kill -9\` ends the runtime with all wallets, rooms and D1 ${kills} times, 0.1 to 1.2 s after it is started again. Then every book, the rooms' ledgers, D1 and the notices are compared with what was acknowledged. The rooms store what they are told by id.`,
    figures: [
      {
        what: "tips acknowledged / sent, confirmed, received, shown, recorded",
        value: `${acked.length} / ${everywhere.join(", ")}`,
      },
      {
        what: "acknowledged, and not exactly once everywhere",
        value: String(acked.filter((tip) => !isOnce(tip)).length),
        aim: "0",
      },
      {
        what: "sent, and not everywhere",
        value: String(Math.max(...everywhere) - Math.min(...everywhere)),
        aim: "0",
      },
      { what: "told to a room more than once", value: String(shown.filter(({ told }) => told > 1).length) },
      { what: "orders with two answers", value: String(faults.length), aim: "0" },
      { what: "books that do not fold, or differ from D1", value: String(drift.books), aim: "0" },
      { what: "tokens issued − held", value: String(drift.supply), aim: "0" },
      {
        what: "performers whose notice has another sum",
        value: String(await wrongNotices(runtime, books)),
        aim: "0",
      },
      { what: "at rest after", value: `${(restedMs / 1_000).toFixed(1)} s` },
    ],
    voidBecause: acked.length === 0 ? ["No tip was acknowledged."] : [],
  };
}

/** Waits until every delivery is over and D1 has every counter; returns how long. */
async function rest(runtime: KilledRuntime): Promise<number> {
  const begunAt = Date.now();
  while (Date.now() - begunAt < restMs) {
    const summaries = await Promise.all(
      [...senders, ...receivers].map(async (id) => ({ id, ...(await runtime.ask<Books>(`/books/${id}`)) })),
    );
    const db = await runtime.database();
    const { results } = await db.prepare("select id, size from wallets").all<{ id: string; size: number }>();
    const sizes = new Map(results.map(({ id, size }) => [id, size]));
    const { tips } = (await db.prepare("select count(*) as tips from tips").first<{ tips: number }>()) ?? {
      tips: 0,
    };
    const sends = summaries.flatMap(({ entries }) => entries).filter(({ kind }) => kind === "send").length;
    const isDone = summaries.every(
      ({ id, summary: { outgoing, head } }) => outgoing === 0 && sizes.get(id) === head.size,
    );
    if (isDone && tips === sends) break;
    await sleep(500);
  }
  // The last notices are gathered for five seconds.
  await sleep(7_000);
  return Date.now() - begunAt - 7_000;
}

async function driftOf(runtime: KilledRuntime, books: ReadonlyMap<string, Books>) {
  const db = await runtime.database();
  let [wrongBooks, held] = [0, 0];
  for (const [id, { wrong, summary }] of books) {
    const row = await db
      .prepare("select * from wallets where id = ?")
      .bind(id)
      .first<Record<string, unknown>>();
    const isSame =
      row?.["spendable"] === summary.balance &&
      row["sent"] === (summary.accounts.sent?.credits ?? 0) &&
      row["received"] === (summary.accounts.received?.debits ?? 0) &&
      row["head"] === summary.head.hash;
    if (wrong.length > 0 || !isSame) wrongBooks += 1;
    held += summary.balance + summary.outgoing;
  }
  return { books: wrongBooks, supply: listeners * tokens - held };
}

/** Counts the performers who were not told of exactly what they have received. */
async function wrongNotices(runtime: KilledRuntime, books: ReadonlyMap<string, Books>): Promise<number> {
  let wrong = 0;
  for (const id of receivers) {
    const amounts = (books.get(id)?.entries ?? []).map(({ amount }) => amount);
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    const notices = await runtime.ask<{ message: string }[]>(`/notices/${id}`);
    const said = notices.map(({ message }) => message.match(/\d+/g)?.join());
    if (said.length !== 1 || said[0] !== `${amounts.length},${sum}`) wrong += 1;
  }
  return wrong;
}
