/** A Worker for the bench: real wallets and D1, and a room and an inbox that store what they are told. */
import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";
import type { TipNews, TipOrder } from "#app/domains/value/tokens/port.ts";
import { wallet } from "#durable-objects/stubs.ts";
import type { HonoEnv } from "#workers/hono.ts";

export { Wallet } from "#durable-objects/wallet/wallet.ts";

/** A room's ledger: each tip once. */
export class LedgerRoom extends DurableObject {
  readonly #sql = this.ctx.storage.sql;

  async tipped({ tip, amount }: TipNews): Promise<void> {
    this.#sql.exec(
      "create table if not exists tips (tip text primary key, amount integer not null, told integer not null)",
    );
    this.#sql.exec(
      "insert into tips (tip, amount, told) values (?, ?, 1) on conflict (tip) do update set told = told + 1",
      tip,
      amount,
    );
  }

  async ledger(): Promise<Record<string, SqlStorageValue>[]> {
    return this.#sql.exec("select * from tips").toArray();
  }
}

/** The notices of a performer: one a key, with its last text. */
export class LastInbox extends DurableObject {
  readonly #sql = this.ctx.storage.sql;

  async notify({ key, message }: { key: string; message: string }): Promise<void> {
    this.#create();
    this.#sql.exec("insert or ignore into notices (key, message) values (?, ?)", key, message);
  }

  async reword(key: string, message: string): Promise<void> {
    this.#create();
    this.#sql.exec("update notices set message = ? where key = ?", message, key);
  }

  async list(): Promise<Record<string, SqlStorageValue>[]> {
    this.#create();
    return this.#sql.exec("select * from notices").toArray();
  }

  #create(): void {
    this.#sql.exec("create table if not exists notices (key text primary key, message text not null)");
  }
}

const app = new Hono<HonoEnv>()
  .get("/ready", (c) => c.json(true))
  .post("/mint/:wallet", async (c) => {
    const id = c.req.param("wallet");
    const claim = { id: `claim-${id}`, kind: "grant", amount: Number(c.req.query("amount")) } as const;
    return c.json(await wallet(c.env, id).mint([claim]));
  })
  .post("/tip/:wallet", async (c) =>
    c.json(await wallet(c.env, c.req.param("wallet")).tip(await c.req.json<TipOrder>())),
  )
  .get("/books/:wallet", async (c) => {
    const stub = wallet(c.env, c.req.param("wallet"));
    const { wrong, summary } = await stub.check();
    return c.json({ wrong, summary, entries: (await stub.entries(0)).entries });
  })
  .get("/ledger/:room", async (c) => {
    const room = c.env.PROFILE_ROOM.getByName(c.req.param("room"));
    return c.json(await (room as unknown as DurableObjectStub<LedgerRoom>).ledger());
  })
  .get("/notices/:user", async (c) => {
    const inbox = c.env.INBOX.getByName(c.req.param("user"));
    return c.json(await (inbox as unknown as DurableObjectStub<LastInbox>).list());
  });

export default app;
