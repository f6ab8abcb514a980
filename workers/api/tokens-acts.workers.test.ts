import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { grantTokens } from "#app/domains/outside/operator/tokens/acts.server.ts";
import { resettleWallet } from "#app/domains/outside/operator/tokens/resettle.server.ts";
import { eraseLateRows } from "#app/domains/people/accounts/queries/erasure.ts";
import type {
  ActPage,
  ActView,
  OverseenWalletView,
  SupplyView,
  SuspiciousView,
} from "#app/domains/value/tokens/contract/acts.ts";
import type { ClaimedView } from "#app/domains/value/tokens/contract/tokens.ts";
import type { WalletPort } from "#app/domains/value/tokens/port.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import type { Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { operate } from "#tests/helpers/stages.ts";
import { addClaim, addTip, makeMember, setDrift, tokenContext, walletWith } from "#tests/helpers/tokens.ts";
import { declaredCalls } from "./index.ts";

const db = openDb(env.DB);
const dayMs = 24 * 3_600_000;
const key = { token: "test-operator-key-0123456789" };
const reason = "Won the contest";
const ask = (as: Pick<Person, "token">, command: string, body: object = {}) =>
  request(`/api/operator/tokens/${command}`, { as, body });
const act = (as: Pick<Person, "token">, command: string, body: object = {}) =>
  answerOf<ActView>(ask(as, command, { reason, ...body }));
const makeOperator = () => makeMember({ isOperator: true });
const claim = (person: Person) =>
  answerOf<ClaimedView>(request("/api/sharedSecrets/claimTokens", { as: person }));
const log = async (as: Pick<Person, "token"> = key) => (await answerOf<ActPage>(ask(as, "acts"))).items;

afterEach(() => setDrift());

test("for everyone but operators these calls do not exist", async () => {
  const person = await makeMember();
  const paths = declaredCalls.flatMap(({ path }) => (path.startsWith("/operator/tokens/") ? path : []));
  expect(paths).toHaveLength(14);
  for (const path of paths)
    expect(await refusalOf(request(`/api${path}`, { as: person, body: {} }))).toBe("not-found");
});

test("a grant of up to 1,000 is done immediately, once, and logged with its reason", async () => {
  const [operator, person] = [await makeOperator(), await makeMember()];
  const grant = { user: person.username, amount: 1_000, id: `grant-${person.id}` };
  const done = await act(operator, "grant", grant);
  expect(done).toMatchObject({
    kind: "grant",
    state: "done",
    reason,
    operator: { id: operator.id },
    isCommand: false,
    people: [{ user: { id: person.id }, amount: 1_000 }],
  });
  expect(await act(operator, "grant", grant)).toEqual(done);
  expect(await refusalOf(ask(operator, "grant", { ...grant, reason, amount: 5 }))).toBe("key-reused");
  expect(await claim(person)).toMatchObject({ claimed: 1_000, claims: [{ kind: "grant", reason }] });
  expect(await refusalOf(ask(operator, "grant", { user: person.id, amount: 5, reason: " " }))).toBe(
    "bad-input",
  );
  expect(await refusalOf(ask(operator, "grant", { user: person.id, amount: 50_001, reason }))).toBe(
    "bad-input",
  );
  expect((await log())[0]).toMatchObject({ id: done.id, reason });
});

