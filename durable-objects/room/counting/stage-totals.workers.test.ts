import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { addStage, Listener } from "#tests/helpers/rooms.ts";

test("open pages of a stage are told how many of its sets were on air", async () => {
  const room = await addStage("counted");
  const listener = await Listener.open(room);
  await listener.event("snapshot");
  await env.DB.prepare("update stages set set_count = 3 where id = 'counted'").run();
  await room.refresh();
  const { data } = await listener.event("room listeners", (event) => event.data.setCount !== undefined);
  expect(data.setCount).toBe(3);
});
