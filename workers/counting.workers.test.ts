/** A mixed audience, and the same count in every place: `docs/counting.md`. */
import { env, evictDurableObject } from "cloudflare:test";
import { ulid } from "ulidx";
import { afterEach, expect, test, vi } from "vitest";
import { minHeardMs, type StageView } from "#app/domains/air/stages/contract/stages.ts";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { openDb } from "#db/client.ts";
import { ingestCredentials } from "#db/schema/index.ts";
import { audienceLimits } from "#durable-objects/fan-out/audience.ts";
import { lobby, mediaGateway } from "#durable-objects/stubs.ts";
import { connectAgent, encoderOn } from "#tests/helpers/agent.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { openEar, openPlayer, passTime } from "#tests/helpers/ears.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { addSet, addStage, Listener, Uplink, viewer } from "#tests/helpers/rooms.ts";
import { everyObject, everyTable, storageOf } from "#tests/helpers/storage.ts";
import { addressOf, hashClient, networkIn } from "./client-network.ts";

/** The number of listeners, a tenth of them bots. */
const crowd = Number(env.COUNT_LISTENERS || 60);
const tenth = crowd / 10;

const bots = [
  "Googlebot/2.1 (+http://www.google.com/bot.html)",
  "facebookexternalhit/1.1",
  "UptimeRobot/2.0",
  "Twitterbot/1.0",
];
const radios = ["VLC/3.0.20 LibVLC/3.0.20", "AppleCoreMedia/1.0.0.21A329", "Lavf/60.16.100"];

const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
/** A network range that no other test uses. */
const address = (i: number) => `100.64.${Math.floor(i / 250)}.${(i % 250) + 1}`;
const addresses = new Set<string>();
function at(i: number): { from: string } {
  addresses.add(address(i));
  return { from: address(i) };
}

/** The Worker of the tests has one thread. */
async function inTurns<T>(all: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = [];
  for (let i = 0; i < all.length; i += 25)
    done.push(...(await Promise.all(all.slice(i, i + 25).map((one) => one()))));
  return done;
}

async function eventually(read: () => Promise<unknown>, value: unknown, timeout = 30_000): Promise<number> {
  const from = Date.now();
  await vi
    .waitUntil(async () => (await read()) === value, { timeout, interval: 50 })
    .catch(async () => {
      throw new Error(`still ${String(await read())}, not ${String(value)}`);
    });
  return Date.now() - from;
}

