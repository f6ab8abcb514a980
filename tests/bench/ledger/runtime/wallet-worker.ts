/** A Worker for the bench: sends tips between real wallet objects, and makes the same writes in D1 with `batch()`. */
import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";
import { ulid } from "ulidx";
import type { TipOrder } from "#app/domains/value/tokens/port.ts";
import { SqliteBookStore } from "#durable-objects/wallet/book-store.ts";
import { Wallet } from "#durable-objects/wallet/wallet.ts";
import { runLanes } from "./lanes.ts";

export { Limiter } from "#durable-objects/limiter/limiter.ts";

/** A room that is told of tips and keeps a value for it, and no more. */
export class QuietRoom extends DurableObject<Env> {
  async tipped(): Promise<void> {
    await this.ctx.storage.put("last", Date.now());
  }
}

const store = Object.getOwnPropertyDescriptors(SqliteBookStore.prototype);

// More than ten tips a minute, or 500 tokens a day, are refused: the bench counts them, and lets them pass.
SqliteBookStore.prototype.sentSince = function (at) {
  store.sentSince.value?.call(this, at);
  return { count: 0, amount: 0 };
};

/** Called when a delivery of this wallet has ended, by transfer. */
const waiting = new Map<string, () => void>();
SqliteBookStore.prototype.endDelivery = function (transfer) {
  store.endDelivery.value?.call(this, transfer);
  waiting.get(transfer)?.();
  waiting.delete(transfer);
};

export class MeasuredWallet extends Wallet {
  async bytes(): Promise<number> {
    return this.ctx.storage.sql.databaseSize;
  }

  /** Tips, and returns when the other wallet has been credited, this one has confirmed it and the room was told. */
  async tipAndWait(order: TipOrder): Promise<void> {
    const answer = await this.tip(order);
    if (!answer.ok) throw new Error(`refused: ${answer.code}`);
    await new Promise<void>((resolve) => waiting.set(answer.transfer, resolve));
  }
}

const person = { userId: "user", username: "Somebody", badge: null };
const place = { room: "stage/bench", stageId: "bench", setId: null, broadcastId: null } as const;
const stubOf = (env: Env, name: string) =>
  env.WALLET.getByName(name) as unknown as DurableObjectStub<MeasuredWallet>;

function orderFor(wallet: string): TipOrder {
  const target = {
    ok: true as const,
    wallet,
    to: person,
    place: { ...place, performance: null, playId: null, mediaAt: 1_767_225_600_000 },
  };
  const content = "stage/bench performer 1 shown";
  return { id: crypto.randomUUID(), amount: 1, content, isHidden: false, from: person, device: null, target };
}

const tip = (env: Env, from: string, to: string) => stubOf(env, from).tipAndWait(orderFor(to));

async function batch(env: Env, from: string, to: string): Promise<void> {
  const id = ulid();
  const entry = "insert into bench_entries (id, account, peer, amount, at) values (?, ?, ?, ?, ?)";
  await env.DB.batch([
    env.DB.prepare("insert into bench_decided (id, answer) values (?, ?)").bind(crypto.randomUUID(), id),
    env.DB.prepare("update bench_accounts set debits = debits + 1 where id = ?").bind(from),
    env.DB.prepare("update bench_accounts set credits = credits + 1 where id = ?").bind(to),
    env.DB.prepare(entry).bind(`send/${id}`, from, to, 1, Date.now()),
    env.DB.prepare(entry).bind(`receive/${id}`, to, from, 1, Date.now()),
  ]);
}

const app = new Hono<{ Bindings: Env }>()
  .post("/mint", async (c) => {
    const last = Number(c.req.query("last"));
    let next = Number(c.req.query("first"));
    const lane = async () => {
      while (next < last) {
        const index = next++;
        const claim = { id: `claim-${index}`, kind: "grant", amount: 1_000_000 } as const;
        await stubOf(c.env, `w${index}`).mint([claim]);
      }
    };
    await Promise.all(Array.from({ length: Number(c.req.query("lanes")) }, lane));
    return c.json(true);
  })
  /** `how`: `tip` or `batch`, among `wallets` that are spread over `of`. All go to `w0` where `hot` is 1. Returns what each took, ms: a tip until everyone was told. */
  .post("/run", async (c) => {
    const { how, hot, wallets, of, ms, lanes } = c.req.query();
    const step = Math.floor(Number(of) / Number(wallets));
    const send = how === "batch" ? batch : tip;
    const took = await runLanes(Number(lanes), Number(ms), () => {
      const [from, to] = pair(Number(wallets), hot === "1");
      return send(c.env, `w${from * step}`, `w${to * step}`);
    });
    return c.json(took);
  })
  /** Sends `count` tips from `w1` to `w0`. Returns the bytes of both before and after. */
  .post("/bytes", async (c) => {
    const bytes = async () => (await stubOf(c.env, "w0").bytes()) + (await stubOf(c.env, "w1").bytes());
    const before = await bytes();
    for (let count = Number(c.req.query("count")); count > 0; count -= 1) await tip(c.env, "w1", "w0");
    return c.json({ before, after: await bytes() });
  });

function pair(wallets: number, isHot: boolean): [from: number, to: number] {
  const to = isHot ? 0 : Math.floor(Math.random() * wallets);
  const other = Math.floor(Math.random() * (wallets - 1));
  return [other >= to ? other + 1 : other, to];
}

export default app;
