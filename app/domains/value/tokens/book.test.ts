import { expect, test } from "vitest";
import { checkEntries } from "#packages/ledger/check.ts";
import { MemoryStore } from "#tests/helpers/ledger/memory-store.ts";
import { Book, type SendOrder } from "./book.ts";
import { tokenLimits } from "./rules.ts";

const start = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

/** A wallet with tokens. */
function wallet(tokens: number) {
  const store = new MemoryStore();
  const book = new Book(store);
  if (tokens > 0) book.mint({ id: "claim-1", kind: "grant", amount: tokens }, start);
  let count = 0;
  const send = (order: Partial<SendOrder> = {}) => {
    count += 1;
    const fields = { id: `r${count}`, transfer: `t${count}`, to: "w2", amount: 10, content: "c" };
    return book.send({
      ...fields,
      authorisation: "session",
      now: start + count * 60_000,
      details: "",
      ...order,
    });
  };
  return { store, book, send };
}

test("the same id and content get the same answer, and the tokens move once", () => {
  const { book, send } = wallet(100);
  const answer = send({ id: "same" });
  expect(answer).toMatchObject({ ok: true, transfer: "t1", amount: 10, balance: 90 });
  expect(send({ id: "same" })).toEqual(answer);
  expect(send({ id: "same", content: "other" })).toEqual({ ok: false, code: "key-reused" });
  expect(book.balance()).toBe(90);
});

test("a refused id stays refused", () => {
  const { book, send } = wallet(5);
  expect(send({ id: "same" })).toEqual({ ok: false, code: "tokens-short" });
  book.mint({ id: "claim-2", kind: "steady", amount: 15 }, start);
  expect(send({ id: "same" })).toEqual({ ok: false, code: "tokens-short" });
  const nobody = { ok: false, code: "not-live" } as const;
  expect(send({ id: "nobody", to: nobody })).toEqual(nobody);
  expect(send({ id: "nobody" })).toEqual(nobody);
  expect(book.balance()).toBe(20);
});

test("a claim is minted once, and a frozen wallet takes transfers but no claims", () => {
  const { book, send } = wallet(100);
  expect(book.mint({ id: "claim-1", kind: "grant", amount: 100 }, start)).toBe(true);
  book.setFrozen(true);
  expect(book.mint({ id: "claim-2", kind: "grant", amount: 1 }, start)).toBe(false);
  expect(send()).toEqual({ ok: false, code: "wallet-frozen" });
  const credited = { from: "w2", transfer: "x", amount: 7, reverses: null, now: start };
  expect([book.receive(credited), book.receive(credited)]).toEqual(["credited", "credited"]);
  expect(book.receive({ ...credited, from: "w3" })).toBe("credited");
  expect(book.balance()).toBe(114);
});

test.each([0, -1, 1.5, tokenLimits.maxTip + 1, Number.NaN])("%d is not the amount of a tip", (amount) => {
  expect(wallet(100).send({ amount })).toEqual({ ok: false, code: "tip-amount" });
});

