/** The objects that the calls of the access table are about. */
import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { expect, vi } from "vitest";
import { hashToken } from "#app/domains/people/accounts/token.ts";
import type { AnnouncementView } from "#app/domains/value/announcements/contract.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { conversation } from "#durable-objects/stubs.ts";
import { makeConversation } from "../conversations.ts";
import { makeReference } from "../crates.ts";
import { makePerson, type Person } from "../people.ts";
import { makeReplay } from "../replays.ts";
import { Listener, viewer } from "../rooms.ts";
import { makePlay, operate } from "../stages.ts";
import { addClaim, addTip, walletWith } from "../tokens.ts";
import { makeWebhook } from "../webhooks.ts";
import type { Asker, Whose } from "./table.ts";
import { addCoManager, type Side, type World } from "./world.ts";

const db = openDb(env.DB);
const dayMs = 24 * 3_600_000;

export interface Cell {
  world: World;
  asker: Asker;
  whose: Whose;
}
export type Body = Record<string, unknown>;

/** The user who calls; a stranger for callers without an account. */
export const askingPerson = ({ world, asker }: Cell): Person =>
  asker === "signed-out" || asker === "key" ? world.stranger : world.askers[asker];

/** The owner of an object that belongs to a user. */
const ownerOf = (cell: Cell): Person => (cell.whose === "own" ? askingPerson(cell) : cell.world.stranger);

/** The side of an object that belongs to a stage; a missing object is looked up on the own side. */
const sideOf = ({ world, whose }: Cell): Side => (whose === "else's" ? world.elses : world.own);
const otherSideOf = ({ world, whose }: Cell): Side => (whose === "else's" ? world.own : world.elses);

const idOr = (cell: Cell, id: string) => (cell.whose === "missing" ? ulid() : id);
const now = () => Date.now();

