import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { addPerformer, addSet, addStage, Listener, report } from "#tests/helpers/rooms.ts";

test("open pages of a stage are told how many of its sets were on air", async () => {
  const room = await addStage("counted");
  const listener = await Listener.open(room);
  await listener.event("snapshot");
  await env.DB.prepare("update stages set set_count = 3 where id = 'counted'").run();
  await room.refresh();
  const { data } = await listener.event("room listeners", (event) => event.data.setCount !== undefined);
  expect(data.setCount).toBe(3);
});

test("a set is counted as soon as it is on air", async () => {
  const room = await addStage("opened", { isInstant: false });
  await addPerformer("opener");
  const now = Date.now();
  await addSet("opening", {
    stageId: "opened",
    performerId: "opener",
    startsAt: now - 1_000,
    endsAt: now + 600_000,
  });
  const listener = await Listener.open(room);
  expect((await listener.event("snapshot")).data.setCount).toBe(0);
  await room.streamChanged(report("performer", "opener"));
  const { data } = await listener.event("room listeners", (event) => event.data.setCount !== undefined);
  expect(data.setCount).toBe(1);
});
