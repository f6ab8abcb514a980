/** Corrections of a tracklist while its performance is on air, as its room and everyone in it sees them. */
import { env, evictDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HeardLine } from "#app/domains/air/media/contract/heard.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import type { CorrectedView, TracklistView } from "#app/domains/air/tracklists/contract/tracklists.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { makeReference } from "#tests/helpers/crates.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener, report as reportOf, until, viewer } from "#tests/helpers/rooms.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";
import { lobby, stageRoom } from "../../stubs.ts";

let performer: Person;
let manager: Person;
let stage: string;
let set: string;
let startedAt: number;
let listener: Listener;

const room = () => stageRoom(env, stage);
const tell = (change = {}) =>
  room().streamChanged(reportOf("performer", performer.id, { connectedAt: startedAt, ...change }));
const said = (title: string, after: number) =>
  tell({ title: { artist: "Ana", title, at: startedAt + after } });
const tracklist = () => answerOf<TracklistView>(request(`/api/tracklist/get?set=${set}`, { as: performer }));
const correct = (body: object, as = performer) =>
  answerOf<CorrectedView>(request("/api/tracklist/correct", { as, body: { set, ...body } }));
const onAir = () => room().onAir();

/** The room as a page that comes now gets it. */
async function seen(): Promise<RoomState> {
  const late = await Listener.open(room(), viewer(null));
  const { data } = await late.event("snapshot");
  late.close();
  return data;
}

const shows = (title: string | null) =>
  vi.waitFor(
    async () => {
      await runAlarm(room());
      expect((await onAir()).currentTitle).toBe(title);
    },
    { timeout: 10_000, interval: 30 },
  );

/** The lines of D1, once there are so many. */
const lines = (count: number) =>
  vi.waitFor(
    async () => {
      await runAlarm(room());
      const list = (await tracklist()).lines;
      expect(list).toHaveLength(count);
      return list.map(({ id }) => id);
    },
    { timeout: 10_000, interval: 30 },
  );

beforeEach(async () => {
  [performer, manager] = await Promise.all([makePerformer(), makePerson({ isManager: true })]);
  const made = await makeStage(manager);
  stage = made.id;
  set = (await makeSet(made, performer, -60_000)).id;
  startedAt = Date.now();
  await tell();
  listener = await Listener.open(room(), viewer(null));
  await until(() => listener.events.find(({ event }) => event === "snapshot"));
});
afterEach(() => {
  vi.useRealTimers();
});

test("a name that is corrected is shown at once, also after an eviction, and the encoder does not undo it", async () => {
  await said("Wrong", 100);
  const [line] = await lines(1);
  await correct({ act: "name", line, artist: "Bo", title: "Right" });
  await shows("Right");
  const corrected = await listener.event("tracks corrected");
  expect(corrected.data).toMatchObject({ tracks: [{ trackHistory: line, title: "Right", artist: "Bo" }] });
  await said("Wrong", 200);
  // Their software has the right name by now.
  await tell({ title: { artist: "Bo", title: "Right", at: startedAt + 300 } });
  await evictDurableObject(room());
  await said("Wrong", 400);
  expect(await seen()).toMatchObject({
    currentTitle: "Right",
    currentArtist: "Bo",
    currentTrackHistory: line,
  });
  expect((await tracklist()).lines).toHaveLength(1);
  // The public address of what is played reads the lobby.
  await vi.waitFor(async () => {
    await runAlarm(room());
    const entry = (await lobby(env).live()).find(({ id }) => id === stage);
    expect(entry?.onAir).toMatchObject({ currentTitle: "Right" });
  });
  await said("Next", 500);
  await shows("Next");
  expect((await seen()).earlierTracks).toMatchObject([{ title: "Right" }]);
});

test("after a break in the performance the same title is still the track that it was corrected to", async () => {
  await said("Wrong", 100);
  const [line] = await lines(1);
  await correct({ act: "name", line, artist: "Bo", title: "Right" });
  await correct({ act: "hide", line, until: Date.now() + 3_600_000 });
  await shows("ID");
  await tell({ state: "down", disconnectedAt: Date.now() });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40_000 });
  await vi.waitFor(
    async () => {
      await runAlarm(room());
      expect((await onAir()).status).toBe("offline");
    },
    { timeout: 10_000, interval: 30 },
  );
  await tell({ connection: "connection-2", firstAudioAt: Date.now() });
  await said("Wrong", 41_000);
  await shows("ID");
  expect(await seen()).toMatchObject({ online: true, currentTrackHistory: line, currentTrack: null });
  expect((await tracklist()).lines).toHaveLength(1);
  await correct({ act: "hide", line, until: null });
  await shows("Right");
});

