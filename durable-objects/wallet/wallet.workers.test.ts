/** A tip reaches the performer's wallet, the room and D1 exactly once each, whatever fails in between. */
import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { ulid } from "ulidx";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isSweep } from "#tests/helpers/sweep.ts";
import {
  booksOf,
  kill,
  makeOwner,
  nothingWaits,
  type Owner,
  rowsOf,
  settle,
  ToldRoom,
  tipFrom,
  tipRows,
} from "#tests/helpers/wallets.ts";
import { ProfileRoom } from "../room/profile-room.ts";
import { wallet } from "../stubs.ts";
import { Wallet } from "./wallet.ts";

let room: ToldRoom;

beforeEach(() => {
  room = new ToldRoom();
  vi.spyOn(ProfileRoom.prototype, "tipped").mockImplementation(room.tipped);
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

/** Expects the one outcome of a tip of 25 out of 100, once everything is at rest. */
async function expectOnce(ann: Owner, dee: Owner, transfer: string) {
  for (const id of [ann.wallet, dee.wallet]) await settle(id);
  const [hers, his] = [await booksOf(ann.wallet), await booksOf(dee.wallet)];
  expect(hers).toMatchObject({ balance: 75, outgoing: 0, sent: 25, size: 3 });
  expect(his).toMatchObject({ balance: 25, received: 25, size: 1 });
  expect(hers.row).toMatchObject({ spendable: 75, outgoing: 0, sent: 25, issued: 100, size: 3 });
  expect(his.row).toMatchObject({ spendable: 25, received: 25, size: 1 });
  expect(await tipRows(transfer)).toMatchObject([
    { from_wallet: ann.wallet, to_wallet: dee.wallet, amount: 25, reversed: 0 },
  ]);
  expect([...room.shown.keys()]).toEqual([transfer]);
  for (const id of [ann.wallet, dee.wallet]) expect((await wallet(env, id).check()).wrong).toEqual([]);
  expect(await rowsOf(ann.wallet, "select * from deliveries")).toEqual([]);
}

async function begin() {
  const [ann, dee] = [await makeOwner(100), await makeOwner()];
  return { ann, dee, order: tipFrom(ann, dee, { amount: 25 }) };
}

const transferOf = (answer: Awaited<ReturnType<Wallet["tip"]>>): string => {
  if (!answer.ok) throw new Error(answer.code);
  return answer.transfer;
};

test("a tip is answered from the debit, and then credited, shown and recorded once", async () => {
  const { ann, dee, order } = await begin();
  const answer = await wallet(env, ann.wallet).tip(order);
  expect(answer).toMatchObject({ ok: true, amount: 25, balance: 75 });
  await vi.waitFor(() => expect(room.shown.size).toBe(1));
  await expectOnce(ann, dee, transferOf(answer));
  expect(room.times).toBe(1);
  expect(room.shown.get(transferOf(answer))).toMatchObject({
    amount: 25,
    from: { userId: ann.id },
    to: { userId: dee.id },
  });
});

test("the names beside a tip are gone once it is delivered", async () => {
  const { ann, order } = await begin();
  room.before = () => {
    throw new Error("the room is away");
  };
  await wallet(env, ann.wallet).tip(order);
  const names = () => rowsOf(ann.wallet, "select details from deliveries");
  await vi.waitFor(() => expect(room.times).toBeGreaterThan(0));
  expect(JSON.stringify(await names())).toContain(ann.username);
  room.before = () => {};
  await settle(ann.wallet);
  expect(await names()).toEqual([]);
});

test("repeated and shuffled calls have one effect and one answer", async () => {
  const { ann, dee, order } = await begin();
  const sender = wallet(env, ann.wallet);
  const receive = vi.spyOn(Wallet.prototype, "receive");
  const answers = await Promise.all([sender.tip(order), sender.tip(order), sender.tip(order)]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await evictDurableObject(sender);
  expect(await wallet(env, ann.wallet).tip(order)).toEqual(answers[0]);
  expect(await wallet(env, ann.wallet).tip({ ...order, content: "another" })).toEqual({
    ok: false,
    code: "key-reused",
  });
  await vi.waitFor(() => expect(receive).toHaveBeenCalled());
  const [credited] = receive.mock.calls[0] ?? [];
  if (credited === undefined) throw new Error("nothing was delivered");
  for (let n = 0; n < 3; n++) expect(await wallet(env, dee.wallet).receive(credited)).toBe("credited");
  await expectOnce(ann, dee, transferOf(answers[0]));
});

describe.each(["before", "after"] as const)("a call that is interrupted %s its effect", (when) => {
  describe.each(["receive", "tipped"] as const)("in %s", (call) => {
    test.each(["sender", "receiver"] as const)(
      "by the end of the %s's object changes nothing",
      async (who) => {
        const { ann, dee, order } = await begin();
        let isHeld = true;
        let reached = 0;
        const hold = async () => {
          reached += 1;
          while (isHeld) await new Promise((resolve) => setTimeout(resolve, 5));
        };
        if (call === "receive") {
          const receive = Reflect.get(Wallet.prototype, "receive") as Wallet["receive"];
          vi.spyOn(Wallet.prototype, "receive").mockImplementation(async function (this: Wallet, credited) {
            if (when === "before") await hold();
            const answer = await receive.call(this, credited);
            if (when === "after") await hold();
            return answer;
          });
        } else if (when === "before") room.before = hold;
        else
          vi.spyOn(ProfileRoom.prototype, "tipped").mockImplementation(async (news) => {
            await room.tipped(news);
            await hold();
          });
        const transfer = transferOf(await wallet(env, ann.wallet).tip(order));
        await vi.waitFor(() => expect(reached).toBe(1));
        if (call === "receive") expect(room.times).toBe(0);
        await kill(who === "sender" ? ann.wallet : dee.wallet);
        isHeld = false;
        await expectOnce(ann, dee, transfer);
      },
    );
  });
});

test("an eviction of both ends at any time, with the other wallet and the room failing in turn, changes nothing", async () => {
  const { ann, dee, order } = await begin();
  let calls = 0;
  const failing = (at: number[]) => {
    calls += 1;
    if (at.includes(calls)) throw new Error("unavailable");
  };
  const receive = Reflect.get(Wallet.prototype, "receive") as Wallet["receive"];
  vi.spyOn(Wallet.prototype, "receive").mockImplementation(async function (this: Wallet, credited) {
    failing([1, 2, 4]);
    const answer = await receive.call(this, credited);
    // The answer is lost.
    failing([6]);
    return answer;
  });
  room.before = () => failing([8, 9, 11]);
  const transfer = transferOf(await wallet(env, ann.wallet).tip(order));
  for (let n = 0; !(await nothingWaits(ann.wallet)); n++) {
    await settle(ann.wallet, { isDone: async () => true });
    await kill(n % 2 === 0 ? ann.wallet : dee.wallet);
  }
  await expectOnce(ann, dee, transfer);
});

test("nothing is shown or recorded before the performer has the tokens", async () => {
  const { ann, dee, order } = await begin();
  const receive = vi.spyOn(Wallet.prototype, "receive").mockRejectedValue(new Error("away"));
  const transfer = transferOf(await wallet(env, ann.wallet).tip(order));
  for (let n = 0; n < 5; n++) await settle(ann.wallet, { isDone: async () => true });
  expect(receive.mock.calls.length).toBeGreaterThan(2);
  expect(room.times).toBe(0);
  expect(await tipRows(transfer)).toEqual([]);
  expect(await wallet(env, ann.wallet).summary()).toMatchObject({ balance: 75, outgoing: 25 });
  const [activity] = await wallet(env, ann.wallet).activity({ before: null, limit: 10 });
  expect(activity).toMatchObject({ kind: "send", state: "on-its-way" });
  receive.mockRestore();
  await expectOnce(ann, dee, transfer);
  expect((await wallet(env, ann.wallet).activity({ before: null, limit: 1 }))[0]?.state).toBe("done");
});

test("failed tries are repeated after growing delays, those to others at once", async () => {
  const { ann, dee, order } = await begin();
  const bo = await makeOwner();
  const receive = Reflect.get(Wallet.prototype, "receive") as Wallet["receive"];
  vi.spyOn(Wallet.prototype, "receive").mockImplementation(async function (this: Wallet, credited) {
    if (credited.transfer === transfer) throw new Error("away");
    return receive.call(this, credited);
  });
  let transfer = "";
  transfer = transferOf(await wallet(env, ann.wallet).tip(order));
  let longest = 0;
  // On a machine that is late, some tries are not seen between two readings: it looks at more of them then.
  for (let tries = 0, last = 0; tries < 9 || (longest <= 8_000 && tries < 40); ) {
    await settle(ann.wallet, { isDone: async () => true });
    const [row] = await rowsOf(ann.wallet, "select tries, try_at from deliveries");
    tries = Number(row?.tries);
    const wait = Number(row?.try_at) - Date.now();
    // Otherwise it was made due by this test, and is on its way.
    if (wait < 0 || tries === last) continue;
    last = tries;
    const delay = Math.min(60_000, 1_000 * 2 ** (tries - 1));
    expect(wait).toBeLessThanOrEqual(delay);
    longest = Math.max(longest, wait);
  }
  expect(longest).toBeGreaterThan(8_000);
  const other = transferOf(await wallet(env, ann.wallet).tip(tipFrom(ann, bo, { amount: 5 })));
  await vi.waitFor(() => expect([...room.shown.keys()]).toEqual([other]));
  expect((await booksOf(dee.wallet)).balance).toBe(0);
});

test("while D1 is away tips are credited and shown, and D1 gets each row and the newest counters afterwards", async () => {
  const { ann, dee } = await begin();
  const away = new Error("D1_ERROR: Network connection lost.");
  const stopped = vi.spyOn(env.DB, "prepare").mockImplementation(() => {
    throw away;
  });
  const orders = Array.from({ length: 5 }, () => tipFrom(ann, dee, { amount: 5 }));
  const transfers: string[] = [];
  for (const order of orders) {
    transfers.push(transferOf(await wallet(env, ann.wallet).tip(order)));
    await settle(ann.wallet, { isDone: async () => true });
  }
  await vi.waitFor(() => expect(transfers.filter((transfer) => !room.shown.has(transfer))).toEqual([]));
  expect((await wallet(env, dee.wallet).summary()).balance).toBe(25);
  expect(stopped).toHaveBeenCalled();
  vi.restoreAllMocks();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  for (const id of [ann.wallet, dee.wallet]) await settle(id);
  for (const transfer of transfers) expect(await tipRows(transfer)).toHaveLength(1);
  expect((await booksOf(ann.wallet)).row).toMatchObject({ spendable: 75, sent: 25, size: 11 });
  expect((await booksOf(dee.wallet)).row).toMatchObject({ spendable: 25, received: 25, size: 5 });
});

/** `WALLET_RACES=10000` for a night. */
const rounds = Number(env.WALLET_RACES || (isSweep ? 200 : 20));

test(`of 30 tips at the same time, those that the balance covers are accepted (${rounds} rounds)`, {
  timeout: 60_000 + 3_000 * rounds,
}, async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2030-05-01T12:00:00Z") });
  const [ann, dee] = [await makeOwner(), await makeOwner()];
  let total = 0;
  for (let round = 0; round < rounds; round++) {
    // Beyond the limits of a minute and a day.
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    // Ten are as many as a minute allows: mostly fewer, so that the balance alone decides.
    const covered = round % 10 === 9 ? 10 : 1 + (round % 9);
    const amount = 1 + (round % 7);
    const missing = amount * covered - (await wallet(env, ann.wallet).summary()).balance;
    await wallet(env, ann.wallet).mint([{ id: ulid(), kind: "grant", amount: missing }]);
    const orders = Array.from({ length: 30 }, () => tipFrom(ann, dee, { amount }));
    const stub = wallet(env, ann.wallet);
    // Through stubs, or thirty times faster: what the object sees is the same.
    const answers = await (round % 20 === 0
      ? Promise.all(orders.map((order) => stub.tip(order)))
      : runInDurableObject(stub, (instance) => Promise.all(orders.map((order) => instance.tip(order)))));
    const accepted = answers.filter(({ ok }) => ok).length;
    total += accepted * amount;
    if (accepted !== covered) throw new Error(`round ${round}: ${accepted} of ${covered} were accepted`);
  }
  for (const id of [ann.wallet, dee.wallet]) await settle(id);
  vi.useRealTimers();
  expect(await booksOf(ann.wallet)).toMatchObject({ balance: 0, outgoing: 0, sent: total });
  expect(await booksOf(dee.wallet)).toMatchObject({ balance: total, received: total });
});
