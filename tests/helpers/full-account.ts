/** An account with data of its own in every possible place. */
import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { expect, vi } from "vitest";
import { chunkKey } from "#app/domains/air/replays/tape-index.ts";
import { picturePath } from "#app/domains/base/pictures/rules.ts";
import type { PerformerAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { noticesMailId } from "#app/domains/people/notifications/mails.ts";
import { readPushKey } from "#app/domains/people/notifications/push-key.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import type { SocketViewer } from "#durable-objects/contract.ts";
import { createLivePeaks } from "#durable-objects/live-peaks.ts";
import {
  conversation,
  deliveries,
  inbox,
  lobby,
  mediaGateway,
  profileRoom,
  relayShard,
  soundCheck,
  stageRoom,
} from "#durable-objects/stubs.ts";
import { moveTokens } from "./account-tokens.ts";
import { connectAgent, encoderOn, loud } from "./agent.ts";
import { makeConversation } from "./conversations.ts";
import { makeReference } from "./crates.ts";
import { makePerson, type Person } from "./people.ts";
import { packets } from "./recorded-batches.ts";
import { Listener, Uplink, until } from "./rooms.ts";
import { makePlay, makeSet, makeStage, operate } from "./stages.ts";

const db = openDb(env.DB);
const dayMs = 24 * 3_600_000;

export interface FullAccount {
  person: Person;
  password: string;
  /** Contained in every text of the account. */
  canary: string;
  fan: Person;
  manager: Person;
  /** Two booking stages, and one that only this account manages. */
  stages: { club: string; bar: string; own: string };
  /** Open sockets: the account's own in rooms, on a shard and in its sound check, and the fan's in the club. */
  sockets: { own: Listener[]; fan: Listener };
  /** The names of objects that can exist, for `everyObject`. */
  names: Record<
    | "STAGE_ROOM"
    | "PROFILE_ROOM"
    | "RELAY"
    | "INBOX"
    | "CONVERSATION"
    | "SOUND_CHECK"
    | "DELIVERIES"
    | "WALLET",
    string[]
  >;
  /** The track that the account has played on a stage only. */
  stagePlay: { trackId: string; playId: string };
}

export async function makeFullAccount(canary: string): Promise<FullAccount> {
  const password = "a long and good password";
  const text = (what: string) => `${canary} ${what}`;
  const person = await makePerson({
    username: `${canary} Dee`,
    email: `${canary}@example.com`,
    passwordHash: hashPassword(password),
    bio: text("bio"),
    first: text("first"),
    last: text("last"),
    location: text("city"),
    tags: [text("tag")],
    controller: text("decks"),
    program: text("program"),
    experience: text("experience"),
    photo: picturePath(pictureId(canary), 512),
  });
  const me = person.id;
  const fan = await makePerson({ username: `fan of ${ulid()}`, referrerId: me });
  const manager = await makePerson({ isManager: true });
  const [club, bar, own, shared] = [
    (await makeStage(manager)).id,
    (await makeStage(manager)).id,
    (await makeStage(person)).id,
    (await makeStage(manager)).id,
  ];
  // A stage that they only manage.
  await db.insert(tables.stageManagers).values({ stageId: shared, userId: me, createdAt: Date.now() });
  await stageRoom(env, shared).refresh();
  const key = await operate<PerformerAnswer>("make-performer", { user: me, type: "dj" });
  await runInDurableObject(stageRoom(env, club), (_, { storage }) => {
    storage.sql.exec("insert into memory (name, json) values ('shards', '1')");
  });
  await evictDurableObject(stageRoom(env, club));
  // On air on their own profile with a title, then on a stage in a set that has started.
  const agent = await connectAgent(mediaGateway(env), ulid());
  await agent.hello();
  const encoder = encoderOn(key.mount);
  await agent.facts(encoder({ type: "connected" }), encoder({ type: "firstAudio", codec: "mp3" }));
  await agent.facts(encoder({ type: "title", artist: text("artist"), title: text("title") }));
  await agent.facts(encoder({ type: "level", level: loud }));
  const fanAt = await Listener.open(profileRoom(env, me), viewerOf(fan));
  await until(() => fanAt.events.some(({ data }) => JSON.stringify(data).includes(text("title"))));
  const cheer = { trackId: null, playId: null, mediaAt: null };
  await profileRoom(env, me).cheer({ userId: fan.id, username: fan.username, ...cheer });
  await record(me);
  await addRows({ me, canary, fan: fan.id, manager: manager.id, club, bar, own });
  await stageRoom(env, own).restrict(me, { until: null });
  // Plays on a stage are stored by the stage.
  await agent.facts(encoder({ type: "title", artist: "Somebody", title: "A tune" }));
  // It is sent a second after the title before it, which would also go to the stage if that took the encoder earlier.
  await until(() => fanAt.events.some(({ data }) => JSON.stringify(data).includes("A tune")), 5_000);
  const now = Date.now();
  await db.insert(tables.sets).values({
    id: ulid(),
    stageId: club,
    performerId: me,
    name: text("set"),
    description: text("description"),
    startsAt: now - 60_000,
    endsAt: now + 3_600_000,
    createdAt: now,
  });
  await stageRoom(env, club).refresh();
  const fanInClub = await Listener.open(stageRoom(env, club), viewerOf(fan));
  await fanInClub.send("listen", { class: "normal" });
  await until(
    () => fanInClub.events.some(({ data }) => "currentDj" in data && data.currentDj?.id === me),
    10_000,
  );
  await makeSet({ id: bar }, person, dayMs);

  // Their messages, and the rooms that they are in.
  const mine = viewerOf(person);
  const inClub = await Listener.open(stageRoom(env, club), mine);
  const inBar = await Listener.open(stageRoom(env, bar), mine);
  const atHome = await Listener.open(profileRoom(env, me), mine);
  const atFan = await Listener.open(profileRoom(env, fan.id), mine);
  const onShard = await Listener.open(relayShard(env, `stage/${club}`, 0), mine);
  const atCheck = await Listener.open(soundCheck(env, me), mine);
  await mediaGateway(env).setSoundCheck(me, "test", now + dayMs);
  for (const room of [inClub, inBar, onShard]) await room.say(text("in a room"), ulid());
  for (const room of [atHome, atFan]) await room.send("profileChat", { msg: text("on a profile") }, ulid());
  await fanAt.send("profileChat", { msg: "I like this" });
  await inBar.say("I was here too", ulid());
  await stageRoom(env, club).cheer({ userId: me, username: person.username, ...cheer });
  await db.insert(tables.blocks).values({ userId: fan.id, blockedId: me, createdAt: now });
  await profileRoom(env, fan.id).setBlocked(me, true);
  await inbox(env, me).notify({ kind: "booking", message: text("notice"), at: now, key: text("key") });
  await inbox(env, manager.id).notify({
    kind: "booking",
    message: text("asks to play"),
    at: now,
    key: `about ${me}`,
    about: me,
  });
  const friends: [string, string] = [(await makePerson()).id, (await makePerson()).id];
  const talk = await talkWith(me, friends, text("in a conversation"));
  await follow(person, fan);
  await lobby(env).upcomingChanged();
  const walletNames = await moveTokens({ person, fan, manager, text, club });
  const stagePlay = await makePlay({ stageId: club, performerId: me });
  await describe({ me, trackId: stagePlay.trackId, club, text });
  return {
    person,
    password,
    canary,
    fan,
    manager,
    stages: { club, bar, own },
    sockets: { own: [inClub, inBar, atHome, atFan, onShard, atCheck], fan: fanInClub },
    names: {
      STAGE_ROOM: [club, bar, own, shared],
      PROFILE_ROOM: [me, fan.id, manager.id],
      RELAY: [`stage/${club}/0`],
      INBOX: [me, fan.id, manager.id, ...friends],
      CONVERSATION: [talk],
      DELIVERIES: [`user/${me}`, `user/${fan.id}`, ...[club, bar, own, shared].map((id) => `stage/${id}`)],
      SOUND_CHECK: [me],
      WALLET: walletNames,
    },
    stagePlay,
  };
}

/** Both have a webhook that is called for it: their records name the account. */
async function follow(person: Person, fan: Person): Promise<void> {
  for (const owner of [person, fan])
    await deliveries(env, `user/${owner.id}`).happened({
      kind: "follower",
      key: ulid(),
      at: Date.now(),
      path: "/",
      performer: { id: fan.id, username: fan.username },
      stage: null,
      follower: { id: person.id, username: person.username },
    });
  const place = and(
    eq(tables.chatPlaces.userId, person.id),
    eq(tables.chatPlaces.room, `deliveries/user/${fan.id}`),
  );
  await vi.waitFor(async () => expect(await db.$count(tables.chatPlaces, place)).toBe(1), 10_000);
}

/** They are recorded for the first time, and told so; the ear has what they played. */
async function record(me: string): Promise<void> {
  const [key] = await db
    .select({ stream: tables.ingestCredentials.streamId })
    .from(tables.ingestCredentials)
    .where(eq(tables.ingestCredentials.ownerId, me));
  if (key === undefined) throw new Error("they have no key");
  const uplink = await Uplink.open(profileRoom(env, me), key.stream, "c1");
  uplink.sendFrames(packets(0, 310, Date.now()));
  uplink.close();
  const isTold = async () => (await inbox(env, me).notices()).some(({ message }) => /recorded/.test(message));
  await vi.waitFor(async () => expect(await isTold()).toBe(true), 10_000);
  for (const ago of [60_000, 2 * dayMs])
    await createLivePeaks(env).put(key.stream, { from: Date.now() - ago, peaks: Uint8Array.of(1, 2, 3) });
}

/** Their file and their words say what a track is that others know too. */
async function describe(input: {
  me: string;
  trackId: string;
  club: string;
  text: (what: string) => string;
}): Promise<void> {
  const { me, trackId, club, text } = input;
  const [label, at, line] = [ulid(), Date.now(), ulid()];
  await makeReference({
    ownerId: me,
    trackId,
    title: "A tune",
    composer: text("composer"),
    label: text("label"),
  });
  await db.batch([
    db.insert(tables.labels).values({ id: label, key: text("label"), name: text("label"), createdAt: at }),
    db.insert(tables.recordings).values({
      trackId,
      unsourced: { labelId: label, composer: text("composer"), publisher: text("publisher") },
    }),
    db.insert(tables.tracklistEvidence).values({
      id: ulid(),
      performance: line,
      performerId: me,
      stageId: club,
      userId: me,
      kind: "performer",
      act: "describe",
      line,
      trackId,
      details: { publisher: text("publisher") },
      at,
    }),
  ]);
}

/** The account has started it, another user has answered, and one was removed. */
async function talkWith(me: string, others: [string, string], message: string): Promise<string> {
  const { id } = await makeConversation(me, others, message);
  const stub = conversation(env, id);
  await stub.say(others[0], { message: "I see", picture: null, clientId: null });
  await stub.say(me, { message: `${message} again`, picture: null, clientId: message });
  await stub.removeParticipant(me, others[1]);
  return id;
}

const recording = (id: string) =>
  ({
    id,
    performance: id,
    status: "ready",
    startedAt: Date.now() - dayMs,
    endedAt: Date.now(),
    visibility: "always",
    mayDownload: true,
    isInFeed: true,
    changedAt: Date.now(),
  }) as const;

const pictureId = (canary: string) => `${canary}-photo`.padEnd(22, "x");

function viewerOf({ id, username }: Person): SocketViewer {
  return {
    userId: id,
    username,
    photo: null,
    badge: null,
    sessionHash: `session of ${id}`,
    canWrite: true,
    listenerKey: id,
  };
}

/** A row for every column that can contain the account. */
async function addRows(input: {
  me: string;
  canary: string;
  fan: string;
  manager: string;
  club: string;
  bar: string;
  own: string;
}): Promise<void> {
  const { me, canary, fan, manager, club, bar, own } = input;
  const now = Date.now();
  const at = { createdAt: now };
  const text = (what: string) => `${canary} ${what}`;
  const later = now + dayMs;
  const [track, play] = [ulid(), ulid()];
  const [suggested, line] = [ulid(), ulid()];
  const picture = pictureId(canary);
  const [award] = await db.select({ id: tables.awards.id }).from(tables.awards).limit(1);
  if (award === undefined) throw new Error("no award is defined");
  await env.PICTURES.put(`${picture}/512.webp`, text("picture"));
  const [recorded, planned, heard] = [ulid(), ulid(), ulid()];
  await makeReference({
    ownerId: me,
    title: text("reference"),
    artists: [text("maker")],
    label: text("label"),
    composer: text("composer"),
  });
  await env.TAPES.put(chunkKey(recorded, 0, "mp3"), text("sound"));
  await db.batch([
    // A name for something that the fan has played.
    db.insert(tables.tracks).values({
      id: suggested,
      key: text("suggested"),
      artist: text("suggested artist"),
      title: text("suggested title"),
      ...at,
    }),
    db.insert(tables.tracklistEvidence).values({
      id: ulid(),
      performance: line,
      performerId: fan,
      stageId: bar,
      userId: me,
      kind: "listener",
      act: "suggest",
      line,
      trackId: suggested,
      artist: text("suggested artist"),
      title: text("suggested title"),
      at: now,
    }),
    db.insert(tables.linkedAccounts).values({
      userId: me,
      party: "mixcloud",
      name: text("account"),
      token: text("sealed"),
      uploadTags: [text("upload tag")],
      linkedAt: now,
    }),
    db.insert(tables.postTargets).values({
      id: ulid(),
      userId: me,
      party: "discord",
      name: text("channel"),
      host: text("host"),
      secret: text("sealed"),
      // Nothing is sent with such a secret.
      onLive: false,
      liveText: text("live text"),
      bookingText: text("booking text"),
      linkedAt: now,
    }),
    db.insert(tables.webhooks).values({
      id: ulid(),
      userId: me,
      url: `https://hooks.example.com/${text("hook")}`,
      secret: text("sealed"),
      events: [text("event")],
      createdAt: now,
      disabledReason: text("reason"),
    }),
    db.insert(tables.webhooks).values({
      id: ulid(),
      userId: fan,
      url: "https://fan.example.com/",
      secret: "sealed",
      events: ["follower.added"],
      createdAt: now,
    }),
    db.insert(tables.uploads).values({
      replayId: ulid(),
      party: "mixcloud",
      userId: me,
      setId: ulid(),
      name: text("upload"),
      status: "done",
      nextTryAt: now,
      requestedAt: now,
      changedAt: now,
    }),
    db
      .insert(tables.mailTokens)
      .values({ tokenHash: ulid(), userId: me, purpose: "recover", expiresAt: later }),
    db.insert(tables.outboxMails).values({
      id: ulid(),
      to: `${canary}@EXAMPLE.com`,
      subject: "Hello",
      text: text("mail"),
      html: "",
      at: now,
    }),
    db.insert(tables.emailChanges).values({
      userId: me,
      email: `${canary}.new@example.com`,
      emailKey: `${canary}.new@example.com`,
      expiresAt: later,
    }),
    db.insert(tables.outboxMails).values({
      id: ulid(),
      to: `${canary}.new@example.com`,
      subject: "Hello",
      text: text("new address"),
      html: "",
      at: now,
    }),
    // To others: one that links to their profile, and one that only has their name.
    ...[
      { id: ulid(), link: `/profile/${me}` },
      { id: noticesMailId(fan, 1, [{ about: manager }, { about: me }]), link: "/inbox" },
    ].map(({ id, link }) =>
      db.insert(tables.outboxMails).values({
        id,
        to: `fan-of-${id}@example.com`,
        subject: text("is live."),
        text: `${text("is live.")} ${link}`,
        html: "",
        at: now,
      }),
    ),
    db
      .insert(tables.passkeys)
      .values({ id: ulid(), userId: me, publicKey: "key", name: text("passkey"), ...at }),
    db.insert(tables.secondFactors).values({ userId: me, sealedSecret: "sealed", ...at }),
    db.insert(tables.recoveryCodes).values({ codeHash: "hash", userId: me }),
    db.insert(tables.toggleSettings).values({ userId: me }),
    db.insert(tables.sessions).values({
      tokenHash: `${me} pushed to`,
      userId: me,
      ...at,
      lastSeenAt: now,
      expiresAt: later,
    }),
    db.insert(tables.pushSubscriptions).values({
      id: ulid(),
      userId: me,
      sessionHash: `${me} pushed to`,
      endpoint: `https://push.example.com/${canary}`,
      p256dh: readPushKey(env.CUE_PUSH_KEY ?? "").publicKey,
      auth: "A".repeat(22),
      ...at,
    }),
    db.insert(tables.untoldNotices).values([
      { userId: me, key: "told me", aboutId: fan, notice: text("notice"), ...at },
      { userId: fan, key: "told of me", aboutId: me, notice: text("notice"), ...at },
    ]),
    db.insert(tables.quietHours).values({ userId: me, fromMinute: 1, toMinute: 2, timeZone: "UTC" }),
    db.insert(tables.temporaryReferrals).values({ clientKey: ulid(), userId: me, ...at }),
    db.insert(tables.feedback).values({ id: ulid(), userId: me, message: text("feedback"), ...at }),
    db.insert(tables.userAwards).values({ id: ulid(), awardId: award.id, userId: me, awardedAt: now }),
    db
      .insert(tables.pictures)
      .values({ id: picture, ownerId: me, kind: "profile", width: 512, height: 512, ...at }),
    db.insert(tables.follows).values([
      { userId: me, followingId: fan, ...at },
      { userId: fan, followingId: me, ...at },
    ]),
    db.insert(tables.blocks).values({ userId: me, blockedId: manager, ...at }),
    db.insert(tables.reports).values([
      { id: ulid(), reporterId: me, offenderId: fan, offenseCode: 0, day: 1, ...at },
      { id: ulid(), reporterId: fan, offenderId: me, offenseCode: 0, day: 1, ...at },
    ]),
    db.insert(tables.stageSubscriptions).values({ stageId: club, userId: me, ...at }),
    db.insert(tables.stageMembers).values({ id: ulid(), stageId: club, userId: me, ...at }),
    db.insert(tables.stageRestrictions).values([
      { stageId: own, userId: me, until: null, byId: manager, ...at },
      { stageId: bar, userId: fan, until: later, byId: me, ...at },
    ]),
    db.insert(tables.stageLog).values([
      {
        id: ulid(),
        stageId: club,
        actorId: me,
        action: "role-added",
        details: { role: "Resident" },
        at: now,
      },
      {
        id: ulid(),
        stageId: club,
        actorId: manager,
        action: "request-accepted",
        details: { set: text("asked for"), performer: `${canary} Dee`, weeks: "1" },
        at: now,
      },
      {
        id: ulid(),
        stageId: club,
        actorId: manager,
        action: "chat-messages-deleted",
        details: { messages: "2", people: `Someone else, ${canary} Dee` },
        at: now,
      },
    ]),
    db.insert(tables.sets).values({
      id: ulid(),
      stageId: bar,
      performerId: me,
      name: text("past set"),
      description: text("past description"),
      startsAt: now - 3 * dayMs,
      endsAt: now - 2 * dayMs,
      ...at,
    }),
    db.insert(tables.sets).values({
      id: ulid(),
      stageId: bar,
      performerId: fan,
      name: "A set that they have moved",
      startsAt: now - 5 * dayMs,
      endsAt: now - 4 * dayMs,
      changedAt: now - 6 * dayMs,
      changedById: me,
      ...at,
    }),
    db.insert(tables.setRequests).values({
      id: ulid(),
      stageId: club,
      performerId: me,
      requestorId: me,
      name: text("asked for"),
      description: text("please"),
      startsAt: later,
      endsAt: later + 1,
      timeZone: "UTC",
      ...at,
    }),
    db.insert(tables.broadcasts).values([
      { id: ulid(), streamId: "s", stageId: club, performerId: me, startedAt: now - dayMs, endedAt: now },
      { id: ulid(), streamId: "s", stageId: null, performerId: me, startedAt: now - dayMs, endedAt: now },
    ]),
    db
      .insert(tables.tracks)
      .values({ id: track, key: text("key"), artist: text("artist"), title: text("old title"), ...at }),
    db
      .insert(tables.plays)
      .values({ id: play, trackId: track, broadcastId: ulid(), performerId: me, playedAt: now }),
    db.insert(tables.favorites).values([
      { userId: me, trackId: ulid(), performerId: fan, ...at },
      { userId: fan, trackId: ulid(), playId: play, performerId: me, ...at },
    ]),
    db.insert(tables.cheers).values([
      { id: ulid(), userId: me, performerId: fan, cheeredAt: now },
      { id: ulid(), userId: fan, performerId: me, stageId: club, cheeredAt: now },
    ]),
    db.insert(tables.replays).values([
      { ...recording(recorded), room: `stage/${club}`, stageId: club, performerId: me },
      { ...recording(planned), room: `stage/${bar}`, stageId: bar, performerId: me, status: "planned" },
      { ...recording(heard), room: `profile/${fan}`, performerId: fan },
    ]),
    db.insert(tables.replayListens).values({ replayId: heard, listener: me, listenedAt: now }),
    db.insert(tables.listens).values([
      { performance: "a set", listener: me, stageId: club, performerId: manager, listenedAt: now },
      { performance: `profile/${me}@1`, listener: fan, performerId: me, listenedAt: now },
      { performance: "another set", listener: fan, stageId: club, performerId: me, listenedAt: now },
    ]),
  ]);
}
