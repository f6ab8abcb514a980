/** Limits, frozen wallets, tips that are given back, notices, closed wallets, and wallets that were set back. */
import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { findWalletOf, recordWallet, type WalletCopy } from "#app/domains/value/tokens/queries/wallets.ts";
import { tokenLimits } from "#app/domains/value/tokens/rules.ts";
import { openDb } from "#db/client.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import {
  booksOf,
  kill,
  makeOwner,
  type Owner,
  rowsOf,
  settle,
  ToldRoom,
  tipFrom,
  tipRows,
} from "#tests/helpers/wallets.ts";
import { Inbox } from "../inbox/inbox.ts";
import { ProfileRoom } from "../room/profile-room.ts";
import { inbox, wallet } from "../stubs.ts";
import { WalletKeys } from "./keys/wallet-keys.ts";
import { Wallet } from "./wallet.ts";

const noon = Date.parse("2030-05-01T12:00:00Z");
const dayMs = 24 * 3_600_000;
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

let warn: MockInstance<typeof console.warn>;
let room: ToldRoom;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  room = new ToldRoom();
  vi.spyOn(ProfileRoom.prototype, "tipped").mockImplementation(room.tipped);
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const tip = (from: Owner, to: Owner, order: Parameters<typeof tipFrom>[2] = {}) =>
  wallet(env, from.wallet).tip(tipFrom(from, to, order));

/** Returns the tip's id, once it has arrived. */
async function tipped(from: Owner, to: Owner, order: Parameters<typeof tipFrom>[2] = {}): Promise<string> {
  const answer = await tip(from, to, order);
  if (!answer.ok) throw new Error(answer.code);
  await settle(from.wallet);
  return answer.transfer;
}

let acts = 0;
const giveBack = (
  by: Owner,
  to: Owner,
  of: string,
  amount: number,
  authorisation: "session" | `operator:${string}` = "session",
) =>
  wallet(env, by.wallet).giveBack({ id: `act-${++acts}`, tip: of, from: to.wallet, amount, authorisation });

describe("limits", () => {
  test("ten tips a minute, and 500 tokens a day by log-in or 5,000 with a device", async () => {
    const [ann, dee] = [await makeOwner(100_000), await makeOwner()];
    for (let n = 0; n < tokenLimits.tipsPerMinute; n++)
      expect(await tip(ann, dee)).toMatchObject({ ok: true });
    expect(await tip(ann, dee)).toMatchObject({ ok: false, code: "tip-limit" });
    pass(60_001);
    expect(await tip(ann, dee, { amount: 491 })).toMatchObject({ code: "tip-limit" });
    expect(await tip(ann, dee, { amount: 490 })).toMatchObject({ ok: true });
    vi.spyOn(WalletKeys.prototype, "allows").mockImplementation(async ({ device }) => ({
      ok: true,
      authorisation: device === null ? "session" : `device:${device.id}`,
    }));
    const device = { id: "phone", signature: "signed", at: noon };
    pass(60_001);
    for (let n = 0; n < 4; n++)
      expect(await tip(ann, dee, { amount: 1_000, device })).toMatchObject({ ok: true });
    expect(await tip(ann, dee, { amount: 501, device })).toMatchObject({ code: "tip-limit" });
    expect(await tip(ann, dee, { amount: 500, device })).toMatchObject({ ok: true });
    expect(
      (await rowsOf(ann.wallet, "select distinct authorisation as by from entries")).map(({ by }) => by),
    ).toEqual(expect.arrayContaining(["session", "device:phone"]));
    pass(dayMs);
    expect(await tip(ann, dee, { amount: 500 })).toMatchObject({ ok: true });
    for (const amount of [0, -1, 1.5, 1_001, Number.NaN])
      expect(await tip(ann, dee, { amount })).toMatchObject({ code: "tip-amount" });
    expect(await tip(ann, ann)).toMatchObject({ code: "tip-self" });
  });

  test("an order that is signed by no device of the wallet is refused for good, an accepted one is answered again", async () => {
    const [ann, dee] = [await makeOwner(100), await makeOwner()];
    const device = { id: "phone", signature: "forged", at: noon };
    const order = tipFrom(ann, dee, { device });
    const allows = vi.spyOn(WalletKeys.prototype, "allows");
    allows.mockResolvedValueOnce({ ok: false, code: "device-refused" });
    expect(await wallet(env, ann.wallet).tip(order)).toEqual({ ok: false, code: "device-refused" });
    allows.mockResolvedValue({ ok: true, authorisation: "device:phone" });
    expect(await wallet(env, ann.wallet).tip(order)).toEqual({ ok: false, code: "device-refused" });
    const signed = tipFrom(ann, dee, { device });
    const answer = await wallet(env, ann.wallet).tip(signed);
    allows.mockResolvedValue({ ok: false, code: "device-refused" });
    expect(await wallet(env, ann.wallet).tip(signed)).toEqual(answer);
    expect(answer).toMatchObject({ ok: true });
  });
});