test("ten tips a minute, 500 tokens a day, 5,000 with a device key", () => {
  const minute = wallet(10_000);
  const at = (now: number) => minute.send({ amount: 1, now }).ok;
  expect(Array.from({ length: 10 }, () => at(start)).every(Boolean)).toBe(true);
  expect([at(start + 59_999), at(start + 60_000)]).toEqual([false, true]);

  const day = wallet(10_000);
  expect(day.send({ amount: 500, now: start }).ok).toBe(true);
  expect(day.send({ amount: 1, now: start + dayMs - 1 })).toMatchObject({ code: "tip-limit" });
  const device = { authorisation: "device:d" };
  const tips = Array.from({ length: 5 }, (_, hour) =>
    day.send({ ...device, amount: 900, now: start + hour * 60_000 }),
  );
  expect(tips.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  expect(day.send({ ...device, amount: 1, now: start + 600_000 })).toMatchObject({ code: "tip-limit" });
  expect(day.send({ amount: 1, now: start + 2 * dayMs }).ok).toBe(true);
});

test("a tip is outgoing until it is confirmed, and comes back only from a closed wallet", () => {
  const { store, book, send } = wallet(100);
  send();
  send();
  expect(store.counters("outgoing")).toEqual({ debits: 0, credits: 20 });
  book.told("t1");
  book.confirm("t1", start);
  book.confirm("t1", start);
  book.return("t1", start);
  book.return("t2", start);
  book.confirm("t2", start);
  expect(book.balance()).toBe(90);
  expect(store.counters("sent")).toEqual({ debits: 0, credits: 10 });
  expect(store.deliveries()).toMatchObject([{ transfer: "t1", stage: "news" }]);
  book.told("t1");
  expect(store.deliveries()).toEqual([]);
  expect(book.check()).toEqual([]);
});

test("no more is given back than is left of a tip, for 30 days, and what came back may be given again", () => {
  const { book } = wallet(0);
  const now = start + 1;
  book.receive({ from: "w2", transfer: "tip", amount: 100, reverses: null, now: start });
  let count = 0;
  const give = (amount: number, order: { now?: number; authorisation?: string; reverses?: string } = {}) => {
    count += 1;
    const fields = {
      id: `g${count}`,
      transfer: `b${count}`,
      to: "w2",
      reverses: "tip",
      content: "c",
      amount,
    };
    return book.giveBack({ ...fields, authorisation: "session", now, details: "", ...order });
  };
  expect(give(60).ok).toBe(true);
  expect(give(41)).toEqual({ ok: false, code: "tip-amount" });
  book.return("b1", now);
  expect(give(90).ok).toBe(true);
  expect(give(1, { reverses: "other" })).toEqual({ ok: false, code: "not-found" });
  const late = start + tokenLimits.giveBackMs + 1;
  expect(give(1, { now: late })).toEqual({ ok: false, code: "give-back-late" });
  book.setFrozen(true);
  expect(give(1)).toEqual({ ok: false, code: "wallet-frozen" });
  expect(give(1, { now: late, authorisation: "operator:act" }).ok).toBe(true);
  book.receive({ from: "w2", transfer: "back", amount: 5, reverses: "mine", now });
  expect(give(5, { reverses: "back", authorisation: "operator:act" })).toMatchObject({ code: "not-found" });
});

test("a closing wallet waits for its deliveries, retires the rest, and still knows what it has taken", () => {
  const { store, book, send } = wallet(1_000_000);
  for (const id of ["claim-2", "claim-3"]) book.mint({ id, kind: "label", amount: 750_000 }, start);
  const taken = { from: "w2", transfer: "taken", amount: 1, reverses: null, now: start };
  book.receive(taken);
  send();
  book.close();
  book.setFrozen(false);
  expect([book.retire(start), store.state()]).toEqual([false, "closing"]);
  expect(() => book.erase(start)).toThrow("closed");
  book.return("t1", start);
  expect([book.retire(start), book.retire(start), store.state()]).toEqual([true, true, "closed"]);
  expect([book.balance(), store.counters("retired").credits]).toEqual([0, 2_500_001]);
  expect(book.check()).toEqual([]);
  book.erase(start);
  book.close();
  expect([store.entries(), store.state(), book.check()]).toEqual([[], "closed", []]);
  expect(book.receive(taken)).toBe("credited");
  expect(book.receive({ ...taken, transfer: "late" })).toBe("closed");
  expect(book.balance()).toBe(0);
});

test("a check names an entry that was changed, one that is missing, and a counter that is no sum", () => {
  const { store, book, send } = wallet(100);
  send();
  send();
  const entries = [...store.entries()];
  const head = store.head();
  const accounts = new Map(store.accounts());
  const check = (changed: typeof entries) => checkEntries(changed, head, accounts);
  expect(check(entries)).toEqual([]);
  expect(check(entries.map((entry) => (entry.seq === 2 ? { ...entry, peer: "w9" } : entry)))).toEqual([
    "the hash of entry 2 is wrong",
  ]);
  expect(check(entries.filter(({ seq }) => seq !== 2))).toContain("entry 3 follows 1");
  expect(check(entries.slice(0, 2))).toContain("the head is not that of the last entry");
  expect(check(entries.slice(1))).toContain("spendable is out of range after entry 2");
  store.endDelivery("t1");
  store.setCounters("sent", { debits: 0, credits: 5 });
  expect(book.check()).toEqual([
    "sent is not the sum of its entries",
    "outgoing is not the sum of its deliveries",
  ]);
});

test("a counter never leaves its range, and nothing of a failed transaction stays", () => {
  const { store, book } = wallet(10);
  const max = tokenLimits.maxCounter;
  for (const counters of [
    { debits: 11, credits: 10 },
    { debits: -1, credits: 0 },
    { debits: 0, credits: max + 1 },
    { debits: 0, credits: 0.5 },
  ])
    expect(() => store.setCounters("spendable", counters)).toThrow("out of range");
  store.setCounters("spendable", { debits: max - 10, credits: max });
  const credited = { from: "w2", transfer: "x", amount: 1, reverses: null, now: start };
  expect(() => book.receive(credited)).toThrow("out of range");
  expect(() => book.receive({ ...credited, amount: tokenLimits.maxEntry + 1 })).toThrow("not an amount");
  expect([store.head().size, store.hasEntry("receive/w2/x"), store.counters("received")]).toEqual([
    1,
    false,
    { debits: 0, credits: 0 },
  ]);
});

test("time never goes back", () => {
  const { store, send } = wallet(100);
  expect(send({ now: start + 5_000 })).toMatchObject({ at: start + 5_000 });
  expect(send({ now: start - 5_000 })).toMatchObject({ at: start + 5_000 });
  expect(store.head().at).toBe(start + 5_000);
});