test("more than 1,000, and every list, waits for another operator; the key agrees to nothing", async () => {
  const [first, second, person, other] = [
    await makeOperator(),
    await makeOperator(),
    await makeMember(),
    await makeMember(),
  ];
  const grant = await act(first, "grant", { user: person.id, amount: 1_001 });
  const list = [
    { user: person.id, amount: 5 },
    { user: other.username, amount: 7 },
  ];
  const label = await act(key, "label", { list });
  expect([grant.state, label.state]).toEqual(["waiting", "waiting"]);
  expect(await claim(person)).toMatchObject({ claimed: 0 });
  const decide = (as: Pick<Person, "token">, id: string, isApproved = true) =>
    ask(as, "decide", { act: id, isApproved });
  expect(await refusalOf(decide(first, grant.id))).toBe("act-own");
  expect(await refusalOf(decide(key, label.id))).toBe("act-own");
  // Its holder may be the operator who began it.
  expect(await refusalOf(decide(key, grant.id))).toBe("act-by-key");
  expect((await log()).find(({ id }) => id === grant.id)).toMatchObject({ canDecide: false });
  expect(await refusalOf(decide(second, "no-such-act"))).toBe("not-found");
  expect((await log(first)).find(({ id }) => id === grant.id)).toMatchObject({ canDecide: false });
  expect((await log(second)).find(({ id }) => id === grant.id)).toMatchObject({ canDecide: true });
  const approved = await Promise.all([decide(second, grant.id), decide(second, grant.id)]);
  expect(approved.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(await claim(person)).toMatchObject({ claimed: 1_001 });
  expect(await answerOf(decide(second, label.id, false))).toMatchObject({
    state: "refused",
    secondOperator: { id: second.id },
  });
  expect(await refusalOf(decide(first, label.id))).toBe("act-decided");
  const again = await act(key, "label", { list });
  // Its holder may be an operator as well: two who are logged in agree to what was begun with it.
  expect(await answerOf(decide(first, again.id))).toMatchObject({
    state: "waiting",
    agreed: { id: first.id },
    canDecide: false,
  });
  expect(await refusalOf(decide(first, again.id))).toBe("act-own");
  expect([(await claim(person)).claimed, (await claim(other)).claimed]).toEqual([0, 0]);
  expect(await answerOf(decide(second, again.id))).toMatchObject({
    state: "done",
    secondOperator: { id: second.id },
  });
  expect([(await claim(person)).claimed, (await claim(other)).claimed]).toEqual([5, 7]);
  expect((await log()).slice(0, 3)).toMatchObject([
    { state: "done" },
    { state: "refused", isCommand: true },
    { state: "done" },
  ]);
});

test("what operators grant to themselves waits for another one", async () => {
  const [first, second] = [await makeOperator(), await makeOperator()];
  const own = await act(first, "grant", { user: first.username, amount: 1 });
  expect(own).toMatchObject({ state: "waiting", canDecide: false });
  expect(await refusalOf(ask(first, "decide", { act: own.id, isApproved: true }))).toBe("act-own");
  expect((await claim(first)).claimed).toBe(0);
  await answerOf(ask(second, "decide", { act: own.id, isApproved: true }));
  expect((await claim(first)).claimed).toBe(1);
});

test("what one operator grants alone, and what one person gets so, is added up over a day", async () => {
  const [first, second, person] = [await makeOperator(), await makeOperator(), await makeMember()];
  const others = await Promise.all(Array.from({ length: 5 }, () => makeMember()));
  // In parts to one person, at once: two operators at most give them 1,000 together.
  const parts = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      act(n % 2 === 0 ? first : second, "grant", { user: person.id, amount: 400 }),
    ),
  );
  expect(parts.filter(({ state }) => state === "done")).toHaveLength(2);
  expect((await claim(person)).claimed).toBe(800);
  // To many people.
  const third = await makeOperator();
  const spread = await Promise.all(others.map(({ id }) => act(third, "grant", { user: id, amount: 300 })));
  expect(spread.map(({ state }) => state).toSorted()).toEqual(["done", "done", "done", "waiting", "waiting"]);
  // What a second operator has agreed to does not count, and the next day is another one.
  const waiting = spread.find(({ state }) => state === "waiting");
  await answerOf(ask(first, "decide", { act: waiting?.id, isApproved: true }));
  expect(await act(third, "grant", { user: (await makeMember()).id, amount: 100 })).toMatchObject({
    state: "done",
  });
  const [fourth, lucky] = [await makeOperator(), await makeMember()];
  const yesterday = tokenContext({ viewer: fourth, now: () => Date.now() - dayMs - 1 });
  const grant = { user: lucky.id, amount: 1_000, reason };
  expect(await grantTokens(yesterday, grant)).toMatchObject({ state: "done" });
  expect(await act(fourth, "grant", grant)).toMatchObject({ state: "done" });
  expect(await act(fourth, "grant", { ...grant, amount: 1 })).toMatchObject({ state: "waiting" });
  // Nor does the sum shrink when the account that got them is deleted.
  const plan = { rooms: [], sets: [], stages: [], mail: "" };
  await db.insert(tables.erasures).values({ userId: lucky.id, requestedAt: 1, plan });
  await eraseLateRows(db, lucky.id);
  await db.delete(tables.erasures).where(eq(tables.erasures.userId, lucky.id));
  const next = await makeMember();
  expect(await act(fourth, "grant", { user: next.id, amount: 1 })).toMatchObject({ state: "waiting" });
  const [row] = await db.select().from(tables.tokenActs).where(eq(tables.tokenActs.operatorId, fourth.id));
  expect(JSON.stringify(row)).not.toContain(lucky.id);
});

test("nothing is granted while the books do not agree", async () => {
  const [operator, person] = [await makeOperator(), await makeMember()];
  const waiting = await act(operator, "grant", { user: person.id, amount: 2_000 });
  await setDrift("one is missing");
  expect(await refusalOf(ask(operator, "grant", { user: person.id, amount: 5, reason }))).toBe(
    "tokens-paused",
  );
  expect(await refusalOf(ask(key, "decide", { act: waiting.id, isApproved: true }))).toBe("tokens-paused");
  expect(await answerOf<SupplyView>(ask(key, "supply"))).toMatchObject({
    check: { drift: ["one is missing"] },
  });
  expect(await answerOf(ask(key, "decide", { act: waiting.id, isApproved: false }))).toMatchObject({
    state: "refused",
  });
});