test("a frozen wallet takes credits and refuses debits, and one whose counters are wrong freezes itself", async () => {
  const [ann, dee] = [await makeOwner(100), await makeOwner(10)];
  await wallet(env, dee.wallet).freeze("Asked for by its owner.");
  await tipped(ann, dee, { amount: 5 });
  expect(await tip(dee, ann)).toEqual({ ok: false, code: "wallet-frozen" });
  expect(await wallet(env, dee.wallet).mint([{ id: "late", kind: "grant", amount: 1 }])).toMatchObject({
    ok: false,
  });
  expect(await wallet(env, dee.wallet).summary()).toMatchObject({
    state: "frozen",
    frozenReason: "Asked for by its owner.",
    balance: 15,
  });
  await settle(dee.wallet);
  expect((await booksOf(dee.wallet)).row).toMatchObject({
    frozen_at: noon,
    frozen_reason: "Asked for by its owner.",
    spendable: 15,
  });
  await wallet(env, dee.wallet).unfreeze();
  expect(await wallet(env, dee.wallet).summary()).toMatchObject({ state: "open", frozenReason: null });
  await settle(dee.wallet);
  expect((await booksOf(dee.wallet)).row).toMatchObject({ frozen_at: null, frozen_reason: null });
  expect((await wallet(env, dee.wallet).check()).wrong).toEqual([]);
  await runInDurableObject(wallet(env, dee.wallet), (_, { storage }) =>
    storage.sql.exec("update accounts set credits = credits + 1 where name = 'spendable'"),
  );
  const { wrong, summary } = await wallet(env, dee.wallet).check();
  expect(wrong).toEqual(["spendable is not the sum of its entries"]);
  expect(summary.state).toBe("frozen");
  expect(JSON.stringify(warn.mock.calls)).toContain("wallet-wrong");
});

