import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { ReplayHandlers, ReplaySource, RoomSource } from "./contract.ts";
import { findPast } from "./replay/rewind.ts";
import type { SessionHandlers } from "./session.ts";
import { Player } from "./store.ts";

const opened = vi.hoisted(
  (): { source: unknown; handlers: unknown; options: unknown; session: unknown }[] => [],
);

const heard = vi.hoisted((): { room: unknown; underruns: number } => ({ room: null, underruns: 0 }));

vi.mock("./load-on-play.ts", () => ({ loadOnPlay: () => new Promise(() => {}) }));
vi.mock("./show-on-lock-screen.ts", () => ({ showOnLockScreen: () => {} }));
vi.mock("./replay/rewind.ts", () => ({ findPast: vi.fn() }));
vi.mock("./session.ts", () => ({
  silence: { heardAt: null, bufferMs: 0, underruns: 0, concealed: 0 },
  loadAhead: () => {},
  PlaySession: class {
    readonly room = heard.room;
    readonly engine = null;
    constructor(source: unknown, options: unknown, handlers: unknown) {
      opened.push({ source, options, handlers, session: this });
    }
    figures() {
      return { heardAt: 1_000, bufferMs: 0, underruns: heard.underruns, concealed: 0 };
    }
    setGain() {}
    async end() {}
  },
}));
class FakeReplaySession {
  readonly replay = this;
  readonly room = null;
  readonly engine = null;
  readonly duration = 60_000;
  position: number;
  source: unknown;
  constructor(source: unknown, options: { at?: number }, handlers: unknown) {
    this.source = source;
    this.position = options.at ?? 0;
    opened.push({ source, options, handlers, session: this });
  }
  figures() {
    return { heardAt: null, bufferMs: 0, underruns: 0, concealed: 0 };
  }
  seek(position: number) {
    this.position = Math.max(0, Math.min(position, this.duration));
  }
  setPaused() {}
  setGain() {}
  async end() {}
}

const hall: RoomSource = {
  kind: "stage",
  id: "hall",
  name: "Hall",
  href: "/room/hall",
  image: null,
  onAir: { ...offAir, status: "live", online: true, performance: "set-1" },
};
const late = {
  kind: "replay",
  id: "late",
  name: "Late",
  tracks: [],
  live: null,
  open: (...wish: ConstructorParameters<typeof FakeReplaySession>) => new FakeReplaySession(...wish),
} as unknown as ReplaySource;

let player: Player;
let close: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  opened.length = 0;
  player = new Player();
  close = player.open();
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

const shown = () => {
  const { status, phase, position } = player.getState();
  return [status, phase, position];
};
const last = () => opened.at(-1) as { source: unknown; options: { at?: number }; handlers: ReplayHandlers };

test("a replay plays, pauses where it is, and goes on", () => {
  player.toggle(late);
  expect(shown()).toEqual(["loading", "connecting", 0]);
  last().handlers.onEvent({ type: "sounding", engine: "webcodecs" });
  expect(shown()).toEqual(["playing", "replay", 0]);
  player.replay.seek(20_000);
  player.toggle(late);
  expect(shown()).toEqual(["init", "paused", 20_000]);
  expect(player.getState()).toMatchObject({ isPaused: true, source: late, duration: 60_000 });
  player.toggleAny();
  expect(shown()).toEqual(["loading", "connecting", 20_000]);
  last().handlers.onEvent({ type: "sounding", engine: "webcodecs" });
  expect(shown()).toEqual(["playing", "replay", 20_000]);
  expect(opened.length).toBe(1);
});

test("steps stay within the recording", () => {
  player.play(late, { at: 10_000 });
  expect(last().options.at).toBe(10_000);
  player.replay.seekBy(-15_000);
  expect(player.replay.position).toBe(0);
  player.replay.seekBy(15_000);
  player.replay.seekBy(90_000);
  expect(player.replay.position).toBe(60_000);
});

test("a moment of the replay that plays is a jump, not another start", () => {
  player.play(late);
  player.replay.pause();
  player.play(late, { at: 30_000 });
  expect(opened.length).toBe(1);
  expect(player.replay.position).toBe(30_000);
  expect(player.getState().isPaused).toBe(false);
});