test("a frozen wallet claims nothing, and its claims do not lapse meanwhile", async () => {
  const person = await makeMember();
  const id = await addClaim(person, { ripeAt: Date.now() - dayMs, expiresAt: Date.now() + 1_000 });
  await act(key, "freeze", { user: person.username });
  const [wallet] = await db.select().from(tables.wallets).where(eq(tables.wallets.userId, person.id));
  expect(wallet).toMatchObject({ frozenAt: expect.any(Number), frozenReason: reason });
  expect(await refusalOf(request("/api/sharedSecrets/claimTokens", { as: person }))).toBe("wallet-frozen");
  expect(await answerOf<OverseenWalletView>(ask(key, "wallet", { user: wallet?.id }))).toMatchObject({
    state: "frozen",
    frozenReason: reason,
    user: { id: person.id },
    claims: [{ id, isHeld: false, isClaimable: true }],
  });
  await db
    .update(tables.wallets)
    .set({ frozenAt: Date.now() - 9 * dayMs })
    .where(eq(tables.wallets.userId, person.id));
  await act(key, "unfreeze", { user: wallet?.id });
  const [kept] = await db.select().from(tables.tokenClaims).where(eq(tables.tokenClaims.id, id));
  expect((kept?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(dayMs - 5_000);
  expect(await claim(person)).toMatchObject({ claimed: 15 });
});

test("claims are held, released and ended until they are paid", async () => {
  const person = await makeMember();
  const [first, second] = [await addClaim(person), await addClaim(person)];
  await act(key, "hold", { user: person.username });
  expect(await claim(person)).toMatchObject({ claimed: 0 });
  expect(await refusalOf(ask(key, "hold", { user: person.id, reason }))).toBe("claim-settled");
  await act(key, "void", { claim: second });
  await act(key, "release", { user: person.id });
  expect(await claim(person)).toMatchObject({ claimed: 15, claims: [{ id: first }] });
  for (const command of ["hold", "release", "void"])
    expect(await refusalOf(ask(key, command, { claim: first, reason }))).toBe("claim-settled");
  expect(await refusalOf(ask(key, "void", { claim: "none", reason }))).toBe("not-found");
  expect(await refusalOf(ask(key, "hold", { reason }))).toBe("bad-input");
  const kinds = (await log())
    .filter(({ people }) => people[0]?.user?.id === person.id)
    .map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["hold", "release", "void"]);
});

test.each(["hold", "void"])(
  "of one id that is used for %s several times at once there is one act",
  async (command) => {
    const person = await makeMember();
    const [first, second] = [await addClaim(person), await addClaim(person)];
    const id = `${command}-${person.id}`;
    const send = (claimId: string) => ask(key, command, { claim: claimId, id, reason });
    const same = await Promise.all([send(first), send(first), send(first)]);
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);

    const otherId = `other-${id}`;
    const [third, fourth] = [await addClaim(person), await addClaim(person)];
    const mixed = await Promise.all(
      [third, fourth].map((claimId) => ask(key, command, { claim: claimId, id: otherId, reason })),
    );
    expect(mixed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const changed = await db
      .select()
      .from(tables.tokenClaims)
      .where(eq(tables.tokenClaims.userId, person.id));
    expect(changed.filter(({ heldAt, state }) => heldAt !== null || state === "void")).toHaveLength(2);
    expect(await refusalOf(send(second))).toBe("key-reused");
  },
);

test("a tip is given back from a frozen wallet too, and what the wallet refuses is logged as refused", async () => {
  const [fan, performer] = [await makeMember(), await makeMember()];
  const [from, to] = [await walletWith(fan, 0), await walletWith(performer, 0)];
  const tip = await addTip(from, to);
  await tokenContext()
    .wallets.of(to)
    .receive({ from, transfer: tip, amount: 25, reverses: null, news: null });
  await act(key, "freeze", { user: to });
  const body = { tip, amount: 20, id: `back-${tip}` };
  const done = await act(key, "giveBack", body);
  expect(await act(key, "giveBack", body)).toEqual(done);
  expect(await refusalOf(ask(key, "giveBack", { tip, amount: 20, reason }))).toBe("tip-amount");
  expect((await log()).slice(0, 2)).toMatchObject([
    { kind: "give-back", state: "refused", about: tip },
    { kind: "give-back", state: "done", about: tip },
  ]);
  expect((await tokenContext().wallets.of(to).summary()).balance).toBe(5);
});

test("a wallet is resettled from what its peers know: those of its tips, its entries and open deliveries", async () => {
  const [person, fan, friend, sender] = [
    await makeMember(),
    await makeMember(),
    await makeMember(),
    await makeMember(),
  ];
  const [own, from, peer, sending] = [
    await walletWith(person, 10),
    await walletWith(fan, 0),
    await walletWith(friend, 0),
    await walletWith(sender, 0),
  ];
  await addTip(from, own);
  await db.update(tables.wallets).set({ outgoing: 5 }).where(eq(tables.wallets.id, sending));
  const ctx = tokenContext();
  await ctx.wallets.of(own).receive({ from: peer, transfer: "t1", amount: 3, reverses: null, news: null });
  const asked: string[] = [];
  const resettled: Parameters<WalletPort["resettle"]>[0][] = [];
  const wallets = {
    of(id: string) {
      const live = ctx.wallets.of(id);
      return {
        entries: (after: number) => live.entries(after),
        between: async (other: string) => {
          asked.push(id);
          expect(other).toBe(own);
          return { received: [{ from: id, transfer: `t-${id}`, amount: 4, reverses: null }], sent: [] };
        },
        resettle: async (known: Parameters<WalletPort["resettle"]>[0]) => {
          expect(id).toBe(own);
          resettled.push(known);
          return { added: known.received.length, short: 0 };
        },
      } as unknown as typeof live;
    },
  };
  const done = await resettleWallet({ ...ctx, wallets }, { user: person.id, reason });
  expect(asked.toSorted()).toEqual([from, peer, sending].toSorted());
  expect(done).toMatchObject({ added: 3, act: { kind: "resettle", reason, about: own } });
  expect(resettled[0]?.received).toHaveLength(3);
});

test("the log cannot be edited or shortened", async () => {
  const person = await makeMember();
  const { id } = await act(key, "grant", { user: person.id, amount: 1 });
  for (const statement of [
    "update token_acts set reason = 'another' where id = ?",
    "update token_acts set details = '{}' where id = ?",
    "delete from token_acts where id = ?",
  ])
    await expect(env.DB.prepare(statement).bind(id).run()).rejects.toThrow(/never/);
});

test("the supply adds up the wallets, and says what today may still bring", async () => {
  const person = await makeMember();
  // Wallets of earlier tests, whose copies are still on their way.
  await db.delete(tables.wallets);
  const before = await operate<SupplyView>("tokens/supply", {});
  await addClaim(person, { kind: "award", amount: 50 });
  await addClaim(person, { amount: 30, ripeAt: null, expiresAt: null });
  await claim(person);
  // Its object's own copy is ignored: it has fewer entries.
  const copy = { size: 1_000, spendable: 20, outgoing: 10, sent: 15, received: 5, issued: 40, retired: 3 };
  await db.update(tables.wallets).set(copy).where(eq(tables.wallets.userId, person.id));
  const after = await operate<SupplyView>("tokens/supply", {});
  expect(after.issued - before.issued).toBe(40);
  expect(after.undelivered - before.undelivered).toBe(15 + 10 - 5);
  expect(after.today).toEqual({
    ripened: before.today.ripened + 50,
    claimed: before.today.claimed + 50,
    budget: 50_000,
  });
  expect(after.waiting.amount - before.waiting.amount).toBe(30);
  expect(after.issuedBy.some(({ kind }) => kind === "award")).toBe(true);
});

test("wallets fed by young accounts, circles and bursts are listed with their people", async () => {
  const [star, a, b] = [await makeMember(), await makeMember(), await makeMember()];
  const young = await makeMember({ createdAt: Date.now() - dayMs });
  const wallets = await Promise.all([star, a, b, young].map((each) => walletWith(each, 0)));
  const [ofStar = "", ofA = "", ofB = "", ofYoung = ""] = wallets;
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
  for (let n = 0; n < 20; n++) await addTip(ofYoung, ofStar, { tippedAt: hour + n });
  for (let n = 0; n < 4; n++) {
    await addTip(ofA, ofB);
    await addTip(ofB, ofA);
    await addTip(ofA, ofB, { tippedAt: Date.now() - 40 * dayMs });
  }
  const found = await answerOf<SuspiciousView>(ask(key, "suspicious"));
  expect(found.fed.find(({ wallet }) => wallet === ofStar)).toMatchObject({
    user: { id: star.id },
    amount: 500,
    share: 1,
  });
  expect(found.fed.some(({ wallet }) => wallet === ofA || wallet === ofB)).toBe(false);
  const circle = found.circles.find(({ members }) => members.some(({ wallet }) => wallet === ofA));
  expect(circle).toMatchObject({ amount: 200, share: 1 });
  expect(circle?.members.map(({ user }) => user?.id).toSorted()).toEqual([a.id, b.id].toSorted());
  expect(found.bursts).toMatchObject([{ wallet: ofStar, tips: 20, senders: 1, at: hour }]);
});