/** Objects of stages: the same for every caller. */
const ofStages = {
  stage: async (cell) => ({ room: idOr(cell, sideOf(cell).booking.id) }),
  "members-stage": async (cell) => ({ room: idOr(cell, sideOf(cell).membersOnly.id) }),
  "on-demand-stage": async (cell) => ({ room: idOr(cell, sideOf(cell).onDemand.id) }),
  /** A stage that is used by no other line of the table. */
  "spare-stage": async (cell) => ({ room: idOr(cell, await addStage(sideOf(cell).manager)) }),
  "webhook-stage": async (cell) => ({ stage: idOr(cell, sideOf(cell).onDemand.id) }),
  "stage-webhook": async (cell) => ({
    webhook: idOr(cell, (await makeWebhook({ userId: null, stageId: sideOf(cell).onDemand.id })).id),
  }),
  set: async (cell) => ({ set: idOr(cell, await addSet(cell)) }),
  /** The tracklist of a set that was on air, with something that nobody has named. */
  tracklist: async (cell) => ({ set: idOr(cell, await addTracklist(cell)) }),
  request: async (cell) => ({ request: idOr(cell, await addRequest(cell, sideOf(cell).performer)) }),
  invitation: async (cell) => ({ request: idOr(cell, await addRequest(cell, sideOf(cell).manager)) }),
  move: async (cell) => ({ request: idOr(cell, await addChange(cell, sideOf(cell).performer)) }),
  offer: async (cell) => {
    const { askers, guest } = cell.world;
    const substitute = cell.whose === "else's" ? guest : askers.member;
    return { request: idOr(cell, await addChange(cell, substitute)) };
  },
  /** Accepted, with its set. */
  "accepted-request": async (cell) => ({
    request: idOr(cell, await addAccepted(cell, sideOf(cell).performer)),
  }),
  "accepted-invitation": async (cell) => ({
    request: idOr(cell, await addAccepted(cell, sideOf(cell).manager)),
  }),
  role: async (cell) => {
    const room = sideOf(cell).booking.id;
    return { room, role: idOr(cell, await addRole(room)) };
  },
  "foreign-role": async (cell) => ({
    room: sideOf(cell).booking.id,
    role: idOr(cell, await addRole(otherSideOf(cell).booking.id)),
  }),
  membership: async (cell) => {
    const room = sideOf(cell).booking.id;
    return cell.whose === "missing" ? missingMember(room) : { room, ...(await addMember(room)) };
  },
  "foreign-membership": async (cell) => {
    const room = sideOf(cell).booking.id;
    return cell.whose === "missing"
      ? missingMember(room)
      : { room, ...(await addMember(otherSideOf(cell).booking.id)) };
  },
  "co-manager": async (cell) => {
    const room = sideOf(cell).booking.id;
    return { room, user: idOr(cell, (await addCoManager(room)).id) };
  },
  "stage-message": async (cell) => {
    const room = sideOf(cell).booking.id;
    return { room, messageId: idOr(cell, await sayOn(room)) };
  },
  /** "Own": the caller has written it. */
  "chat-message": async (cell) => {
    const room = sideOf(cell).booking.id;
    const writer = cell.whose === "own" ? askingPerson(cell).id : undefined;
    return { room, messageId: idOr(cell, await sayOn(room, writer)) };
  },
  "foreign-message": async (cell) => ({
    room: sideOf(cell).booking.id,
    messageId: idOr(cell, await sayOn(otherSideOf(cell).booking.id)),
  }),
  "stage-messages": async (cell) => {
    const room = sideOf(cell).booking.id;
    return { room, messageIds: [idOr(cell, await sayOn(room))] };
  },
  "foreign-messages": async (cell) => ({
    room: sideOf(cell).booking.id,
    messageIds: [idOr(cell, await sayOn(otherSideOf(cell).booking.id))],
  }),
  /** The performance that a native app plays. */
  performance: async (cell) => ({ setId: idOr(cell, sideOf(cell).booking.id) }),
  /** The replay of a performance on an on-demand stage whose managers named no one. */
  "stage-replay": async (cell) => ({
    replay: idOr(cell, (await makeReplay({ stageId: sideOf(cell).onDemand.id })).id),
  }),
  "stage-post-target": async (cell) => ({
    target: idOr(cell, await addPostTarget({ stageId: sideOf(cell).booking.id })),
  }),
  track: async (cell) => {
    const { booking, performer } = sideOf(cell);
    const play = await makePlay({ stageId: booking.id, performerId: performer.id });
    return { track: idOr(cell, play.trackId), trackHistory: play.playId };
  },
  /** A reference that the ear learned from a broadcast. */
  harvested: async (cell) => {
    const { id } = await makeReference({ ownerId: sideOf(cell).performer.id, grade: "B" });
    return { reference: idOr(cell, id) };
  },
  artist: async (cell) => {
    const id = ulid();
    await db.insert(tables.artists).values({ id, key: id, name: "Ana", createdAt: now() });
    return { artist: idOr(cell, id) };
  },
  label: async (cell) => {
    const id = ulid();
    await db.insert(tables.labels).values({ id, key: id, name: "Night Bus", createdAt: now() });
    return { label: idOr(cell, id) };
  },
  /** Global objects, which belong to no user. */
  announcement: async (cell) => {
    const { number } = await operate<AnnouncementView>("announce", { message: "We move on Sunday." });
    return { number: cell.whose === "missing" ? 1_000_000 : number };
  },
  report: async (cell) => {
    const offender = await makePerson();
    const id = ulid();
    await db.insert(tables.reports).values({
      id,
      reporterId: ownerOf(cell).id,
      offenderId: offender.id,
      offenseCode: 0,
      createdAt: now(),
      day: 1,
    });
    return { report: idOr(cell, id) };
  },
  "open-claim": async (cell) => ({ claim: idOr(cell, await addClaim(cell.world.guest)) }),
  "held-claim": async (cell) => ({
    claim: idOr(cell, await addClaim(cell.world.guest, { heldAt: now() })),
  }),
  /** Received by a stranger. */
  "received-tip": async (cell) => {
    const [from, to] = [await walletWith(cell.world.guest, 0), await walletWith(cell.world.stranger, 0)];
    const tip = await addTip(from, to);
    await env.WALLET.getByName(to).receive({ from, transfer: tip, amount: 25, reverses: null, news: null });
    return { tip: idOr(cell, tip) };
  },
  /** Waits for a second operator, and is of no one who asks. */
  "token-act": async (cell) => {
    const id = ulid();
    await db.insert(tables.tokenActs).values({
      id,
      kind: "grant",
      details: { [cell.world.guest.id]: 2_000 },
      reason: "Won the contest",
      operatorId: cell.world.stranger.id,
      at: now(),
      state: "waiting",
    });
    return { act: idOr(cell, id) };
  },
} satisfies Record<string, (cell: Cell) => Promise<Body>>;