test("a stall reconnects, and the sound goes on", () => {
  player.play(late);
  const { handlers } = last();
  handlers.onEvent({ type: "sounding", engine: "webcodecs" });
  handlers.onEvent({ type: "starved", engine: "webcodecs" });
  expect(shown().slice(0, 2)).toEqual(["loading", "reconnecting"]);
  handlers.onEvent({ type: "sounding", engine: "webcodecs" });
  expect(shown().slice(0, 2)).toEqual(["playing", "replay"]);
});

test("at the end the position stays at the end, and play starts again", async () => {
  player.play(late);
  last().handlers.onEvent({ type: "sounding", engine: "webcodecs" });
  player.replay.seek(60_000);
  last().handlers.onEnd();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(["init", "ended", 60_000]);
  player.toggle(late);
  expect(opened.length).toBe(2);
  expect(shown()).toEqual(["loading", "connecting", 0]);
});

test("a listener goes back in what is on air, and to live again", async () => {
  player.play(hall);
  const past = { ...late, live: hall };
  vi.mocked(findPast).mockResolvedValue({ source: past, at: 40_000 });
  await player.replay.rewind({ ms: 10_000 });
  expect(vi.mocked(findPast).mock.calls[0]?.slice(0, 3)).toEqual([hall, { ms: 10_000 }, 1_000]);
  expect(last()).toMatchObject({ source: past, options: { at: 40_000 } });
  last().handlers.onEvent({ type: "sounding", engine: "webcodecs" });
  expect([player.replay.isHearing(hall), player.isStreaming(hall)]).toEqual([true, false]);
  // What a stop leaves to be started again is the room, not a moment of its past.
  expect(player.getState().last).toBe(hall);
  await player.replay.rewind("set");
  expect(opened.length).toBe(2);
  player.replay.goLive();
  expect(last().source).toBe(hall);
  expect(shown()).toEqual(["loading", "connecting", null]);
});

test("the past of a room that is over, or no longer heard, leads to live", async () => {
  vi.mocked(findPast).mockResolvedValue({ source: { ...late, live: hall }, at: 0 });
  player.play(hall);
  await player.replay.rewind("set");
  last().handlers.onEnd();
  expect(last().source).toBe(hall);
  await player.replay.rewind("set");
  last().handlers.onGone();
  expect(last().source).toBe(hall);
});

test("a rewind that was overtaken by another press does nothing", async () => {
  player.play(hall);
  let answer: (past: null) => void = () => {};
  vi.mocked(findPast).mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const rewinding = player.replay.rewind("set");
  await vi.advanceTimersByTimeAsync(0);
  player.play(late);
  answer({ source: { ...late, id: "other", live: hall }, at: 0 } as unknown as null);
  await rewinding;
  expect(last().source).toBe(late);
});

test("a room has no position, and cannot be paused", () => {
  player.play(hall);
  (last().handlers as unknown as SessionHandlers).onEvent({ type: "sounding", engine: "wasm" });
  player.replay.pause();
  player.replay.seekBy(15_000);
  expect(shown()).toEqual(["playing", "live", null]);
  expect(player.replay.position).toBeNull();
});

test("smooth playback is not offered because the performer drops again and again", async () => {
  let state: { name: string; since: number } = { name: "on-air", since: 0 };
  heard.room = { getView: () => ({ state: { state } }) };
  heard.underruns = 0;
  player.play(hall);
  last().handlers.onEvent({ type: "sounding", engine: "webcodecs" });
  const is = async (name: string, underruns: number) => {
    state = { name, since: 0 };
    heard.underruns += underruns;
    await vi.advanceTimersByTimeAsync(1_000);
  };
  for (let times = 0; times < 3; times++) {
    await is("on-air", 1);
    await is("dropped", 1);
  }
  await is("on-air", 0);
  expect(player.getState().isPatienceOffered).toBe(false);
  await is("on-air", 3);
  expect(player.getState().isPatienceOffered).toBe(true);
  await is("silent", 0);
  expect(player.getState().isPatienceOffered).toBe(false);
  heard.room = null;
});
