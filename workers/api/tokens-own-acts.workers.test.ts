/** Acts of operators about their own wallets, claims and tips: each waits for a second operator. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ActView, ResettledAnswer } from "#app/domains/value/tokens/contract/acts.ts";
import { openDb } from "#db/client.ts";
import { tokenClaims, wallets } from "#db/schema/index.ts";
import type { Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { addClaim, addTip, makeMember, tokenContext, walletWith } from "#tests/helpers/tokens.ts";

const db = openDb(env.DB);
const reason = "Asked for by their owner";
const ask = (as: Pick<Person, "token">, command: string, body: object = {}) =>
  request(`/api/operator/tokens/${command}`, { as, body: { reason, ...body } });
const act = (as: Pick<Person, "token">, command: string, body: object) =>
  answerOf<ActView>(ask(as, command, body));
const decide = (as: Pick<Person, "token">, id: string, isApproved = true) =>
  request("/api/operator/tokens/decide", { as, body: { act: id, isApproved } });
const makeOperators = async () =>
  [await makeMember({ isOperator: true }), await makeMember({ isOperator: true })] as const;

const frozenAt = async (id: string) =>
  (await db.select().from(wallets).where(eq(wallets.id, id)))[0]?.frozenAt ?? null;
const claimOf = async (id: string) => (await db.select().from(tokenClaims).where(eq(tokenClaims.id, id)))[0];

test("an operator cannot open their own frozen wallet, and a repeated attempt does not after it was opened once", async () => {
  const [own, other] = await makeOperators();
  const wallet = await walletWith(own, 0);
  await act(other, "freeze", { user: own.id });
  const body = { user: own.id, id: `open-${own.id}` };
  for (const user of [own.id, own.username, wallet])
    expect(await act(own, "unfreeze", { user })).toMatchObject({ state: "waiting", canDecide: false });
  const asked = await act(own, "unfreeze", body);
  expect(await frozenAt(wallet)).not.toBeNull();
  expect(await refusalOf(decide(own, asked.id))).toBe("act-own");
  expect(await answerOf(decide(other, asked.id))).toMatchObject({ state: "done" });
  expect(await frozenAt(wallet)).toBeNull();
  await act(other, "freeze", { user: own.id });
  expect(await act(own, "unfreeze", body)).toMatchObject({ state: "done" });
  expect(await frozenAt(wallet)).not.toBeNull();
});

test("what a second operator refuses has no effect, and freezing the own wallet waits as well", async () => {
  const [own, other] = await makeOperators();
  const wallet = await walletWith(own, 0);
  const refused = await act(own, "freeze", { user: own.id });
  expect(await answerOf(decide(other, refused.id, false))).toMatchObject({ state: "refused" });
  expect(await frozenAt(wallet)).toBeNull();
  const asked = await act(own, "freeze", { user: own.id });
  expect([asked.state, await frozenAt(wallet)]).toEqual(["waiting", null]);
  await answerOf(decide(other, asked.id));
  expect(await frozenAt(wallet)).toEqual(expect.any(Number));
});

test.each(["claim", "user"] as const)(
  "an operator's own claims are held, released and ended once another one agrees (by %s)",
  async (by) => {
    const [own, other] = await makeOperators();
    const claim = await addClaim(own);
    const stranger = await addClaim(other);
    const which = by === "claim" ? { claim } : { user: own.id };
    await act(other, "hold", which);
    const release = await act(own, "release", which);
    expect(release.state).toBe("waiting");
    expect((await claimOf(claim))?.heldAt).not.toBeNull();
    await answerOf(decide(other, release.id));
    expect((await claimOf(claim))?.heldAt).toBeNull();
    const hold = await act(own, "hold", which);
    expect((await claimOf(claim))?.heldAt).toBeNull();
    await answerOf(decide(other, hold.id));
    expect((await claimOf(claim))?.heldAt).not.toBeNull();
    // Agreeing again to what was agreed to changes nothing any more.
    await answerOf(decide(other, release.id));
    expect((await claimOf(claim))?.heldAt).not.toBeNull();
    const end = await act(own, "void", { claim });
    expect((await claimOf(claim))?.state).toBe("waiting");
    await answerOf(decide(other, end.id));
    expect((await claimOf(claim))?.state).toBe("void");
    expect(await claimOf(stranger)).toMatchObject({ state: "waiting", heldAt: null });
  },
);

test("an operator gives no tip back alone that they have sent or received", async () => {
  const [own, other] = await makeOperators();
  const [from, to] = [await walletWith(own, 0), await walletWith(await makeMember(), 0)];
  const tip = await addTip(from, to);
  const { wallets: live } = tokenContext();
  await live.of(to).receive({ from, transfer: tip, amount: 25, reverses: null, news: null });
  const asked = await act(own, "giveBack", { tip, amount: 20 });
  expect(asked.state).toBe("waiting");
  expect((await live.of(to).summary()).balance).toBe(25);
  expect(await answerOf(decide(other, asked.id))).toMatchObject({ state: "done" });
  expect((await live.of(to).summary()).balance).toBe(5);
  const tooMuch = await act(own, "giveBack", { tip, amount: 20 });
  expect(await refusalOf(decide(other, tooMuch.id))).toBe("tip-amount");
  const received = await addTip(to, from);
  expect((await act(own, "giveBack", { tip: received, amount: 1 })).state).toBe("waiting");
});

test("an operator's own wallet is resettled once another one agrees", async () => {
  const [own, other] = await makeOperators();
  await walletWith(own, 0);
  const asked = await answerOf<ResettledAnswer>(ask(own, "resettle", { user: own.id }));
  expect(asked).toMatchObject({ act: { state: "waiting" }, added: 0, short: 0 });
  expect(await answerOf(decide(other, asked.act.id))).toMatchObject({ state: "done" });
});