test("what is hidden is an ID without a track, until it is shown again or its time has come", async () => {
  await said("Secret", 100);
  const [line] = await lines(1);
  const { currentTrack } = await onAir();
  const since = listener.lastSeq;
  await correct({ act: "hide", line, until: Date.now() + 3_600_000 });
  await shows("ID");
  const state = await seen();
  expect(state).toMatchObject({ currentTrack: null, currentArtist: "ID", currentTrackHistory: line });
  expect(JSON.stringify(state)).not.toContain("Secret");
  await said("Secret", 200);
  await room().favorited({
    trackId: currentTrack ?? "",
    setId: set,
    favoriteCount: 1,
    trackFavoriteCount: 1,
    mediaAt: null,
    heart: { userId: "fan", playId: line ?? "" },
  });
  const heart = await listener.event("favorited");
  expect(heart.data).toMatchObject({ track: "", isFavorited: true });
  // A page that was away gets no event that names it.
  const back = await Listener.open(room(), viewer(null), since - 1);
  await until(() => back.events.length > 0);
  expect(back.texts.join()).not.toContain("Secret");
  await correct({ act: "hide", line, until: null });
  await shows("Secret");
  await correct({ act: "hide", line, until: Date.now() + 60_000 });
  await shows("ID");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  await shows("Secret");
});

test("without its line nothing is shown, until the next title or an undo; merged, the earlier one goes on", async () => {
  await said("One", 100);
  await said("Two", 60_000);
  const [one, two] = await lines(2);
  const removed = await correct({ act: "remove", line: two });
  await shows(null);
  await said("Two", 60_000);
  expect(await seen()).toMatchObject({ currentTitle: null, earlierTracks: [{ title: "One" }] });
  await correct({ act: "undo", evidence: removed.evidence[0] });
  await shows("Two");
  await correct({ act: "merge", line: two, into: one });
  await shows("One");
  expect(await onAir()).toMatchObject({ currentTrackHistory: one });
  await said("Three", 90_000);
  await shows("Three");
});

test("a track that was added is the current one where it began last", async () => {
  await said("One", 0);
  await lines(1);
  await correct({ act: "add", artist: "Bo", title: "Added", start: Date.now() - 1 });
  await shows("Added");
  expect((await seen()).earlierTracks).toMatchObject([{ title: "One" }]);
});

test("the ear does not undo a correction of the track that it hears", async () => {
  const { id: reference } = await makeReference({ ownerId: performer.id, title: "Groove", artists: ["Ana"] });
  const heard = (to: number, change: Partial<HeardLine> = {}): HeardLine => ({
    line: "line",
    reference,
    from: startedAt + 100,
    to: startedAt + to,
    speed: 1,
    playback: "varispeed",
    share: 0.4,
    chance: 0.02,
    seconds: 25,
    certainty: "named",
    versions: [],
    isOver: false,
    indexSize: 3,
    ...change,
  });
  await tell({ heard: [heard(30_000)] });
  await shows("Groove");
  const [line] = await lines(1);
  await correct({ act: "name", line, artist: "Bo", title: "Groove (Edit)" });
  await shows("Groove (Edit)");
  for (const to of [40_000, 80_000]) await tell({ heard: [heard(to)] });
  await evictDurableObject(room());
  await tell({ heard: [heard(90_000)], title: { artist: "Ana", title: "Groove", at: startedAt + 90_000 } });
  await runAlarm(room());
  expect(await seen()).toMatchObject({ currentTitle: "Groove (Edit)", currentTrackHistory: line });
});

test("who follows the set sees the corrected tracks", async () => {
  await said("One", 100);
  await said("Two", 60_000);
  const [one, two] = await lines(2);
  const followed = await Listener.open(room(), viewer(performer.id));
  await followed.send("room updates join", { set });
  await correct({
    acts: [
      { act: "name", line: one, artist: "Bo", title: "Uno" },
      { act: "remove", line: two },
    ],
  });
  const state = await until(() => {
    const last = followed.updates.at(-1);
    return last?.event === "live state" && last.data.tracks.length === 1 && last.data;
  });
  expect(state.tracks).toMatchObject([{ id: one, track: { title: "Uno", artist: "Bo" } }]);
  // Managers follow it too.
  await correct({ act: "hide", line: one, until: Date.now() + 3_600_000 });
  const hidden = await until(() => {
    const last = followed.updates.at(-1);
    return last?.event === "live state" && last.data.tracks[0]?.track.id === null && last.data;
  });
  expect(hidden.tracks).toMatchObject([{ id: one, track: { title: "ID", artist: "ID" } }]);
});
