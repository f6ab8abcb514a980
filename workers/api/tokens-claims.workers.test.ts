import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { claimTokens } from "#app/domains/value/tokens/claims.server.ts";
import type {
  ActivityPage,
  ClaimedView,
  ClaimsView,
  ReceivedView,
  TipView,
  WalletView,
} from "#app/domains/value/tokens/contract/tokens.ts";
import type { WalletPort } from "#app/domains/value/tokens/port.ts";
import { sumUpOldTips } from "#app/domains/value/tokens/received.server.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import type { Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";
import {
  addClaim,
  addTip,
  makeMember,
  runClaims,
  setDrift,
  tokenContext,
  walletWith,
} from "#tests/helpers/tokens.ts";

const db = openDb(env.DB);
const dayMs = 24 * 3_600_000;
const claimCall = "/api/sharedSecrets/claimTokens";
const claim = (person: Person) => answerOf<ClaimedView>(request(claimCall, { as: person }));
const check = (person: Person) =>
  answerOf<ClaimsView>(request("/api/sharedSecrets/checkClaimedTokens", { as: person }));
const walletOf = (person: Person) => answerOf<WalletView>(request("/api/tokens/wallet", { as: person }));
const activityOf = (person: Person, before = "") =>
  answerOf<ActivityPage>(request(`/api/tokens/activity${before}`, { as: person }));
const statesOf = async (person: Person) =>
  (await db.select().from(tables.tokenClaims).where(eq(tables.tokenClaims.userId, person.id))).map(
    ({ state }) => state,
  );

afterEach(() => setDrift());

test("claims are shown by what can be done with them, and brought once", async () => {
  const person = await makeMember();
  expect(await claim(person)).toEqual({ claimed: 0, balance: 0, claims: [] });
  expect(await check(person)).toMatchObject({ hasClaimed: false, claims: [], nextAt: null });
  expect(await walletOf(person)).toMatchObject({ id: null, balance: 0, state: "open", isPaused: false });
  await addClaim(person, { kind: "award", amount: 50, reason: "Keen Ear" });
  await addClaim(person, { ripeAt: null, expiresAt: null });
  await addClaim(person, { heldAt: 1, amount: 7 });
  await addClaim(person, { ripeAt: 1, expiresAt: 2 });
  await addClaim(person, { state: "void" });
  const before = await check(person);
  expect(before).toMatchObject({ hasClaimed: false, claimed: 0, claimable: 50, waiting: 22 });
  expect(before.nextAt).toBeGreaterThan(Date.now());
  expect(before.claims.map(({ state }) => state).toSorted()).toEqual([
    "claimable",
    "lapsed",
    "waiting",
    "waiting",
  ]);
  const response = await request(claimCall, { as: person });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toMatchObject({
    claimed: 50,
    balance: 50,
    claims: [{ kind: "award", amount: 50, reason: "Keen Ear", state: "claimed" }],
  });
  expect(await claim(person)).toEqual({ claimed: 0, balance: 50, claims: [] });
  expect(await check(person)).toMatchObject({ hasClaimed: true, claimed: 50, claimable: 0, waiting: 22 });
  expect(await walletOf(person)).toMatchObject({ balance: 50, issued: 50, size: 1 });
});

test("a browser claims only from a page of this site", async () => {
  const person = await makeMember();
  expect(await refusalOf(request(claimCall, { cookie: person }))).toBe("forbidden-origin");
  expect((await request(claimCall, { cookie: person, headers: { "x-cue": "1" } })).status).toBe(200);
  expect((await request("/api/sharedSecrets/checkClaimedTokens", { cookie: person })).status).toBe(200);
  for (const path of [claimCall, "/api/tokens/wallet"])
    expect(await refusalOf(request(path))).toBe("authorization");
});

test("30 calls at the same time bring each claim once", async () => {
  const person = await makeMember();
  for (let n = 0; n < 5; n++) await addClaim(person, { amount: 20 });
  const answers = await Promise.all(Array.from({ length: 30 }, () => claim(person)));
  expect(answers.reduce((sum, { claimed }) => sum + claimed, 0)).toBe(100);
  expect(answers.flatMap(({ claims }) => claims)).toHaveLength(5);
  expect(await walletOf(person)).toMatchObject({ balance: 100, issued: 100, size: 5 });
});

/** Wallets whose `mint` dies before or after it has issued. */
function dyingContext(viewer: Person, when: "before" | "after") {
  const ctx = tokenContext({ viewer });
  const wallets = {
    of(id: string) {
      const live = ctx.wallets.of(id);
      const mint: WalletPort["mint"] = async (claims) => {
        if (when === "after") await live.mint(claims);
        throw new Error("the connection is lost");
      };
      return { ...ctx.wallets, mint, summary: () => live.summary() } as unknown as typeof live;
    },
  };
  return { ...ctx, wallets };
}

