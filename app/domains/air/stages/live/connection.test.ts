import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Transport, TransportHandlers } from "#app/live/transport.ts";
import { offAir } from "../contract/stages.ts";
import { RoomConnection } from "./connection.ts";
import type { RoomEvent, RoomReply, RoomState } from "./protocol.ts";

const initial: RoomState = {
  ...offAir,
  kind: "stage",
  id: "main",
  name: "Main",
  favoriteCount: 0,
  cheerCount: 0,
  currentTrackAt: null,
  messages: [],
};

/** A room with a socket that the test controls. */
function setUp() {
  const sent: string[] = [];
  const seen: number[] = [];
  const closes: number[] = [];
  let url = "";
  let handlers: TransportHandlers | undefined;
  const transport: Transport = {
    send: (text) => sent.push(text),
    listen: () => {},
    unlisten: () => {},
    seen: (seq) => seen.push(seq),
    renew: () => {},
    close: () => void closes.push(sent.length),
  };
  const room = new RoomConnection(initial, {
    openTransport: (to, from) => {
      url = to;
      handlers = from;
      return transport;
    },
  });
  const release = room.retain();
  const say = (frame: RoomEvent | RoomReply | RoomEvent[]) => handlers?.onText(JSON.stringify(frame));
  return { room, release, closes, sent, seen, say, open: () => handlers?.onStatus("open"), url };
}

function message(seq: number): RoomEvent {
  const data = { _id: `m${seq}`, user: "Ana", userId: "u1", message: `Hello ${seq}`, time: seq };
  return { event: "room message", data: { ...data, badge: null, profile: null }, seq, at: Date.now() };
}