describe("a tip that is given back", () => {
  test("goes in parts, never more than the tip, and D1 has the sum", async () => {
    const [ann, dee] = [await makeOwner(100), await makeOwner()];
    const transfer = await tipped(ann, dee, { amount: 25 });
    for (const [amount, reversed] of [
      [10, 10],
      [5, 15],
      [10, 25],
    ] as const) {
      expect(await giveBack(dee, ann, transfer, amount)).toMatchObject({ ok: true, amount });
      await settle(dee.wallet);
      expect(await tipRows(transfer)).toMatchObject([{ amount: 25, reversed }]);
    }
    expect(await giveBack(dee, ann, transfer, 1)).toMatchObject({ code: "tip-amount" });
    expect(await booksOf(ann.wallet)).toMatchObject({ balance: 100, sent: 25, received: 25 });
    expect(await booksOf(dee.wallet)).toMatchObject({ balance: 0, sent: 25, received: 25 });
    expect([...room.shown.keys()]).toEqual([transfer]);
    // What came back cannot be given back.
    const { entries } = await wallet(env, ann.wallet).entries(0);
    const receipt = entries.find(({ kind }) => kind === "receive");
    expect(await giveBack(ann, dee, receipt?.reference ?? "", 10)).toMatchObject({ code: "not-found" });
  });

  test("before D1 has the tip is recorded once it does, and after 30 days only by an operator", async () => {
    const [ann, dee] = [await makeOwner(100), await makeOwner()];
    const transfer = await tipped(ann, dee, { amount: 25 });
    await env.DB.prepare("delete from tips where id = ?").bind(transfer).run();
    const tried = "select 1 from deliveries where tries > 1";
    await giveBack(dee, ann, transfer, 5);
    await settle(dee.wallet, { isDone: async () => (await rowsOf(dee.wallet, tried)).length > 0 });
    await env.DB.prepare(
      "insert into tips (id, from_wallet, to_wallet, amount, tipped_at) values (?, ?, ?, 25, 1)",
    )
      .bind(transfer, ann.wallet, dee.wallet)
      .run();
    await settle(dee.wallet);
    expect(await tipRows(transfer)).toMatchObject([{ reversed: 5 }]);
    pass(31 * dayMs);
    expect(await giveBack(dee, ann, transfer, 5)).toMatchObject({ code: "give-back-late" });
    await wallet(env, dee.wallet).freeze("Looked at.");
    expect(await giveBack(dee, ann, transfer, 5)).toMatchObject({ code: "wallet-frozen" });
    expect(await giveBack(dee, ann, transfer, 5, "operator:act")).toMatchObject({ ok: true });
    await settle(dee.wallet);
    expect(await tipRows(transfer)).toMatchObject([{ reversed: 10 }]);
  });
});

test("a performer gets one notice for each broadcast or day, whose text grows, also while D1 and the inbox fail", async () => {
  const [ann, dee] = [await makeOwner(1_000), await makeOwner()];
  const notices = async () =>
    (await inbox(env, dee.id).notices()).filter(({ kind }) => kind === "tip").map(({ message }) => message);
  const onAir = { place: { broadcastId: "broadcast" } };
  await tipped(ann, dee, { amount: 1, ...onAir });
  await settle(dee.wallet);
  expect(await notices()).toEqual(["1 tip, 1 token"]);
  await tipped(ann, dee, { amount: 20, isHidden: true, ...onAir });
  await tipped(ann, dee, { amount: 4, ...onAir });
  // Its first try has its effect, but the answer is lost.
  const reword = Reflect.get(Inbox.prototype, "reword") as Inbox["reword"];
  vi.spyOn(Inbox.prototype, "reword").mockImplementationOnce(async function (this: Inbox, ...said) {
    await reword.apply(this, said);
    throw new Error("lost");
  });
  await settle(dee.wallet);
  expect(await notices()).toEqual(["3 tips, 25 tokens"]);
  await tipped(ann, dee, { amount: 7 });
  const notify = Reflect.get(Inbox.prototype, "notify") as Inbox["notify"];
  vi.spyOn(Inbox.prototype, "notify").mockImplementationOnce(async function (this: Inbox, notice) {
    await notify.call(this, notice);
    throw new Error("lost");
  });
  await settle(dee.wallet, { isDone: async () => true });
  await tipped(ann, dee, { amount: 3 });
  await kill(dee.wallet);
  await settle(dee.wallet);
  expect(await notices()).toEqual(["2 tips, 10 tokens", "3 tips, 25 tokens"]);
  pass(dayMs);
  await tipped(ann, dee, { amount: 2 });
  await settle(dee.wallet);
  expect(await notices()).toEqual(["1 tip, 2 tokens", "2 tips, 10 tokens", "3 tips, 25 tokens"]);
});