test.each(["before", "after"] as const)(
  "a call that dies %s the tokens are issued is completed, once",
  async (when) => {
    const [again, byJob] = [await makeMember(), await makeMember()];
    for (const person of [again, byJob]) {
      await addClaim(person, { amount: 40 });
      await expect(claimTokens(dyingContext(person, when))).rejects.toThrow("lost");
      expect(await statesOf(person)).toEqual(["claiming"]);
      expect(await check(person)).toMatchObject({ claimable: 40 });
    }
    expect(await claim(again)).toMatchObject({ claimed: 40, balance: 40 });
    await runClaims();
    for (const person of [again, byJob]) {
      expect(await statesOf(person)).toEqual(["claimed"]);
      expect(await walletOf(person)).toMatchObject({ balance: 40, size: 1 });
    }
  },
);

test("a frozen wallet gets nothing until it is open again: claims wait, or stay half done", async () => {
  const person = await makeMember();
  const wallet = await walletWith(person, 5);
  await addClaim(person, { amount: 40 });
  await db.update(tables.wallets).set({ frozenAt: 1 }).where(eq(tables.wallets.id, wallet));
  expect(await refusalOf(request(claimCall, { as: person }))).toBe("wallet-frozen");
  expect(await statesOf(person)).toEqual(["waiting"]);
  // The object is frozen, and D1 does not know yet.
  await db.update(tables.wallets).set({ frozenAt: null }).where(eq(tables.wallets.id, wallet));
  await tokenContext().wallets.of(wallet).freeze("Looks arranged.");
  expect(await refusalOf(request(claimCall, { as: person }))).toBe("wallet-frozen");
  expect(await statesOf(person)).toEqual(["claiming"]);
  expect(await walletOf(person)).toMatchObject({
    state: "frozen",
    frozenReason: "Looks arranged.",
    balance: 5,
  });
  await runClaims();
  expect(await statesOf(person)).toEqual(["claiming"]);
  // The copy of its state in D1 follows each change.
  const isFrozenInD1 = async () => {
    const [row] = await db.select().from(tables.wallets).where(eq(tables.wallets.id, wallet));
    return row?.frozenAt !== null;
  };
  await vi.waitFor(async () => expect(await isFrozenInD1()).toBe(true));
  await tokenContext().wallets.of(wallet).unfreeze();
  await vi.waitFor(async () => expect(await isFrozenInD1()).toBe(false));
  expect(await claim(person)).toMatchObject({ claimed: 40, balance: 45 });
});

test("nothing is claimed while the books do not agree", async () => {
  const person = await makeMember();
  await addClaim(person);
  await setDrift("one wallet is short");
  expect(await refusalOf(request(claimCall, { as: person }))).toBe("tokens-paused");
  expect(await walletOf(person)).toMatchObject({ isPaused: true });
  expect((await check(person)).claimable).toBe(15);
  await setDrift();
  expect((await claim(person)).claimed).toBe(15);
});

/** A tip that both wallets and D1 have. */
async function tipBetween(from: string, to: string, id: string, facts: Parameters<typeof addTip>[2] = {}) {
  await tokenContext().wallets.of(to).receive({ from, transfer: id, amount: 25, reverses: null, news: null });
  await addTip(from, to, { id, ...facts });
}

test("activity names person, stage and set, and never who a hidden tip is from", async () => {
  const [fan, performer] = [await makeMember(), await makeMember({ isPerformer: true, hasPassedTest: true })];
  const stage = await makeStage(performer, { name: "The Cellar" });
  const set = await makeSet(stage, performer, 3_600_000);
  const [from, to] = [await walletWith(fan, 0), await walletWith(performer, 0)];
  await addClaim(performer, { kind: "award", amount: 10, reason: "Opening Act" });
  await claim(performer);
  await tipBetween(from, to, "tip-open", { stageId: stage.id, setId: set.id });
  await tipBetween(from, to, "tip-hidden", { isHidden: true, tippedAt: Date.now() - 40 * dayMs });
  // It has reached the wallet, and nobody knows yet whether it is hidden.
  await tokenContext()
    .wallets.of(to)
    .receive({ from, transfer: "tip-new", amount: 5, reverses: null, news: null });
  const { items, before } = await activityOf(performer);
  expect(before).toBeNull();
  expect(items).toMatchObject([
    { kind: "received", amount: 5, person: null, canGiveBack: 0 },
    { kind: "received", person: null, isHidden: true, stage: null },
    {
      kind: "received",
      amount: 25,
      person: { id: fan.id, username: fan.username },
      isHidden: false,
      stage: { id: stage.id, name: "The Cellar" },
      set: { id: set.id },
      canGiveBack: 25,
      state: "done",
    },
    { kind: "earned", amount: 10, claim: { kind: "award", reason: "Opening Act" }, person: null },
  ]);
  expect(JSON.stringify(items.slice(0, 2))).not.toContain(fan.id);
  expect((await activityOf(performer, `?before=${items[1]?.seq}`)).items).toHaveLength(2);
  await db.delete(tables.users).where(eq(tables.users.id, fan.id));
  expect((await activityOf(performer)).items[2]).toMatchObject({ person: null, isHidden: false });
});