/** Objects of users: each caller has their own. */
const ofPersons = {
  replay: async (cell) => ({
    replay: idOr(cell, (await makeReplay({ performerId: ownerOf(cell).id })).id),
  }),
  "private-replay": async (cell) => ({
    replay: idOr(cell, (await makeReplay({ performerId: ownerOf(cell).id, visibility: "me" })).id),
  }),
  /** A performance on a profile, without a set. */
  "own-performance": async (cell) => ({ set: idOr(cell, await addOwnPerformance(cell)) }),
  "own-line": async (cell) => {
    const set = await addOwnPerformance(cell);
    const { playId: line, trackId } = await makePlay({ stageId: null, performerId: ownerOf(cell).id });
    const of = {
      performance: set,
      broadcastId: set,
      performerId: ownerOf(cell).id,
      startsAt: now() - 3_000_000,
    };
    const named = {
      id: line,
      line,
      trackId,
      artist: "Ana",
      title: "One",
      kind: "encoder",
      act: "heard",
    } as const;
    await db.insert(tables.tracklistEvidence).values({ ...of, ...named, at: of.startsAt });
    return { set: idOr(cell, set), line };
  },
  "crate-track": async (cell) => ({
    track: idOr(cell, (await makeReference({ ownerId: ownerOf(cell).id })).id),
  }),
  webhook: async (cell) => ({
    webhook: idOr(cell, (await makeWebhook({ userId: ownerOf(cell).id, stageId: null })).id),
  }),
  person: async (cell) => ({ user: idOr(cell, ownerOf(cell).id) }),
  /** "Else's" is a user whom the caller does not follow. */
  followed: async (cell) => {
    const person = await makePerson();
    if (cell.whose === "own")
      await db
        .insert(tables.follows)
        .values({ userId: askingPerson(cell).id, followingId: person.id, createdAt: now() });
    return { user: idOr(cell, person.id) };
  },
  /** "Else's" is a stage that the caller does not subscribe to. */
  subscription: async (cell) => {
    const stageId = sideOf(cell).booking.id;
    if (cell.whose === "own")
      await db
        .insert(tables.stageSubscriptions)
        .values({ stageId, userId: askingPerson(cell).id, createdAt: now() })
        .onConflictDoNothing();
    return { room: idOr(cell, stageId) };
  },
  session: async (cell) => {
    const tokenHash = ulid();
    await db.insert(tables.sessions).values({
      tokenHash,
      userId: ownerOf(cell).id,
      createdAt: now(),
      lastSeenAt: now(),
      expiresAt: now() + dayMs,
    });
    return { session: idOr(cell, (await hashToken(`device:${tokenHash}`)).slice(0, 32)) };
  },
  "post-target": async (cell) => ({
    target: idOr(cell, await addPostTarget({ userId: ownerOf(cell).id })),
  }),
  /** "Own": received by the caller. */
  "own-tip": async (cell) => {
    const [from, to] = [await walletWith(cell.world.guest, 0), await walletWith(ownerOf(cell), 0)];
    const tip = await addTip(from, to);
    await env.WALLET.getByName(to).receive({ from, transfer: tip, amount: 25, reverses: null, news: null });
    return { tip: idOr(cell, tip) };
  },
  passkey: async (cell) => {
    const id = ulid();
    await db
      .insert(tables.passkeys)
      .values({ id, userId: ownerOf(cell).id, publicKey: "key", name: "A key", createdAt: now() });
    return { passkey: idOr(cell, id) };
  },
  award: async (cell) => {
    const id = ulid();
    const [definition] = await db.select({ id: tables.awards.id }).from(tables.awards).limit(1);
    await db
      .insert(tables.userAwards)
      .values({ id, awardId: definition?.id ?? "", userId: ownerOf(cell).id, awardedAt: now() });
    return { award: idOr(cell, id) };
  },
  mount: async (cell) => {
    // Stored directly, because stream tests are limited per hour.
    const id = { mount: ulid(), streamId: ulid(), ownerId: ownerOf(cell).id };
    const times = { createdAt: now(), expiresAt: now() + 3_600_000 };
    await db.insert(tables.ingestCredentials).values({ ...id, ...times, kind: "test", password: "secret" });
    return { mount: idOr(cell, id.mount) };
  },
  "profile-message": async (cell) => ({ messageId: idOr(cell, await sayOnProfile(cell)) }),
  "profile-messages": async (cell) => ({ messageIds: [idOr(cell, await sayOnProfile(cell))] }),
  /** "Own": the caller has started it; "else's" is between other users. */
  conversation: async (cell) => ({ conversation: idOr(cell, (await addConversation(cell)).id) }),
  /** One of the owner's messages in it. */
  "own-message": async (cell) => {
    const { id, messageId } = await addConversation(cell);
    return { conversation: idOr(cell, id), messageId };
  },
  /** A conversation that the caller has left. */
  "left-conversation": async (cell) => {
    const asking = askingPerson(cell).id;
    const { id } = await makeConversation(ownerOf(cell).id, [cell.world.guest.id, (await makePerson()).id]);
    await conversation(env, id).addParticipant(cell.world.guest.id, asking);
    await conversation(env, id).removeParticipant(asking, asking);
    return { conversation: idOr(cell, id) };
  },
  /** A user whom the caller has blocked; "else's": a user who has blocked every caller. */
  blocked: async (cell) => {
    const { id: other } = await makePerson();
    const by = (userId: string, blockedId: string) => ({ userId, blockedId, createdAt: now() });
    const pairs =
      cell.whose === "own"
        ? [by(askingPerson(cell).id, other)]
        : Object.values(cell.world.askers).map(({ id }) => by(other, id));
    await db.insert(tables.blocks).values(pairs);
    return { user: idOr(cell, other) };
  },
  /**
   * A conversation between the caller and another user, with a message of the caller; the caller has blocked the other,
   * and in "else's" has been blocked by them.
   */
  "blocked-conversation": async (cell) => {
    const [asking, other] = [askingPerson(cell), await makePerson()];
    const { id, messageId } = await makeConversation(asking.id, [other.id]);
    const [by, of] = cell.whose === "own" ? [asking, other] : [other, asking];
    await db.insert(tables.blocks).values({ userId: by.id, blockedId: of.id, createdAt: now() });
    return { conversation: idOr(cell, id), messageId };
  },
} satisfies Record<string, (cell: Cell) => Promise<Body>>;