describe("a closed wallet", () => {
  test("returns what comes, keeps only its counters, and never credits again", async () => {
    const [ann, dee] = [await makeOwner(100), await makeOwner(50)];
    await tipped(ann, dee, { amount: 25 });
    await settle(dee.wallet);
    await wallet(env, dee.wallet).close();
    await settle(dee.wallet);
    const closed = { state: "closed", balance: 0, received: 25 };
    expect(await booksOf(dee.wallet)).toMatchObject({
      ...closed,
      row: { spendable: 0, received: 25, retired: 75, issued: 50, closed_at: noon, size: 3 },
    });
    expect(await storageOf(wallet(env, dee.wallet))).not.toMatch(
      new RegExp([ann.wallet, ann.id, dee.id, `claim-${dee.wallet}`].join("|")),
    );
    for (const table of ["entries", "decided", "deliveries", "tip_notices"])
      expect(await rowsOf(dee.wallet, `select * from ${table}`)).toEqual([]);
    await tipped(ann, dee, { amount: 10 });
    expect(await booksOf(ann.wallet)).toMatchObject({ balance: 75, outgoing: 0, sent: 25 });
    const [returned, sent] = await wallet(env, ann.wallet).activity({ before: null, limit: 2 });
    expect([returned?.kind, sent?.state]).toEqual(["return", "returned"]);
    await kill(dee.wallet);
    expect(await booksOf(dee.wallet)).toMatchObject(closed);
    expect((await wallet(env, dee.wallet).check()).wrong).toEqual([]);
    expect(await tip(dee, ann)).toMatchObject({ code: "wallet-frozen" });
    await wallet(env, dee.wallet).close();
  });

  test("first delivers what is under way, and gets back what cannot be", async () => {
    const [ann, dee, bo] = [await makeOwner(100), await makeOwner(), await makeOwner()];
    const receive = vi.spyOn(Wallet.prototype, "receive").mockRejectedValue(new Error("away"));
    await tip(ann, dee, { amount: 25 });
    await tip(ann, bo, { amount: 5 });
    await wallet(env, ann.wallet).close();
    await settle(ann.wallet, { isDone: async () => true });
    expect(await booksOf(ann.wallet)).toMatchObject({ state: "closing", balance: 70, outgoing: 30 });
    await wallet(env, bo.wallet).close();
    receive.mockRestore();
    const isClosed = async () => (await booksOf(ann.wallet)).state === "closed";
    await settle(ann.wallet, { isDone: isClosed });
    await settle(ann.wallet);
    expect(await booksOf(dee.wallet)).toMatchObject({ balance: 25, received: 25 });
    const { row } = await booksOf(ann.wallet);
    expect(row).toMatchObject({ spendable: 0, outgoing: 0, sent: 25, retired: 75, issued: 100 });
  });

  test("does not return a tip that it had taken, whose answer was lost", async () => {
    const [ann, dee] = [await makeOwner(100), await makeOwner()];
    const receive = Reflect.get(Wallet.prototype, "receive") as Wallet["receive"];
    const lost = vi.spyOn(Wallet.prototype, "receive").mockImplementation(async function (
      this: Wallet,
      credited,
    ) {
      await receive.call(this, credited);
      throw new Error("lost");
    });
    await tip(ann, dee, { amount: 25 });
    await vi.waitFor(async () => expect((await booksOf(dee.wallet)).balance).toBe(25));
    await wallet(env, dee.wallet).close();
    lost.mockRestore();
    await settle(ann.wallet);
    expect(await booksOf(ann.wallet)).toMatchObject({ balance: 75, outgoing: 0, sent: 25 });
    // Afterwards nobody asks any more.
    pass(36 * dayMs);
    await runInDurableObject(wallet(env, dee.wallet), (instance) => instance.alarm());
    expect(await rowsOf(dee.wallet, "select * from closed_receipts")).toEqual([]);
    expect(await booksOf(dee.wallet)).toMatchObject({ state: "closed", received: 25 });
  });
});

test("D1 has nothing of the owner of a wallet as soon as it is closed, also where an older copy arrives late", async () => {
  const dee = await makeOwner(50);
  const db = openDb(env.DB);
  await wallet(env, dee.wallet).freeze("Asked for by Dee.");
  await settle(dee.wallet);
  const older = await findWalletOf(db, dee.id);
  expect(older).toMatchObject({ frozenReason: "Asked for by Dee.", closedAt: null });
  await wallet(env, dee.wallet).close();
  const closed = { frozen_at: null, frozen_reason: null, closed_at: noon };
  expect((await booksOf(dee.wallet)).row).toMatchObject(closed);
  await recordWallet(db, older as WalletCopy, false);
  expect((await booksOf(dee.wallet)).row).toMatchObject(closed);
});

