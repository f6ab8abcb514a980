/** Tips through the real API, with real wallets: until they have left their sender's wallet. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import { insertBlock } from "#app/domains/people/people/queries/relations.ts";
import type { TipView } from "#app/domains/value/tokens/contract/tokens.ts";
import { ensureWalletOf, findWalletOf } from "#app/domains/value/tokens/queries/wallets.ts";
import { openDb } from "#db/client.ts";
import { wallet as walletStub } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { addSet, addStage, Listener, report, viewer } from "#tests/helpers/rooms.ts";

const db = openDb(env.DB);
const minuteMs = 60_000;
let count = 0;

/** Someone with so many tokens. */
async function makeTipper(tokens: number, facts: Parameters<typeof makePerson>[0] = {}): Promise<Person> {
  const person = await makePerson({ emailVerifiedAt: 1, ...facts });
  const { id } = await ensureWalletOf(db, { id: ulid(), userId: person.id, now: 0 });
  if (tokens > 0)
    await walletStub(env, id).mint([{ id: `grant ${person.id}`, kind: "grant", amount: tokens }]);
  return person;
}

async function summaryOf(person: Pick<Person, "id">) {
  const row = await findWalletOf(db, person.id);
  return row === undefined ? null : walletStub(env, row.id).summary();
}

/** A stage with a performer on air. */
async function makeShow() {
  count += 1;
  const id = `tip-hall-${count}`;
  const performer = await makePerformer();
  const room = await addStage(id, { isInstant: false });
  const now = Date.now();
  const set = `${id}-set`;
  await addSet(set, {
    stageId: id,
    performerId: performer.id,
    startsAt: now - minuteMs,
    endsAt: now + 10 * minuteMs,
  });
  await room.refresh();
  await room.streamChanged(report("performer", performer.id));
  return { id, room, performer };
}

let ids = 0;
const tipOf = (performer: Pick<Person, "id">, change: Record<string, unknown> = {}) => {
  ids += 1;
  return { id: `tip-request-${ids}`, amount: 25, performer: performer.id, ...change };
};

const send = (as: Person, body: unknown) => request("/api/tokens/tip", { as, body });

test("a tip leaves the sender's wallet once, however often it is sent, also when the set is over", async () => {
  const { id, room, performer } = await makeShow();
  const ann = await makeTipper(60);
  const body = tipOf(performer, { room: id });
  const answers = await Promise.all(Array.from({ length: 5 }, () => answerOf<TipView>(send(ann, body))));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ amount: 25, balance: 35, tip: expect.any(String) });
  const listener = await Listener.open(room, viewer("bob"));
  await room.streamChanged(report("performer", performer.id, { state: "down", disconnectedAt: 1 }));
  await listener.event("room set", ({ data }) => !data.online);
  expect(await answerOf(send(ann, body))).toEqual(answers[0]);
  expect(await refusalOf(send(ann, { ...body, amount: 26 }))).toBe("key-reused");
  // A refused id stays refused.
  const late = tipOf(performer, { room: id });
  expect(await refusalOf(send(ann, late))).toBe("not-live");
  await room.streamChanged(report("performer", performer.id, { connection: "connection-2" }));
  await listener.event("room set", ({ data, seq }) => data.online && seq > 0);
  expect(await refusalOf(send(ann, late))).toBe("not-live");
  expect(await summaryOf(ann)).toMatchObject({ balance: 35 });
});

test("refusals say why, and nothing is sent", async () => {
  const { id, performer } = await makeShow();
  const ann = await makeTipper(30);
  const refuse = (change: Record<string, unknown>, as = ann) =>
    refusalOf(send(as, tipOf(performer, { room: id, ...change })));
  expect(await refuse({ performer: ann.id })).toBe("performer-changed");
  expect(await refuse({ amount: 31 })).toBe("tokens-short");
  for (const amount of [0, -5, 2.5, 1_001, "25"]) expect(await refuse({ amount })).toBe("bad-input");
  expect(await refuse({ room: "no such stage" })).toBe("not-found");
  expect(await refuse({ room: null })).toBe("bad-input");
  expect(await refuse({ device: "a phone" })).toBe("bad-input");
  expect(await refuse({}, await makeTipper(30, { emailVerifiedAt: null }))).toBe("tip-unverified");
  expect(await refuse({}, await makePerson({ emailVerifiedAt: 1 }))).toBe("tokens-short");
  const [blocked, blocking] = [await makeTipper(30), await makeTipper(30)];
  await insertBlock(db, { userId: performer.id, blockedId: blocked.id, createdAt: 0 });
  await insertBlock(db, { userId: blocking.id, blockedId: performer.id, createdAt: 0 });
  for (const person of [blocked, blocking]) {
    expect(await refuse({}, person)).toBe("not-welcome");
    expect(await summaryOf(person)).toMatchObject({ balance: 30 });
  }
  const listener = await makePerson();
  expect(await refuse({ room: null, dj: listener.id, performer: listener.id })).toBe("not-live");
  expect(await summaryOf(ann)).toMatchObject({ balance: 30 });
  expect(await summaryOf(listener)).toBeNull();
});

test("a performer's profile takes tips while they are not on air, and their wallet is made by the first", async () => {
  const [ann, performer] = [await makeTipper(30), await makePerformer()];
  const body = tipOf(performer, { dj: performer.id, isHidden: true });
  expect(await answerOf(send(ann, body))).toMatchObject({ amount: 25, balance: 5 });
  expect(await summaryOf(performer)).not.toBeNull();
  expect(await refusalOf(send(ann, { ...body, isHidden: false }))).toBe("key-reused");
  expect(await summaryOf(ann)).toMatchObject({ balance: 5 });
});