function cheer(seq: number, mediaAt: number): RoomEvent {
  const data = { mediaAt, userId: "u1", user: "Ana", cheerCount: seq };
  return { event: "cheered", data, seq, at: Date.now() };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", new URL("https://cue.example/room/main"));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a room connection", () => {
  it("uses the room's own address over a secure socket on a secure page", () => {
    const url = new URL(setUp().url);
    expect(url.origin + url.pathname).toBe("wss://cue.example/realtime/stage/main");
    expect(url.searchParams.get("listener")).toBe(new URL(setUp().url).searchParams.get("listener"));
  });

  it("applies events once and in order, also when they are repeated after a reconnect", () => {
    const { room, say, seen } = setUp();
    say(message(4));
    say([message(4), message(5)]);
    say(message(5));
    expect(room.getView().state.messages.map(({ _id }) => _id)).toEqual(["m5", "m4"]);
    expect(seen).toEqual([4, 5]);
  });

  it("marks the chat as loaded after the snapshot, not after the page's loader", () => {
    const { room, open, say } = setUp();
    open();
    expect(room.getView().isHeard).toBe(false);
    say({ event: "snapshot", data: initial, seq: 3, at: Date.now() });
    expect(room.getView().isHeard).toBe(true);
  });

  it("resends an unanswered message with the same id on the next socket", async () => {
    const { room, open, sent, say } = setUp();
    open();
    const answer = room.send("roomChat", { msg: "Hi" });
    open();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
    const { id } = JSON.parse(sent[0] ?? "") as { id: string };
    say({ event: "ack", id, data: { _id: "m1" } });
    await expect(answer).resolves.toEqual({ _id: "m1" });
    open();
    expect(sent).toHaveLength(2);
  });

  it("reports the wait of a refused message, and times out without an answer", async () => {
    const { room, open, sent, say } = setUp();
    open();
    const refused = room.send("roomChat", { msg: "Hi" });
    const { id } = JSON.parse(sent[0] ?? "") as { id: string };
    say({ event: "error", id, error: "Slow down", code: "rate-limited", retryAfterMs: 3_000 });
    await expect(refused).rejects.toMatchObject({ code: "rate-limited", retryAfterMs: 3_000 });
    const lost = room.send("roomChat", { msg: "Anybody?" });
    const failed = expect(lost).rejects.toMatchObject({ code: "timeout" });
    await vi.advanceTimersByTimeAsync(21_000);
    await failed;
  });

  it("shows a cheer for 8 s when the sound it belongs to is heard", async () => {
    const { room, say } = setUp();
    let ear = 10_000;
    room.setEar({ heardAt: () => ear, isDeep: false });
    say(cheer(1, 10_250));
    expect(room.getView()).toMatchObject({ state: { cheerCount: 0 }, reactions: [] });
    ear = 10_250;
    await vi.advanceTimersByTimeAsync(250);
    // The code of reactions is loaded with the first one.
    await vi.dynamicImportSettled();
    expect(room.getView()).toMatchObject({
      state: { cheerCount: 1 },
      reactions: [{ kind: "cheer", by: "Ana" }],
    });
    vi.advanceTimersByTime(8_000);
    expect(room.getView().reactions).toEqual([]);
  });

  it("shows the track and performer that a delayed listener hears", () => {
    const { room, say } = setUp();
    const now = Date.now();
    let ear: number | null = now - 25_000;
    const track = (seq: number, mediaAt: number): RoomEvent => {
      const data = { mediaAt, track: `t${seq}`, trackHistory: `h${seq}`, title: `Title ${seq}`, artist: "A" };
      return { event: "new track", data, seq, at: mediaAt };
    };
    say([track(1, now - 200_000), track(2, now - 80_000), track(3, now - 15_000), track(4, now - 5_000)]);
    const title = () => room.getView().state.currentTitle;
    expect(title()).toBe("Title 4");
    room.setEar({ heardAt: () => ear, isDeep: true });
    expect(title()).toBe("Title 2");
    say({ event: "room set", data: { ...offAir, online: true, status: "live" }, seq: 5, at: now });
    say(track(6, now + 100));
    vi.advanceTimersByTime(10_000);
    ear = now - 15_000;
    vi.advanceTimersByTime(10_000);
    expect(title()).toBe("Title 3");
    ear = now - 5_000;
    vi.advanceTimersByTime(10_000);
    expect(title()).toBe("Title 4");
    expect(room.getView().state.online).toBe(false);
    ear = now;
    vi.advanceTimersByTime(5_000);
    expect(room.getView().state).toMatchObject({ online: true, currentTitle: null });
    // Nothing sounds any more: waiting events are applied.
    ear = null;
    room.setEar(null);
    expect(title()).toBe("Title 6");
  });

  it("shows a listener of the past the tracks of their moment, wherever they jump", () => {
    const { room, say } = setUp();
    const now = Date.now();
    const data = (nr: number, mediaAt: number) => {
      const own = { track: `t${nr}`, trackHistory: `h${nr}`, title: `Title ${nr}`, artist: "A" };
      return { mediaAt, ...own };
    };
    const hour = 3_600_000;
    const tracks = [data(1, now - 3 * hour), data(2, now - 2 * hour), data(3, now - hour)];
    const [, , newest] = tracks;
    if (newest) say({ event: "new track", data: newest, seq: 1, at: newest.mediaAt });
    let ear = now - 2 * hour - 5_000;
    const jump = (to: number) => {
      ear = to;
      room.setEar({ heardAt: () => ear, isDeep: true, played: tracks });
      return room.getView().state.currentTitle;
    };
    const title = () => room.getView().state.currentTitle;
    expect(jump(ear)).toBe("Title 1");
    ear += 5_000;
    vi.advanceTimersByTime(5_000);
    expect(title()).toBe("Title 2");
    expect(jump(now - 3 * hour)).toBe("Title 1");
    expect(jump(now - 1_000)).toBe("Title 3");
    expect(jump(now - 2 * hour + 1)).toBe("Title 2");
    expect(jump(now - 4 * hour)).toBeNull();
    // What happens live is not shown, however long that takes.
    say({ event: "new track", data: data(4, now), seq: 2, at: now });
    say(cheer(3, now + 1_000));
    vi.advanceTimersByTime(hour);
    expect(room.getView().state).toMatchObject({ currentTitle: null, cheerCount: 0 });
    room.setEar(null);
    expect(room.getView().state).toMatchObject({ currentTitle: "Title 4", cheerCount: 3 });
  });

  it("shows what was corrected to a listener of the past too", () => {
    const { room, say } = setUp();
    const now = Date.now();
    const played = [1, 2, 3].map((nr) => ({
      mediaAt: now - 1_000_000 + nr * 100_000,
      track: `t${nr}`,
      trackHistory: `h${nr}`,
      title: `Title ${nr}`,
      artist: "A",
    }));
    const [first, second, newest] = played;
    if (!first || !second || !newest) throw new Error("three tracks");
    say({ event: "new track", data: newest, seq: 1, at: newest.mediaAt });
    let at = 0;
    const ear = { heardAt: () => at, isDeep: true, played };
    const title = (to: number) => {
      at = to;
      room.setEar(ear);
      return room.getView().state.currentTitle;
    };
    expect(title(first.mediaAt)).toBe("Title 1");
    const tracks = [{ ...first, title: "ID", artist: "ID", track: null }];
    const removed = [{ trackHistory: second.trackHistory, into: first.trackHistory }];
    say({ event: "tracks corrected", data: { tracks, removed }, seq: 2, at: now });
    expect(room.getView().state).toMatchObject({ currentTitle: "ID", currentTrack: null });
    expect(title(second.mediaAt)).toBe("ID");
    // The removal was undone.
    say({ event: "new track", data: second, seq: 3, at: now });
    expect(title(second.mediaAt)).toBe("Title 2");
    expect(title(newest.mediaAt)).toBe("Title 3");
  });

  it("stays open between pages, and closes when it is no longer used", () => {
    const { room, release, closes } = setUp();
    release();
    vi.advanceTimersByTime(1_000);
    const again = room.retain();
    release();
    vi.advanceTimersByTime(10_000);
    expect(closes).toHaveLength(0);
    again();
    vi.advanceTimersByTime(3_000);
    expect(closes).toHaveLength(1);
  });
});
