import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { setRequests } from "#db/schema/index.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const hourMs = 3_600_000;

test("requests that arrive together are no more than may wait for a stage's answer", async () => {
  const [manager, performer] = [await makePerson({ isManager: true }), await makePerformer()];
  const { id: room } = await makeStage(manager);
  const first = (Math.ceil(Date.now() / hourMs) + 24) * hourMs;
  const ask = async (at: number) => {
    const start = first + at * hourMs;
    const body = { dj: performer.id, room, start, end: start + hourMs };
    return (await request("/api/setRequests/request", { as: performer, body })).status;
  };
  const statuses = await Promise.all(Array.from({ length: 24 }, (_, at) => ask(at)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  expect(await db.$count(setRequests, eq(setRequests.stageId, room))).toBe(20);
});