describe("a wallet that was set back", () => {
  /**
   * Sets a wallet back as a point-in-time recovery does it: entries after `size` are gone, and what follows from them.
   */
  const setBack = (owner: Owner, size: number) =>
    runInDurableObject(wallet(env, owner.wallet), (_, { storage }) =>
      storage.transactionSync(() => {
        const { sql } = storage;
        const trigger = "select sql from sqlite_master where name = 'entries_no_delete'";
        const { sql: again } = sql.exec<{ sql: string }>(trigger).one();
        sql.exec("drop trigger entries_no_delete");
        sql.exec("delete from entries where seq > ?", size);
        sql.exec(again);
        sql.exec("delete from accounts");
        sql.exec(`insert into accounts (name, debits, credits) select name, sum(debited), sum(credited) from (
          select debit as name, amount as debited, 0 as credited from entries
          union all select credit, 0, amount from entries) group by name`);
        sql.exec(
          "update head set size = ?1, hash = (select hash from entries where seq = ?1), at = (select at from entries where seq = ?1)",
          size,
        );
      }),
    );

  const known = async (owner: Owner, peers: Owner[]) => {
    const all = await Promise.all(peers.map((peer) => wallet(env, peer.wallet).between(owner.wallet)));
    return { received: all.flatMap(({ received }) => received), sent: all.flatMap(({ sent }) => sent) };
  };

  test("gets again what its peers know, each once, and stays frozen until it is unfrozen", async () => {
    const [ann, dee, bo] = [await makeOwner(100), await makeOwner(100), await makeOwner(100)];
    const first = await tipped(ann, dee, { amount: 25 });
    await tipped(bo, ann, { amount: 40 });
    await tipped(ann, bo, { amount: 60 });
    await giveBack(dee, ann, first, 5);
    await settle(dee.wallet);
    await settle(ann.wallet);
    const before = await booksOf(ann.wallet);
    expect(before).toMatchObject({ balance: 60, sent: 85, received: 45 });
    // Its claim alone is left.
    await setBack(ann, 1);
    expect((await wallet(env, ann.wallet).check()).wrong).toEqual([]);
    expect(await booksOf(ann.wallet)).toMatchObject({ balance: 100, sent: 0, received: 0 });
    const all = await known(ann, [dee, bo]);
    expect(await wallet(env, ann.wallet).resettle(all)).toEqual({ added: 6, short: 0 });
    expect(await wallet(env, ann.wallet).resettle(all)).toEqual({ added: 0, short: 0 });
    expect((await wallet(env, ann.wallet).check()).wrong).toEqual([]);
    await settle(ann.wallet);
    expect(await booksOf(ann.wallet)).toMatchObject({
      balance: 60,
      sent: 85,
      received: 45,
      state: "frozen",
      row: { spendable: 60, sent: 85, received: 45 },
    });
    expect(await tip(ann, dee)).toMatchObject({ code: "wallet-frozen" });
    await wallet(env, ann.wallet).unfreeze();
    expect(await tip(ann, dee)).toMatchObject({ ok: true });
  });

  test("reports the sends that its balance does not cover, and takes them once its claims are back", async () => {
    const [ann, dee] = [await makeOwner(10), await makeOwner()];
    const more = [{ id: "more", kind: "grant", amount: 50 } as const];
    await wallet(env, ann.wallet).mint(more);
    await tipped(ann, dee, { amount: 55 });
    await setBack(ann, 1);
    const all = await known(ann, [dee]);
    expect(await wallet(env, ann.wallet).resettle(all)).toEqual({ added: 0, short: 55 });
    expect(await wallet(env, ann.wallet).resettle({ ...all, minted: more })).toEqual({ added: 3, short: 0 });
    await settle(ann.wallet);
    expect(await booksOf(ann.wallet)).toMatchObject({
      balance: 5,
      sent: 55,
      state: "frozen",
      row: { spendable: 5 },
    });
  });
});
