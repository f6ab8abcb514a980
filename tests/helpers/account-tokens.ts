import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect } from "vitest";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { wallet } from "#durable-objects/stubs.ts";
import type { Person } from "./people.ts";

const db = openDb(env.DB);
const dayMs = 24 * 3_600_000;

/** Claims and acts of operators about the account and by it; a wallet with entries, and tips both ways. */
export async function moveTokens({
  person,
  fan,
  manager,
  text,
  club,
}: {
  person: Person;
  fan: Person;
  manager: Person;
  text: (what: string) => string;
  club: string;
}): Promise<string[]> {
  const now = Date.now();
  const [own, fans] = [`wallet of ${ulid()}`, `wallet of ${ulid()}`];
  const open = { createdAt: now, ripeAt: now, expiresAt: now + dayMs };
  const tip = { stageId: club, tippedAt: now };
  const tippedInCircles = `Tips ${person.username} in circles`;
  const dotted = person.username.replace(" ", ".").toUpperCase();
  const act = { reason: "For a workshop", at: now, state: "done" } as const;
  await db.batch([
    db.insert(tables.wallets).values([
      {
        id: own,
        userId: person.id,
        createdAt: now,
        address: text("address"),
        publicKey: text("public key"),
        frozenReason: text("frozen"),
      },
      { id: fans, userId: fan.id, createdAt: now, frozenAt: now, frozenReason: tippedInCircles },
    ]),
    db.insert(tables.tips).values([
      { id: ulid(), fromWallet: own, toWallet: fans, amount: 5, ...tip },
      { id: ulid(), fromWallet: fans, toWallet: own, amount: 10, ...tip },
      { id: ulid(), fromWallet: fans, toWallet: own, amount: 7, isHidden: true, ...tip },
    ]),
    db.insert(tables.tipSums).values({ toWallet: own, setId: "", month: "2024-11", tips: 2, amount: 50 }),
    db.insert(tables.tokenClaims).values([
      {
        id: ulid(),
        userId: person.id,
        kind: "grant",
        source: ulid(),
        amount: 20,
        reason: text("grant"),
        ...open,
      },
      {
        id: ulid(),
        userId: fan.id,
        kind: "referral",
        source: person.id,
        amount: 25,
        reason: person.username,
        ...open,
      },
      {
        id: ulid(),
        userId: fan.id,
        kind: "grant",
        source: ulid(),
        amount: 20,
        reason: `For the workshop with @${person.username}`,
        ...open,
      },
    ]),
    db.insert(tables.tokenActs).values([
      { id: ulid(), kind: "grant", details: { user: person.id, amount: 20 }, operatorId: manager.id, ...act },
      {
        id: ulid(),
        kind: "grant",
        details: { user: fan.id, amount: 2_000 },
        operatorId: person.id,
        ...act,
      },
      {
        id: ulid(),
        kind: "grant",
        details: { [fan.id]: 3_000, [person.id]: 2_000 },
        operatorId: manager.id,
        agreedId: person.id,
        secondOperatorId: person.id,
        ...act,
      },
      {
        id: ulid(),
        kind: "freeze",
        details: { wallet: fans },
        operatorId: manager.id,
        ...act,
        reason: tippedInCircles,
      },
      // What they may be called by, each alone.
      ...[dotted, `${text("").trim()}@EXAMPLE.com`, person.id.toLowerCase()].map((called) => ({
        id: ulid(),
        kind: "freeze" as const,
        details: { wallet: fans },
        operatorId: manager.id,
        ...act,
        reason: `Asked by ${called}, twice`,
      })),
    ]),
  ]);
  for (const id of [own, fans]) await wallet(env, id).mint([{ id: ulid(), kind: "grant", amount: 100 }]);
  await tipFrom({ wallet: own, person }, { wallet: fans, person: fan }, club);
  await tipFrom({ wallet: fans, person: fan }, { wallet: own, person }, club);
  await wallet(env, own).freeze(text("frozen"));
  await wallet(env, fans).freeze(tippedInCircles);
  return [own, fans];
}

interface Owner {
  wallet: string;
  person: Person;
}

/** A tip that has been sent, however far it has come. */
async function tipFrom(from: Owner, to: Owner, stageId: string): Promise<void> {
  const named = ({ id, username }: Person) => ({ userId: id, username, badge: null });
  const place = { stageId, setId: null, broadcastId: null, performance: null, playId: null };
  const answer = await wallet(env, from.wallet).tip({
    id: ulid(),
    amount: 5,
    content: "5 tokens",
    isHidden: false,
    from: named(from.person),
    target: {
      ok: true,
      wallet: to.wallet,
      to: named(to.person),
      place: { ...place, room: `stage/${stageId}`, mediaAt: Date.now() },
    },
    device: null,
  });
  expect(answer).toMatchObject({ ok: true });
}
