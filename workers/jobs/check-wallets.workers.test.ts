import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { findCheck } from "#app/domains/value/tokens/queries/token-check.ts";
import { areTokensPaused } from "#app/domains/value/tokens/queries/token-claims.ts";
import { openDb } from "#db/client.ts";
import { tokenActs, wallets } from "#db/schema/index.ts";
import {
  copy,
  makeWallet,
  mint,
  type OwnedWallet,
  setBack,
  tamper,
  tip,
} from "#tests/helpers/proof-world.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { checkWallets } from "./check-wallets.ts";
import { logHeads } from "./log-heads.ts";

const db = openDb(env.DB);
const rowOf = async ({ id }: OwnedWallet) => (await db.select().from(wallets).where(eq(wallets.id, id)))[0];
const change = ({ id }: OwnedWallet, columns: Partial<typeof wallets.$inferInsert>) =>
  db.update(wallets).set(columns).where(eq(wallets.id, id));

/** Returns the findings of a run; it says so in the log of errors. */
async function driftOf(instance: Partial<Env> = {}): Promise<string[]> {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await checkWallets({ ...env, ...instance });
  const { drift } = (await findCheck(db)) ?? { drift: ["nothing was stored"] };
  expect(said.mock.calls).toHaveLength(drift.length > 0 ? 1 : 0);
  said.mockRestore();
  expect(await areTokensPaused(db)).toBe(drift.length > 0);
  return drift;
}

let wallet: OwnedWallet;
beforeEach(async () => {
  // Every test has its own wallets: those of the one before may be broken.
  await db.delete(wallets);
  wallet = await makeWallet();
});

test("a world in order has no differences, and every wallet is checked", async () => {
  const other = await makeWallet(50);
  await tip(wallet, other, 25);
  await logHeads(env);
  expect(await driftOf()).toEqual([]);
  const { completeSince } = (await findCheck(db)) ?? {};
  expect(Date.now() - (completeSince ?? 0)).toBeLessThan(60_000);
  expect(await answerOf(request("/api/tokens/status"))).toEqual({ state: "operational" });
});

test("a copy that is on its way is no difference, and is looked at again", async () => {
  await wallet.live.mint([{ id: "on-its-way", kind: "grant", amount: 5 }]);
  await change(wallet, { size: 0, head: "", spendable: 0, issued: 0 });
  expect(await driftOf()).toEqual([]);
  expect(await rowOf(wallet)).toMatchObject({ checkedAt: null });
  await copy(wallet);
  expect(await driftOf()).toEqual([]);
  expect((await rowOf(wallet))?.checkedAt).not.toBeNull();
});

test("a counter that was changed in the database is found until it is right", async () => {
  await change(wallet, { spendable: 101 });
  const found = [
    `Wallet ${wallet.id}: the copy in the database has 101 spendable, the wallet 100.`,
    `Wallet ${wallet.id}: the sums of its copy in the database do not agree.`,
    "There are 1 tokens more than were issued.",
  ];
  expect(await driftOf()).toEqual(found);
  expect(await driftOf()).toEqual(found);
  await change(wallet, { spendable: 100 });
  expect(await driftOf()).toEqual([]);
});

test("a wallet that has not changed is found as well", async () => {
  expect(await driftOf()).toEqual([]);
  await change(wallet, { spendable: 99, issued: 99 });
  expect(await driftOf()).toEqual([
    `Wallet ${wallet.id}: the copy in the database has 99 spendable, the wallet 100.`,
    `Wallet ${wallet.id}: the copy in the database has 99 issued, the wallet 100.`,
  ]);
});

test("an entry that was changed in the wallet freezes it", async () => {
  await tamper(wallet, "update entries set amount = 101 where seq = 1");
  const drift = await driftOf();
  expect(drift).toContain(`Wallet ${wallet.id}: the hash of entry 1 is wrong.`);
  expect(await wallet.live.summary()).toMatchObject({ state: "frozen" });
});

test("a history that was written anew does not have the head that the database knows", async () => {
  await mint(wallet, 7);
  await driftOf();
  await tamper(
    wallet,
    `update entries set hash = '${"0".repeat(64)}' where seq = 2`,
    `update head set hash = '${"0".repeat(64)}'`,
  );
  await change(wallet, { checkedAt: null });
  expect(await driftOf()).toContain(`Wallet ${wallet.id}: the copy in the database has another entry 2.`);
});

test("a wallet that was set back is frozen, by its copy in the database", async () => {
  await mint(wallet, 7);
  await setBack(wallet, 7);
  expect(await driftOf()).toEqual([`Wallet ${wallet.id} was set back: 2 entries were known, it has 1.`]);
  expect(await wallet.live.summary()).toMatchObject({ state: "frozen", balance: 100 });
  expect(await rowOf(wallet)).toMatchObject({ frozenReason: expect.stringContaining("lost some") });
});

test("a wallet that was set back and has grown again is found by the log", async () => {
  await mint(wallet, 7);
  await logHeads(env);
  await setBack(wallet, 7);
  await change(wallet, { size: 0 });
  await mint(wallet, 8);
  await mint(wallet, 9);
  expect(await driftOf()).toEqual([`Wallet ${wallet.id} was set back: the log has another entry 2.`]);
  expect(await wallet.live.summary()).toMatchObject({ state: "frozen" });
});

test("a wallet that operators have had repaired gets a new copy and a new line", async () => {
  await mint(wallet, 7);
  await logHeads(env);
  await setBack(wallet, 7);
  expect(await driftOf()).toHaveLength(1);
  await db.insert(tokenActs).values({
    id: `act-${wallet.id}`,
    kind: "resettle",
    details: { wallet: wallet.id },
    reason: "restored",
    operatorId: "command",
    at: Date.now() + 1,
    state: "done",
  });
  await wallet.live.unfreeze();
  expect(await driftOf()).toEqual([]);
  expect(await rowOf(wallet)).toMatchObject({ size: 1, spendable: 100, issued: 100, loggedSize: 0 });
  await logHeads(env);
  expect(await rowOf(wallet)).toMatchObject({ loggedSize: 1 });
});

test("a tip that does not reach its performer is reported", async () => {
  await tamper(
    wallet,
    `insert into deliveries ("transfer", "to", amount, reverses, at, stage, details)
     values ('t', 'nobody', 1, null, ${Date.now() - 6 * 60_000}, 'news', 'null')`,
  );
  expect(await driftOf()).toEqual([
    `Wallet ${wallet.id}: a tip has been on its way for more than 5 minutes.`,
  ]);
});

test("more received than sent is a difference when two runs have found it", async () => {
  await wallet.live.receive({ from: "nobody", transfer: "t", amount: 3, reverses: null, news: null });
  await copy(wallet);
  expect(await driftOf()).toEqual([]);
  expect(await driftOf()).toEqual(["All wallets together have received 3 tokens more than were sent."]);
});

test("a wallet that does not answer is asked again, and reported after two hours", async () => {
  const away = { getByName: () => ({ check: () => Promise.reject(new Error("away")) }) };
  const WALLET = away as unknown as Env["WALLET"];
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(await driftOf({ WALLET })).toEqual([]);
  await change(wallet, { changedAt: Date.now() - 3 * 3_600_000 });
  expect(await driftOf({ WALLET })).toEqual([`Wallet ${wallet.id} has not answered for 2 hours.`]);
  warned.mockRestore();
  expect(await driftOf()).toEqual([]);
});