/** Each attempt has its own; what an earlier one has left is searched too. */
const attempts: { stage: string; performer: string }[] = [];
let stop = () => {};
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test(`a crowd of ${crowd} is counted exactly, and the count returns to zero within five seconds of the last leave`, {
  timeout: 600_000,
}, async () => {
  const now = Date.now();
  const attempt = ulid().toLowerCase();
  const stage = `crowded-${attempt}`;
  const set = `evening-${attempt}`;
  const mount = `ada-${attempt}`;
  const stream = `stream-${attempt}`;
  const path = `stage/${stage}`;
  const [ada, manager] = await Promise.all([makePerformer(), makePerson()]);
  attempts.push({ stage, performer: ada.id });
  const room = await addStage(stage, { isInstant: false });
  const credential = { kind: "performer", ownerId: ada.id, streamId: stream, createdAt: now } as const;
  await openDb(env.DB)
    .insert(ingestCredentials)
    .values({ mount, password: "secret", ...credential });
  await addSet(set, {
    stageId: stage,
    performerId: ada.id,
    startsAt: now - 60_000,
    endsAt: now + 3_600_000,
  });
  const agent = await connectAgent(mediaGateway(env), attempt);
  await agent.hello();
  await room.refresh();
  const fact = encoderOn(mount, "c1");
  await agent.facts(fact({ type: "connected" }), fact({ type: "firstAudio", codec: "mp3" }));
  await eventually(async () => (await room.onAir()).currentSet?.id, set);
  // Players are sent to the room that the gateway knows to carry the stream.
  await eventually(async () => (await mediaGateway(env).report(stream))?.claimedBy, path);
  const uplink = await Uplink.open(room, stream);
  // The least that keeps the stage live: sending more sound would take the time of connecting listeners here.
  const playing = setInterval(() => uplink.send(5), 1_000);
  stop = () => clearInterval(playing);
  const count = async () => (await room.onAir()).currentListeners;

  // A fifth are users, half of them with two devices; a tenth are radios, half of them connected twice; a tenth are
  // bots; one page claims to be fifty; all others are anonymous pages, thirty per network.
  const users = await Promise.all(many(2 * tenth, () => makePerson()));
  const devices = users.flatMap((as, i) => [
    { as, ...at(i) },
    ...(i % 2 === 0 ? [{ as, ...at(900 + i) }] : []),
  ]);
  const pages = many(6 * tenth, (i) => ({ page: `page-${i}`, ...at(2_000 + Math.floor(i / 30)) }));
  const liars = many(50, (i) => ({ page: `liar-${i}`, ...at(3_000) }));
  const unique = users.length + pages.length + audienceLimits.perNetwork + tenth;

  const players = await inTurns(
    many(tenth, (i) => i).flatMap((i) =>
      many(i % 2 === 0 ? 2 : 1, () => () => openPlayer(stream, { agent: pick(radios, i), ...at(1_000 + i) })),
    ),
  );
  const playersSince = Date.now();
  const readers = await inTurns(
    many(tenth, (i) => () => openEar(path, { agent: pick(bots, i), ...at(4_000 + i) })),
  );
  const crawling = await inTurns([() => openPlayer(stream, { agent: pick(bots, 0), ...at(4_999) })]);
  const ears = await inTurns([...devices, ...pages, ...liars].map((who) => () => openEar(path, who)));
  // A third of the pages lose their connection, and reconnect before or after it is closed.
  const back = await inTurns(
    pages.map((who, i) => async () => {
      const old = ears[devices.length + i];
      if (i % 3 !== 0 || old === undefined) return old;
      if (i % 2 === 0) old.close();
      const again = await openEar(path, who);
      old.close();
      return again;
    }),
  );
  // Hundreds of sockets on one thread: how soon all are counted depends on the machine.
  const settledMs = await eventually(count, unique, minHeardMs + 30_000);
  expect(Math.abs((await count()) - unique) / unique).toBeLessThanOrEqual(0.02);
  expect(Date.now() - playersSince).toBeGreaterThanOrEqual(minHeardMs);

  // The same number wherever it is shown.
  const card = (stages: StageView[]) => stages.find(({ id }) => id === stage)?.currentListeners;
  const asked = (call: string, body?: object) => request(`/api/${call}`, { as: manager, body });
  const onCard = () => answerOf<StageView[]>(asked("rooms/getRooms")).then(card);
  const embed = await openEmbed(room);
  await eventually(onCard, unique);
  const shown = {
    home: await onCard(),
    stage: (await answerOf<StageView>(asked("rooms/getRoom", { room: stage }))).currentListeners,
    profile: (await answerOf<ProfileView>(asked("users/getProfile", { user: ada.id }))).currentListeners,
    lobby: (await lobby(env).live()).find(({ id }) => id === stage)?.onAir.currentListeners,
    embed: (await embed.event("snapshot")).data.currentListeners,
    dashboard: await dashboardOf(room, ada.id, set),
  };
  expect(Object.values(shown)).toEqual(Object.keys(shown).map(() => unique));

  // The remaining listeners are counted after an eviction too; then all leave at once, including the page with many
  // ids.
  embed.close();
  await Promise.all([...players, ...crawling].map((leave) => leave().catch(() => undefined)));
  await eventually(count, unique - tenth);
  // While sound arrives the room waits for the next packet, and is not evicted.
  stop();
  await evictDurableObject(room);
  await eventually(count, unique - tenth);
  for (const ear of [...ears, ...back, ...readers]) ear?.close();
  const quietMs = await eventually(count, 0, 5_000);
  console.info(JSON.stringify({ event: "counted", crowd, unique, settledMs, quietMs }));

  stop();
  await agent.facts(fact({ type: "disconnected" }));
  const peak = env.DB.prepare("select peak_listeners as peak from sets where id = ?").bind(set);
  passTime(30_000);
  const peakOfSet = async () => {
    await runAlarm(room);
    return (await peak.first<{ peak: number }>())?.peak;
  };
  await eventually(peakOfSet, unique);
  vi.useRealTimers();
  expect(await traces()).toEqual([]);

  async function traces(): Promise<string[]> {
    const broadcasts = await env.DB.prepare("select id, performance from broadcasts").all<{
      id: string;
      performance: string;
    }>();
    const performances = broadcasts.results.map(({ performance }) => performance);
    const objects = await everyObject({
      STAGE_ROOM: attempts.map((each) => each.stage),
      PROFILE_ROOM: attempts.map(({ performer }) => performer),
      INBOX: attempts.map(({ performer }) => performer),
      TAPE: performances,
      LOBBY: ["lobby"],
      ALERTS: broadcasts.results.flatMap(({ id }) =>
        attempts.flatMap((each) => [`stage/${each.stage}/${id}`, `profile/${each.performer}/${id}`]),
      ),
      MEDIA_GATEWAY: ["gateway"],
    });
    const stores = [
      ...(await everyTable()).map(({ table, text }) => ({ store: table, text })),
      ...(await Promise.all(
        objects.map(async ({ object, stub }) => ({ store: object, text: await storageOf(stub) })),
      )),
    ];
    // Proves that the dump finds ids at all.
    expect(stores.filter(({ text }) => text.includes(ada.id)).length).toBeGreaterThan(3);
    const names = [...addresses].flatMap((from) => {
      const asked = new Request("https://cue", { headers: { "cf-connecting-ip": from } });
      return [from, hashClient(env.CUE_SECRET, addressOf(asked)), networkIn(env, asked, path, Date.now())];
    });
    return stores.flatMap(({ store, text }) =>
      names.flatMap((name) => (text.includes(name) ? [`${store}: ${name}`] : [])),
    );
  }
});

/** Opens an embedded page's socket. */
const openEmbed = (room: Parameters<typeof Listener.open>[0]) => Listener.open(room, viewer(null));

async function dashboardOf(
  room: Parameters<typeof Listener.open>[0],
  performerId: string,
  set: string,
): Promise<number> {
  const dashboard = await Listener.open(room, viewer(performerId));
  const reply = await dashboard.send("room updates join", { set });
  dashboard.close();
  return reply.event === "ack" ? (reply.data as LiveSet).listeners : -1;
}