test("a performer gives a tip back once, and nobody else can", async () => {
  const [fan, performer] = [await makeMember(), await makeMember()];
  const [from, to] = [await walletWith(fan, 0), await walletWith(performer, 0)];
  await tipBetween(from, to, `back-${to}`);
  const body = { id: "request-1", tip: `back-${to}`, amount: 10 };
  const give = (as: Person, sent: object = body) => request("/api/tokens/giveBack", { as, body: sent });
  for (const as of [fan, await makeMember()]) expect(await refusalOf(give(as))).toBe("not-found");
  const [first, second] = await Promise.all([
    answerOf<TipView>(give(performer)),
    answerOf<TipView>(give(performer)),
  ]);
  expect(first).toMatchObject({ tip: body.tip, amount: 10, balance: 15 });
  expect(second).toEqual(first);
  expect(await refusalOf(give(performer, { ...body, amount: 11 }))).toBe("key-reused");
  expect(await refusalOf(give(performer, { id: "request-2", tip: body.tip }))).toBe("tip-amount");
  expect((await activityOf(performer)).items[0]).toMatchObject({
    kind: "gave-back",
    amount: -10,
    person: { username: fan.username },
  });
});

test("received tips are summed by set, day and old month, also as a file that no spreadsheet runs", async () => {
  const [fan, performer] = [await makeMember(), await makeMember({ isPerformer: true, hasPassedTest: true })];
  const stage = await makeStage(performer, { name: '=cmd("x"), "Cellar"' });
  const set = await makeSet(stage, performer, 7_200_000);
  await db.update(tables.sets).set({ name: "@SUM(A1)" }).where(eq(tables.sets.id, set.id));
  const [from, to] = [await walletWith(fan, 0), await walletWith(performer, 0)];
  const old = Date.UTC(new Date().getUTCFullYear() - 2, 4, 10);
  const noon = Math.floor(Date.now() / dayMs) * dayMs;
  await addTip(from, to, { setId: set.id, stageId: stage.id, tippedAt: noon });
  await addTip(from, to, { setId: set.id, stageId: stage.id, tippedAt: noon + 1, amount: 10, reversed: 4 });
  await addTip(from, to, { tippedAt: noon - 2 * dayMs });
  await addTip(from, to, { tippedAt: noon - 2 * dayMs + 5 });
  await addTip(from, to, { tippedAt: noon - 3 * dayMs });
  await addTip(from, to, { tippedAt: old + 31 * dayMs, setId: set.id, stageId: stage.id });
  for (const day of [0, 3, 9])
    await addTip(from, to, { tippedAt: old + day * dayMs, amount: 7, reversed: 1 });
  const totalOf = async () =>
    (await db.select().from(tables.sets).where(eq(tables.sets.id, set.id)))[0]?.tipTotal;
  const list = () => answerOf<ReceivedView[]>(request("/api/tokens/received", { as: performer }));
  expect(await totalOf()).toBe(56);
  await Promise.all([sumUpOldTips(tokenContext(), 3), sumUpOldTips(tokenContext(), 3)]);
  await sumUpOldTips(tokenContext(), 3);
  expect(await totalOf()).toBe(56);
  expect(await db.$count(tables.tips, eq(tables.tips.toWallet, to))).toBe(5);
  const received = await list();
  expect(received.map(({ tips, amount }) => [tips, amount])).toEqual([
    [2, 50],
    [1, 25],
    [3, 56],
    [3, 18],
  ]);
  expect(received[3]).toMatchObject({
    set: null,
    stage: null,
    at: Date.UTC(new Date(old).getUTCFullYear(), 4, 1),
  });
  const file = await request("/api/tokens/received.csv", { as: performer });
  expect(file.headers.get("content-type")).toContain("text/csv");
  expect(file.headers.get("content-disposition")).toContain("attachment");
  const lines = (await file.text()).split("\r\n");
  expect(lines).toHaveLength(6);
  expect(lines[0]).toBe("time,set,stage,tips,tokens");
  expect(lines[3]).toContain(`,'@SUM(A1),"'=cmd(""x""), ""Cellar""",3,56`);
  expect(await answerOf(request("/api/tokens/received", { as: fan }))).toEqual([]);
});
