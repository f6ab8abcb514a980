import { env, evictDurableObject, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import type { ReplayEventsView } from "#app/domains/air/replays/contract.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, replays } from "#db/schema/index.ts";
import type { TapeSubject } from "#durable-objects/contract.ts";
import { tape } from "#durable-objects/stubs.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { makePerformer } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { batchOf, packFrames, soundOf } from "#tests/helpers/tapes.ts";

const db = openDb(env.DB);
const startedAt = Date.now() - 2 * 24 * 3_600_000;
const endedAt = startedAt + 30_000;
const operator = { token: "test-operator-key-0123456789" };
const id = "01B00000000000000PAST00001";

const at = (path = "") => `/dev/recordings/${id}${path}`;
const send = (fromS: number, toS: number) =>
  SELF.fetch(`http://localhost:8787${at("/frames")}`, {
    method: "POST",
    headers: { authorization: `Bearer ${operator.token}` },
    body: new Uint8Array(packFrames(soundOf("p", startedAt, fromS, toS))),
  });

test("a broadcast of a past day is recorded with the times of that day, once, also after an interruption", async () => {
  const { id: performerId, username } = await makePerformer({ username: "PastAda" });
  await db.insert(broadcasts).values({ id, streamId: "s", performerId, startedAt, endedAt, performance: id });
  expect((await request(at())).status).toBe(404);
  expect(await answerOf(request(at(), { as: operator }))).toEqual({ startedAt, endedAt, status: null });

  for (let s = 0; s < 15; s += 5)
    expect(await answerOf(send(s, s + 5))).toMatchObject({ keeps: true, isPublic: true });
  // Interrupted here: everything is sent again.
  for (let s = 0; s < 30; s += 5) await send(s, s + 5);
  const message = {
    _id: "m1",
    user: username,
    userId: performerId,
    message: "Still up?",
    time: startedAt + 9_000,
  };
  const chat = [{ ...message, badge: null, profile: null }];
  await answerOf(request(at("/chat"), { as: operator, body: chat }));
  await answerOf(request(at("/chat"), { as: operator, body: chat }));
  await answerOf(request(at("/end"), { as: operator, method: "POST" }));
  await expect
    .poll(async () => {
      await runAlarm(tape(env, id));
      return (await db.select().from(replays)).find((row) => row.id === id);
    })
    .toMatchObject({ status: "ready", startedAt, endedAt, durationMs: 30_000 });

  const events = await answerOf<ReplayEventsView>(request("/api/replays/events", { body: { replay: id } }));
  expect(events.chat.map(({ at: position, message: said }) => [position, said])).toEqual([
    [9_000, "Still up?"],
  ]);
});

test("while R2 refuses a recording nothing of it arrives there, and what waited arrives afterwards", async () => {
  const other = "01B00000000000000PAST00002";
  const { id: performerId } = await makePerformer({ username: "PastEve" });
  const broadcast = { id: other, streamId: "s", performerId, startedAt, performance: other };
  const refuse = (isRefused: unknown, as = operator) =>
    request(`/dev/recordings/${other}/bucket`, { as, body: { isRefused } });
  expect((await refuse(true)).status).toBe(404);
  // It may be on air.
  await db.insert(broadcasts).values(broadcast);
  expect((await refuse("yes")).status).toBe(400);
  expect((await refuse(true, { token: "another-key-0123456789012345" })).status).toBe(404);
  expect(await answerOf(refuse(true))).toEqual({ waiting: 0 });

  const owner = { performerId, stageId: null, setId: null, room: `profile/${performerId}` } as const;
  const subject: TapeSubject = { broadcast: other, performance: other, ...owner };
  for (let s = 0; s < 45; s += 5)
    await tape(env, other).append(batchOf(subject, "p", soundOf("p", startedAt, s, s + 5)));
  await tape(env, other).end(subject, startedAt + 45_000);
  const settled = () =>
    expect.poll(
      async () => {
        await runAlarm(tape(env, other));
        return [(await tape(env, other).index())?.endedAt ?? null, (await keys()).length];
      },
      { timeout: 20_000 },
    );
  const keys = async () => (await env.TAPES.list({ prefix: `tape/${other}/` })).objects.map(({ key }) => key);
  await settled().toEqual([startedAt + 45_000, 0]);
  await evictDurableObject(tape(env, other));
  await runAlarm(tape(env, other));
  expect(await keys()).toEqual([]);
  expect(await answerOf(refuse(false))).toEqual({ waiting: 3 });
  // Joined at once, as its end is long ago.
  await settled().toEqual([startedAt + 45_000, 9]);
  expect(await answerOf(request(`/dev/recordings/${other}/objects`, { as: operator }))).toEqual(await keys());
});
