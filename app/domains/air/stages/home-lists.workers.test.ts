import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { Viewer } from "#app/context.ts";
import { openDb } from "#db/client.ts";
import { busyHome, busyHomeStatements } from "#tests/helpers/busy-home.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { watchD1 } from "#tests/helpers/watched-d1.ts";
import { createAppContext } from "#workers/context.ts";
import { listUpcomingSets } from "../schedule/list-sets.server.ts";
import { listStages } from "./list-stages.server.ts";

/** The step in a query plan that reads a whole table. Only the list of all stages may do that. */
const wholeTable = /^SCAN (?!stages\b|stage\b|\(subquery)/;

test("home finds the next set of each of 200 stages among 2,000 sets and 20,000 listens without a table scan", async () => {
  const now = Date.now();
  await env.DB.batch(busyHomeStatements(now).map((sql) => env.DB.prepare(sql)));
  const { id, username } = await makePerson();
  const viewer: Viewer = {
    id,
    username,
    photo: null,
    badge: null,
    performerType: null,
    isPerformer: false,
    hasPassedTest: false,
    isManager: false,
    isOperator: false,
    sessionHash: "none",
  };
  const watched = watchD1(env.DB);
  const ctx = {
    ...createAppContext(new Request(env.CUE_ORIGIN), env, viewer),
    db: openDb(watched.d1),
  };

  const [stages, upcoming] = await Promise.all([listStages(ctx), listUpcomingSets(ctx, { limit: 13 })]);
  const busy = stages.filter(({ id }) => id.startsWith("busy-"));
  expect(busy).toHaveLength(busyHome.stages);
  for (const { id, nextSet } of busy) expect(nextSet?.id).toBe(id.replace("stage", "next"));
  expect(upcoming).toHaveLength(13);

  const asked = await watched.asked();
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked.flatMap(({ plan }) => plan.filter((line) => wholeTable.test(line)))).toEqual([]);
  const rowsRead = asked.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
  // 2,301 of them: each stage's row and its next set with stage, performer and stream, and the page's sets.
  // Past listens and plays are not read, however many there are.
  expect(rowsRead).toBeLessThan(2_500);
});
