/** A favorite that is added before D1 has the track. */
import { env, runInDurableObject } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import type { AppContext, LiveEntry, Viewer } from "#app/context.ts";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import { openDb } from "#db/client.ts";
import { playKey } from "#durable-objects/room/on-air/plays.ts";
import { stageRoom } from "#durable-objects/stubs.ts";
import type { DueList } from "#packages/durable/due-list.ts";
import { Outbox } from "#packages/durable/outbox.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import { createAppContext } from "#workers/context.ts";
import { favorite } from "./favorites.server.ts";
import { recordPlay } from "./queries/room-plays.ts";

const viewerOf = ({ id, username }: Person): Viewer => ({
  id,
  username,
  photo: null,
  badge: null,
  performerType: null,
  isPerformer: false,
  hasPassedTest: false,
  isManager: false,
  isOperator: false,
  sessionHash: "",
});

/** The context of `person` with these live rooms in the lobby. */
function contextOf(person: Person, live: LiveEntry[]): AppContext {
  const ctx = createAppContext(new Request("http://localhost:8787/"), env, viewerOf(person));
  return { ...ctx, lobby: { ...ctx.lobby, live: async () => live } };
}

test("a favorite is credited to the play that was heard, which its room stores first", async () => {
  const [performer, listener] = [await makePerformer(), await makePerson()];
  const stage = await makeStage(performer);
  const [track, trackHistory] = [ulid(), ulid()];
  const writes = recordPlay(
    openDb(env.DB),
    { id: track, key: track, artist: "Ana", title: "One", createdAt: 1 },
    [],
    {
      id: trackHistory,
      broadcastId: ulid(),
      stageId: stage.id,
      performerId: performer.id,
      playedAt: 1,
      performance: ulid(),
    },
  );
  await runInDurableObject(stageRoom(env, stage.id), async (_, { storage }) => {
    // D1 was unavailable a moment ago, and the room waits before it retries.
    const due = { scheduleBy: async () => {} } as unknown as DueList;
    await new Outbox(storage, due).enqueue(playKey(trackHistory), writes, "plays");
  });
  const on = { ...offAir, currentTrackHistory: trackHistory };
  const elsewhere: LiveEntry = { kind: "profile", id: "somebody", onAir: offAir };
  const ctx = contextOf(listener, [elsewhere, { kind: "stage", id: stage.id, onAir: on }]);
  await expect(favorite(contextOf(listener, [elsewhere]), { track, trackHistory })).rejects.toMatchObject({
    code: "not-found",
  });
  expect(await favorite(ctx, { track, trackHistory })).toMatchObject({
    fresh: true,
    track: { id: track, title: "One" },
    trackHistory,
    dj: { id: performer.id },
    room: { id: stage.id },
  });
});

test("a favorite is credited to the stored track, even if the room had another id for it", async () => {
  const [performer, listener] = [await makePerformer(), await makePerson()];
  const [known, derived] = [ulid(), ulid()];
  const song = { key: known, artist: "Ana", title: "One", createdAt: 1 };
  const hear = async (id: string, playId: string) => {
    const play = {
      id: playId,
      broadcastId: ulid(),
      performerId: performer.id,
      playedAt: 1,
      performance: ulid(),
    };
    for (const { sql, params } of recordPlay(openDb(env.DB), { id, ...song }, [], play))
      await env.DB.prepare(sql)
        .bind(...params)
        .run();
  };
  await hear(known, ulid());
  const trackHistory = ulid();
  for (let times = 0; times < 2; times++) await hear(derived, trackHistory);
  const ctx = contextOf(listener, []);
  expect(await favorite(ctx, { track: derived, trackHistory })).toMatchObject({ track: { id: known } });
  expect(await favorite(ctx, { track: known, trackHistory })).toMatchObject({ fresh: false });
});
