import { env, evictDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import {
  addPerformer,
  addSet,
  addStage,
  Listener,
  report,
  Uplink,
  until,
  viewer,
} from "#tests/helpers/rooms.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A stage that is on air, with its encoder's socket. */
async function onAir(id: string) {
  const room = await addStage(id);
  await room.streamChanged(report("stage", id));
  return { room, uplink: await Uplink.open(room, `stream-${id}`) };
}

describe("sound", () => {
  test.each(["live", "normal"] as const)("arrives completely and in order in the class %s", async (hears) => {
    const { room, uplink } = await onAir(`whole-${hears}`);
    const ann = await Listener.open(room);
    expect(await ann.send("listen", { class: hears })).toMatchObject({ event: "ack" });
    uplink.send(91);
    await until(() => ann.packets.length === 91);
    expect(ann.packets.map(({ text }) => text)).toEqual(
      Array.from({ length: 91 }, (_, i) => `stream-whole-${hears}#${i}`),
    );
    const first = ann.packets[0]?.seq ?? 0;
    expect(ann.packets.map(({ seq }) => seq)).toEqual(ann.packets.map((_, i) => first + i));
    expect(ann.packets.map(({ isDiscontinuity }) => isDiscontinuity)).toEqual(
      ann.packets.map((_, i) => i === 0),
    );
  });

  test("starts immediately with the newest 160 ms and continues after them", async () => {
    const { room, uplink } = await onAir("joined");
    uplink.send(32);
    await wait(30);
    const ann = await Listener.open(room);
    await ann.send("listen", { class: "normal" });
    await until(() => ann.packets.length === 8);
    uplink.send(6);
    await until(() => ann.packets.length === 14);
    const first = ann.packets[0]?.seq ?? 0;
    expect(ann.packets.map(({ seq }) => seq)).toEqual(Array.from({ length: 14 }, (_, i) => first + i));
    expect(ann.packets.at(-1)?.text).toBe("stream-joined#36");
  });

  test("resumes after the last received packet, and stops for a socket that ends listening", async () => {
    const { room, uplink } = await onAir("ring");
    const ann = await Listener.open(room);
    await ann.send("listen", { class: "live" });
    uplink.send(10);
    await until(() => ann.packets.length === 10);
    await ann.send("unlisten", {});
    uplink.send(40);
    await wait(50);
    expect(ann.packets).toHaveLength(10);
    const bob = await Listener.open(room);
    await bob.send("listen", { class: "normal", resume: ann.packets.at(-1)?.seq });
    uplink.send(5);
    await until(() => bob.packets.length === 45);
    expect(bob.packets.map(({ text }) => text)).toEqual(
      Array.from({ length: 45 }, (_, i) => `stream-ring#${i + 10}`),
    );
  });

  test("carries events in its messages once, and readers without sound get them as text", async () => {
    const { room, uplink } = await onAir("packed");
    const [ann, bob, eve] = await Promise.all(
      ["ann", "bob", "eve"].map((id) => Listener.open(room, viewer(id))),
    );
    if (!ann || !bob || !eve) throw new Error("three listeners");
    await ann.send("listen", { class: "live" });
    await bob.send("listen", { class: "normal" });
    const stop = uplink.play();
    for (const text of ["one", "two", "three"]) await eve.say(text);
    const said = (each: Listener) =>
      each.events.filter(({ event }) => event === "room message").map(({ seq }) => seq);
    await until(() => [ann, bob, eve].every((each) => said(each).length === 3));
    await bob.send("unlisten", {});
    await eve.send("listen", { class: "normal" });
    await ann.say("four");
    await until(() => [ann, bob, eve].every((each) => said(each).length === 4));
    stop();
    await wait(100);
    expect(said(bob)).toEqual(said(ann));
    expect(said(eve)).toEqual(said(ann));
    for (const each of [ann, bob, eve]) {
      const seqs = each.events.map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] ?? 0) + i));
    }
  });

  test("does not hold up events when it pauses", async () => {
    const { room } = await onAir("paused");
    const ann = await Listener.open(room, viewer("ann"));
    await ann.send("listen", { class: "normal" });
    const saidAt = Date.now();
    await ann.say("hello");
    await ann.event("room message");
    expect(Date.now() - saidAt).toBeLessThan(300);
  });

  test("continues after an eviction on the same sockets with a marked gap and without losing events", async () => {
    const { room, uplink } = await onAir("evicted");
    const ann = await Listener.open(room, viewer("ann"));
    await ann.send("listen", { class: "normal" });
    uplink.send(10);
    await until(() => ann.packets.length === 10);
    await ann.say("just before");
    await evictDurableObject(room);
    uplink.send(10);
    await until(() => ann.packets.length === 20);
    const [before, after] = [ann.packets[9], ann.packets[10]];
    expect(after?.seq).toBeGreaterThan(before?.seq ?? 0);
    expect(after?.isDiscontinuity).toBe(true);
    expect(after?.text).toBe("stream-evicted#10");
    await ann.event("room message");
  });

  test("that stops is reconnecting after two seconds, and live with the next packet", async () => {
    const { room, uplink } = await onAir("stopped");
    const ann = await Listener.open(room);
    uplink.send(3);
    const lost = await ann.event("update set", ({ data }) => data.status === "reconnecting");
    expect(lost.data).toMatchObject({ online: true, currentUrl: "/live/stream-stopped" });
    await evictDurableObject(room);
    uplink.send(1);
    await ann.event("update set", ({ data, seq }) => seq > lost.seq && data.status === "live");
    expect(ann.events.some(({ event }) => event === "room set")).toBe(false);
  });

  test("is not duplicated by a socket that was replaced", async () => {
    const { room, uplink } = await onAir("replaced");
    const ann = await Listener.open(room);
    await ann.send("listen", { class: "live" });
    uplink.send(2);
    await until(() => ann.packets.length === 2);
    const next = await Uplink.open(room, "stream-replaced");
    uplink.send(5);
    next.send(3);
    await until(() => ann.packets.length >= 5);
    await wait(30);
    expect(ann.packets.map(({ text }) => text.split("#")[1])).toEqual(["0", "1", "0", "1", "2"]);
    expect(ann.packets[2]?.isDiscontinuity).toBe(true);
    expect(uplink.closeCode).toBe(1000);
  });
});