const kinds: Record<string, (cell: Cell) => Promise<Body>> = { ...ofStages, ...ofPersons };
const made = new Map<string, Promise<Body>>();

/** Returns the object of the cell as fields of a body. A fresh one if the call can use it up. */
export function objectFor(kind: string, cell: Cell, { isFresh }: { isFresh: boolean }): Promise<Body> {
  if (kind === "") return Promise.resolve({});
  const make = kinds[kind];
  if (make === undefined) throw new Error(`the table speaks of a ${kind}, which nothing here is`);
  const isPersonal =
    (cell.whose === "own" && (kind in ofPersons || kind === "chat-message")) ||
    kind === "blocked-conversation";
  const key = [kind, cell.whose, isPersonal ? cell.asker : ""].join(" ");
  const object = (isFresh ? undefined : made.get(key)) ?? make(cell);
  if (!isFresh) made.set(key, object);
  return object;
}

/** Says something as a new user, where no writer is named. */
const sayOn = (stageId: string, writer?: string) =>
  sayIn(env.STAGE_ROOM.getByName(stageId), { path: `stage/${stageId}`, event: "roomChat" }, writer);
const sayOnProfile = (cell: Cell) => {
  const { id } = ownerOf(cell);
  return sayIn(env.PROFILE_ROOM.getByName(id), { path: `profile/${id}`, event: "profileChat" });
};

/** Says something as a new user each time, because of the rate limit. */
async function sayIn(
  room: Parameters<typeof Listener.open>[0],
  { path, event }: { path: string; event: string },
  writer?: string,
): Promise<string> {
  const id = writer ?? (await makePerson()).id;
  const page = await Listener.open(room, viewer(id));
  const reply = await page.send(event, { msg: "Hello" }, ulid());
  page.close();
  if (reply.event !== "ack") throw new Error(`not said: ${JSON.stringify(reply)}`);
  // The room writes to D1 later in which rooms a user has chatted.
  const place = and(eq(tables.chatPlaces.userId, id), eq(tables.chatPlaces.room, path));
  await vi.waitFor(async () => expect(await db.$count(tables.chatPlaces, place)).toBe(1), 10_000);
  return (reply.data as { _id: string })._id;
}

async function addConversation(cell: Cell): Promise<{ id: string; messageId: string }> {
  return makeConversation(ownerOf(cell).id, [cell.world.guest.id, (await makePerson()).id]);
}

