/** Favorites and cheers without listening are kept, and win no award. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import type { EarnedAwardView } from "#app/domains/value/awards/contract.ts";
import { openDb } from "#db/client.ts";
import { listens, plays } from "#db/schema/index.ts";
import { stageRoom } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener, viewer } from "#tests/helpers/rooms.ts";
import { makePlay, makeSet, makeStage, operate } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);

const favorite = (as: Person, { trackId, playId }: { trackId: string; playId: string }) =>
  answerOf(request("/api/favorites/favorite", { as, body: { track: trackId, trackHistory: playId } }));

async function heardOf({ id }: Person): Promise<unknown[]> {
  const rows = env.DB.prepare("select is_heard from favorites where user_id = ? order by created_at");
  return (await rows.bind(id).all<{ is_heard: number }>()).results.map(({ is_heard }) => is_heard);
}

async function makePerformance() {
  const [manager, performer, fan] = [await makePerson(), await makePerformer(), await makePerson()];
  const stage = await makeStage(manager);
  const set = await makeSet(stage, performer, -60_000);
  const on = { stageId: stage.id, performerId: performer.id, setId: set.id };
  const listener = await Listener.open(stageRoom(env, stage.id), viewer(fan.id));
  return { on, fan, listener };
}

test("a favorite is heard where its room knows who gave it as a listener, once in half a minute", async () => {
  const { on, fan, listener } = await makePerformance();
  const [first, second] = [await makePlay(on), await makePlay(on)];
  const stranger = await makePerson();
  await favorite(stranger, first);
  await favorite(fan, first);
  await answerOf(request("/api/favorites/unfavorite", { as: fan, body: { track: first.trackId } }));
  await listener.send("listen", { class: "normal" });
  await favorite(fan, first);
  await favorite(fan, second);
  expect([await heardOf(stranger), await heardOf(fan)]).toEqual([[0], [1, 0]]);
});

test("what ended more than a minute ago is not heard by those who listen now", async () => {
  const { on, fan, listener } = await makePerformance();
  await listener.send("listen", { class: "normal" });
  const playedAt = Date.now() - 300_000;
  const before = await makePlay(on, { playedAt });
  await db.update(plays).set({ endedAt: playedAt + 100_000 });
  await favorite(fan, before);
  expect(await heardOf(fan)).toEqual([0]);
});

test("someone who heard a performance once wins nothing by favorites of what was added to it", async () => {
  const { on, fan } = await makePerformance();
  const listenedAt = Date.now() - 3_600_000;
  await db.insert(listens).values({ ...on, performance: on.setId, listener: fan.id, listenedAt });
  for (let n = 0; n < 10; n++) {
    const play = await makePlay(on, { playedAt: listenedAt + n, title: ulid() });
    await favorite(fan, play);
  }
  await db.update(plays).set({ endedAt: listenedAt + 60_000, source: "performer" });
  await operate("run-awards", {});
  const awards = await answerOf<EarnedAwardView[]>(request("/api/awards/getMyAwards", { as: fan }));
  expect(await heardOf(fan)).toHaveLength(10);
  expect(awards).toEqual([]);
});