describe("listeners", () => {
  test("are counted once each, reported at most once a second, and never below zero after an eviction", async () => {
    const { room } = await onAir("counted");
    const watcher = await Listener.open(room);
    const counts = () =>
      watcher.events.flatMap((each) => (each.event === "room listeners" ? [each.data.currentListeners] : []));
    const tabs = await Promise.all([1, 2].map(() => Listener.open(room, viewer("ann"))));
    const bob = await Listener.open(room);
    for (const each of [...tabs, bob]) await each.send("listen", { class: "normal" });
    await until(() => counts().at(-1) === 2);
    await evictDurableObject(room);
    tabs[0]?.close();
    await wait(1_200);
    expect(counts().at(-1)).toBe(2);
    await bob.send("unlisten", {});
    await bob.send("unlisten", {});
    tabs[1]?.close();
    await until(() => counts().at(-1) === 0);
    expect((await room.onAir()).currentListeners).toBe(0);
    expect(Math.min(...counts())).toBe(0);
  });
});

describe("a broadcast", () => {
  const rows = (sql: string) =>
    env.DB.prepare(sql)
      .all<Record<string, unknown>>()
      .then(({ results }) => results);

  async function eventually<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
    for (let i = 0; i < 300; i++) {
      const value = await read();
      if (isRight(value)) return value;
      await wait(10);
    }
    return read();
  }

  test("is one row with its tracks from first to last sound, across a drop and outdated reports", async () => {
    const room = await addStage("rows");
    const ann = await Listener.open(room);
    const title = { artist: "Miriam", title: "Pata Pata", at: Date.now() - 40 };
    const before = report("stage", "rows", { firstAudioAt: null, title });
    const up = report("stage", "rows", { title });
    await room.streamChanged(before);
    expect((await room.onAir()).status).toBe("offline");
    await room.streamChanged(up);
    const set = await ann.event("room set");
    expect(set.data).toMatchObject({ status: "live", online: true, currentUrl: "/live/stream-rows" });
    const track = await ann.event("new track");
    const { startTime } = set.data;
    expect(track.data).toMatchObject({ artist: "Miriam", title: "Pata Pata", mediaAt: startTime });
    await room.streamChanged(
      report("stage", "rows", { title: { ...title, artist: "MIRIAM ", at: Date.now() } }),
    );
    await room.streamChanged(report("stage", "rows", { state: "down", disconnectedAt: Date.now() }));
    expect((await ann.event("update set")).data.status).toBe("reconnecting");
    await evictDurableObject(room);
    await room.streamChanged(report("stage", "rows", { connection: "connection-2", title }));
    await room.streamChanged(before);
    await ann.event("update set", ({ data }) => data.status === "live");
    const plays = await eventually(
      () =>
        rows("select p.*, t.artist from plays p join tracks t on t.id = p.track_id where stage_id = 'rows'"),
      (found) => found.length > 0,
    );
    expect(plays).toMatchObject([
      { id: track.data.trackHistory, track_id: track.data.track, artist: "Miriam" },
    ]);
    const down = { state: "down", disconnectedAt: Date.now() - 30_000 } as const;
    await room.streamChanged(report("stage", "rows", down));
    await eventually(
      () => rows("select * from broadcasts where stage_id = 'rows'"),
      (found) => found[0]?.ended_at != null,
    );
    expect(await rows("select * from broadcasts where stage_id = 'rows'")).toMatchObject([
      { stream_id: "stream-rows" },
    ]);
  }, 20_000);

  test("passes from one performer to the next on time without interruption", async () => {
    await addPerformer("first");
    await addPerformer("second");
    const room = await addStage("handover", { isInstant: false });
    const boundary = Date.now() + 2_000;
    await addSet("one", {
      stageId: "handover",
      performerId: "first",
      startsAt: boundary - 60_000,
      endsAt: boundary,
    });
    await addSet("two", {
      stageId: "handover",
      performerId: "second",
      startsAt: boundary,
      endsAt: boundary + 60_000,
    });
    expect(await room.streamChanged(report("performer", "first"))).toMatchObject({ wants: true });
    expect(await room.streamChanged(report("performer", "second"))).toMatchObject({ wants: true });
    const ann = await Listener.open(room, viewer("ann"));
    expect((await ann.event("snapshot")).data).toMatchObject({
      currentDj: { id: "first" },
      currentSet: { id: "one" },
      nextDj: { id: "second" },
    });
    await ann.send("listen", { class: "live" });
    const uplinks = await Promise.all(["first", "second"].map((id) => Uplink.open(room, `stream-${id}`)));
    const stops = uplinks.map((uplink) => uplink.play());
    const set = await ann.event("room set", ({ data }) => data.currentSet?.id === "two");
    await wait(200);
    for (const stop of stops) stop();
    expect(set.at - boundary).toBeGreaterThanOrEqual(0);
    expect(set.at - boundary).toBeLessThan(150);
    expect(set.data).toMatchObject({ status: "live", currentDj: { id: "second" }, nextDj: null });
    const streams = ann.packets.map(({ text }) => text.split("#")[0]);
    const cut = streams.indexOf("stream-second");
    expect(cut).toBeGreaterThan(0);
    expect(new Set(streams.slice(0, cut))).toEqual(new Set(["stream-first"]));
    expect(new Set(streams.slice(cut))).toEqual(new Set(["stream-second"]));
    expect(ann.packets[cut]?.isDiscontinuity).toBe(true);
    const seqs = ann.packets.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] ?? 0) + i));
    // Held for the rest of the two minutes, unheard.
    expect(uplinks[0]?.closeCode).toBeUndefined();
  });
});