async function addSet(cell: Cell): Promise<string> {
  const { booking, performer } = sideOf(cell);
  const id = ulid();
  await db.insert(tables.sets).values({
    id,
    stageId: booking.id,
    performerId: performer.id,
    name: "A set",
    ...cell.world.nextSlot(),
    createdAt: now(),
  });
  return id;
}

async function addOwnPerformance(cell: Cell): Promise<string> {
  const id = ulid();
  const times = { startedAt: now() - 3_600_000, endedAt: now() - 600_000 };
  const aired = { id, streamId: ulid(), performerId: ownerOf(cell).id, ...times };
  await db.insert(tables.broadcasts).values(aired);
  return id;
}

async function addTracklist(cell: Cell): Promise<string> {
  const { booking, performer } = sideOf(cell);
  const [setId, broadcastId, id] = [await addSet(cell), ulid(), ulid()];
  const on = { stageId: booking.id, performerId: performer.id, setId };
  await db
    .insert(tables.broadcasts)
    .values({ id: broadcastId, ...on, streamId: ulid(), startedAt: 1_000, endedAt: 2_000 });
  const heard = { kind: "ear", act: "heard", line: id, startsAt: 1_000, at: 1_000 } as const;
  await db.insert(tables.tracklistEvidence).values({ id, ...on, ...heard, performance: setId, broadcastId });
  return setId;
}

async function addRequest(cell: Cell, requestor: Person): Promise<string> {
  const { booking, performer } = sideOf(cell);
  const id = ulid();
  await db.insert(tables.setRequests).values({
    id,
    stageId: booking.id,
    performerId: performer.id,
    requestorId: requestor.id,
    name: "A set",
    ...cell.world.nextSlot(),
    timeZone: "UTC",
    createdAt: now(),
  });
  return id;
}

/** Another start and end for this performer's set, or the set itself. */
async function addChange(cell: Cell, person: Person): Promise<string> {
  const { booking, performer } = sideOf(cell);
  const isMove = person.id === performer.id;
  const [id, setId] = [ulid(), await addSet(cell)];
  const [set] = await db.select().from(tables.sets).where(eq(tables.sets.id, setId));
  if (set === undefined) throw new Error("the set is gone");
  const { startsAt, endsAt } = isMove ? cell.world.nextSlot() : set;
  await db.insert(tables.setRequests).values({
    id,
    kind: isMove ? "move" : "substitute",
    setId,
    fromStartsAt: set.startsAt,
    fromEndsAt: set.endsAt,
    stageId: booking.id,
    performerId: person.id,
    requestorId: performer.id,
    name: "A set",
    startsAt,
    endsAt,
    timeZone: "UTC",
    createdAt: now(),
  });
  return id;
}

export const spareStage = "A spare stage";

async function addStage({ id: userId }: Person): Promise<string> {
  const id = ulid();
  await db.batch([
    db.insert(tables.stages).values({ id, name: spareStage, streamId: ulid(), createdAt: now() }),
    db.insert(tables.stageManagers).values({ stageId: id, userId, createdAt: now() }),
  ]);
  return id;
}

async function addAccepted(cell: Cell, requestor: Person): Promise<string> {
  const requestId = await addRequest(cell, requestor);
  await db
    .update(tables.setRequests)
    .set({ status: "accepted", settledAt: now() })
    .where(eq(tables.setRequests.id, requestId));
  await db
    .update(tables.sets)
    .set({ requestId })
    .where(eq(tables.sets.id, await addSet(cell)));
  return requestId;
}

/** A channel whose secret cannot be opened: nothing is sent there. */
async function addPostTarget(owner: { userId: string } | { stageId: string }): Promise<string> {
  const id = ulid();
  const channel = { id, party: "discord" as const, name: "#live", secret: "not sealed", linkedAt: now() };
  await db.insert(tables.postTargets).values({ ...channel, ...owner });
  return id;
}

async function addRole(stageId: string): Promise<string> {
  const id = ulid();
  await db.insert(tables.stageRoles).values({ id, stageId, name: `Role ${id}`, createdAt: now() });
  return id;
}

async function addMember(stageId: string): Promise<{ member: string; user: string }> {
  const id = ulid();
  const { id: userId } = await makePerson();
  await db.insert(tables.stageMembers).values({ id, stageId, userId, createdAt: now() });
  return { member: id, user: userId };
}

const missingMember = (room: string) => ({ room, member: ulid(), user: ulid() });
