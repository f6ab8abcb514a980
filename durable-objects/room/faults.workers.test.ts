import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { connectAgent, encoderOn } from "#tests/helpers/agent.ts";
import { addPerformer, addSet, addStage, Listener, report, until, viewer } from "#tests/helpers/rooms.ts";
import { mediaGateway, profileRoom } from "../stubs.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function eventually<T>(
  read: () => Promise<T>,
  isRight: (value: T) => boolean,
  withinMs = 60_000,
): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; await wait(20)) {
    const value = await read();
    if (isRight(value) || Date.now() > deadline) return value;
  }
}

test("an eviction after any step of a broadcast has no visible effect", async () => {
  const room = await addStage("steps");
  const ann = await Listener.open(room, viewer("ann"));
  const title = (name: string) => ({ artist: "A", title: name, at: Date.now() });
  const steps = [
    () => room.streamChanged(report("stage", "steps", { firstAudioAt: null })),
    () => room.streamChanged(report("stage", "steps", { title: title("one") })),
    () => ann.say("hello"),
    () => ann.send("listen", { class: "normal" }),
    () => room.streamChanged(report("stage", "steps", { title: title("two") })),
    () => room.streamChanged(report("stage", "steps", { state: "unknown" })),
    () => room.streamChanged(report("stage", "steps", { title: title("two") })),
    () => ann.send("unlisten", {}),
  ];
  for (const step of steps) {
    await step();
    await wait(60);
    await evictDurableObject(room);
  }
  await ann.say("bye");
  await until(() => ann.events.some((each) => each.event === "room message" && each.data.message === "bye"));
  const seqs = [...new Set(ann.events.map(({ seq }) => seq))];
  expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] ?? 0) + i));
  const names = ann.events
    .filter((each, i) => ann.events.findIndex(({ seq }) => seq === each.seq) === i)
    .map(({ event }) => event);
  expect(names.filter((name) => name === "room set")).toHaveLength(1);
  expect(names.filter((name) => name === "new track")).toHaveLength(2);
  const fresh = await Listener.open(room);
  expect((await fresh.event("snapshot")).data).toMatchObject({ status: "live", currentTitle: "two" });
});

test("a performer moves from the profile to the stage at the start of the set, and back after it", async () => {
  await addPerformer("mover");
  const stage = await addStage("mover-stage", { isInstant: false });
  const now = Date.now();
  const early = 120_000;
  await addSet("mover-set", {
    stageId: "mover-stage",
    performerId: "mover",
    startsAt: now + early + 3_000,
    endsAt: now + early + 3_600_000,
  });
  await stage.refresh();
  const profile = profileRoom(env, "mover");
  const page = await Listener.open(profile);
  const hall = await Listener.open(stage);
  const gateway = mediaGateway(env);
  await eventually(
    () => stage.onAir(),
    ({ nextSet }) => nextSet !== null,
  );
  const agent = await connectAgent(gateway, "mover-agent");
  await agent.hello();
  const fact = encoderOn("mount-mover");
  await agent.facts(fact({ type: "connected" }), fact({ type: "firstAudio", codec: "mp3" }));
  // This soon before a set an encoder waits on standby, unless its performer chooses otherwise.
  await eventually(
    () => gateway.setStandby("mover", { place: "open", isOver: false, isCut: false }),
    (answer) => answer === "done",
  );
  await page.event("room set", ({ data }) => data.status === "live");
  expect((await stage.onAir()).status).toBe("offline");
  const moved = await hall.event("room set", ({ data }) => data.currentSet?.id === "mover-set");
  expect(moved.at).toBeGreaterThanOrEqual(now + 3_000);
  await page.event("room set", ({ data }) => data.status === "offline");
  expect([(await agent.next("route")).room, (await agent.next("route")).room]).toEqual([
    "profile/mover",
    "stage/mover-stage",
  ]);
  await env.DB.prepare("update sets set status = 'cancelled' where id = 'mover-set'").run();
  await stage.refresh();
  await hall.event("room set", ({ data }) => data.status === "offline");
  await until(
    () => page.events.filter((each) => each.event === "room set" && each.data.status === "live").length === 2,
  );
  expect((await agent.next("route")).room).toBe("profile/mover");
});

// Last in this file: objects that start meanwhile keep the failing database.
test("a room keeps working while D1 is unavailable, and D1 gets every row once afterwards", async () => {
  await addPerformer("away-ann");
  const room = await addStage("away");
  await room.onAir();
  const away = {
    prepare: () => {
      throw new Error("D1_ERROR: Network connection lost.");
    },
    batch: () => Promise.reject(new Error("D1_ERROR: Network connection lost.")),
  };
  const setDatabase = (database: unknown) =>
    runInDurableObject(room, (instance) => {
      (instance as unknown as { env: { DB: unknown } }).env.DB = database;
    });
  const database = env.DB;
  await setDatabase(away);
  const listener = await Listener.open(room, viewer("away-ann"));
  const title = { artist: "Away", title: "Song", at: Date.now() };
  await room.streamChanged(report("stage", "away", { title }));
  const { data } = await listener.event("new track");
  expect(await listener.say("still talking")).toMatchObject({ event: "ack" });
  const cheer = { userId: "away-ann", username: "Ann", trackId: null, playId: null, mediaAt: null };
  expect((await room.cheer(cheer)).ok).toBe(true);
  await room.refresh();
  expect((await room.onAir()).status).toBe("live");
  await wait(300);
  expect((await database.prepare("select id from broadcasts where stage_id = 'away'").all()).results).toEqual(
    [],
  );
  await setDatabase(database);
  const rows = (table: string) => async () =>
    (await env.DB.prepare(`select * from ${table} where stage_id = 'away'`).all()).results;
  expect(await eventually(rows("cheers"), (found) => found.length > 0)).toMatchObject([
    { play_id: data.trackHistory },
  ]);
  expect(await eventually(rows("plays"), (found) => found.length > 0)).toMatchObject([
    { track_id: data.track },
  ]);
  // Each kind of row waits for its own retries.
  expect(await eventually(rows("broadcasts"), (found) => found.length > 0)).toHaveLength(1);
});
