import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import { keepLocalTimes } from "#app/domains/air/sets/keep-local-times.server.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import { createAppContext } from "../context.ts";

const db = openDb(env.DB);
const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const now = Date.UTC(2027, 9, 1);
/** Four Thursdays at 20:00 in Vancouver, as rules with a change of the clocks in November place them. */
const first = Date.parse("2027-10-21T20:00-07:00");
const byOldRules = [0, weekMs, 2 * weekMs + hourMs, 3 * weekMs + hourMs].map((afterMs) => first + afterMs);
const byRules = [0, 1, 2, 3].map((week) => first + week * weekMs);

test("a series keeps its local time when the rules of its zone change, and its people are told", async () => {
  const manager = await makePerson({ isManager: true });
  const [one, two] = [await makePerformer(), await makePerformer()];
  const stage = await makeStage(manager);
  const book = async (performerId: string, laterMs: number) => {
    const request = ulid();
    const span = (at: number) => ({ startsAt: at + laterMs, endsAt: at + laterMs + hourMs });
    const booked = { stageId: stage.id, performerId, name: "Thursdays", createdAt: 1 };
    await db.insert(tables.setRequests).values({
      ...booked,
      ...span(first),
      id: request,
      requestorId: performerId,
      weeks: 4,
      timeZone: "America/Vancouver",
      status: "accepted",
    });
    for (const at of byOldRules)
      await db.insert(tables.sets).values({ ...booked, ...span(at), id: ulid(), requestId: request });
  };
  // The second begins as the first ends: neither is in the way of the other.
  await book(one.id, 0);
  await book(two.id, hourMs);
  const startsOf = async (performerId: string) => {
    const { results } = await env.DB.prepare("select starts_at from sets where performer_id = ? order by 1")
      .bind(performerId)
      .all<{ starts_at: number }>();
    return results.map((row) => row.starts_at);
  };
  // Moved by hand, by an hour: it stays where it is.
  const moved = byRules[1] ?? 0;
  await env.DB.prepare(
    "update sets set starts_at = ?1, ends_at = ?1 + 1800000, changed_at = 1, changed_by = ?2 where starts_at = ?3 and performer_id = ?4",
  )
    .bind(moved - hourMs, manager.id, moved, one.id)
    .run();

  const ctx = { ...createAppContext(new Request(env.CUE_ORIGIN), env, null), clock: { now: () => now } };
  await keepLocalTimes(ctx);
  const expected = byRules.map((at) => (at === moved ? at - hourMs : at));
  expect(await startsOf(one.id)).toEqual(expected);
  expect(await startsOf(two.id)).toEqual(byRules.map((at) => at + hourMs));
  const notices = await env.INBOX.getByName(one.id).notices();
  expect(notices.map(({ message }) => message).toSorted()).toEqual(
    [
      "The clocks in America/Vancouver have new rules: “Thursdays” on Test stage moves from 12 Nov 2027, 04:00 UTC to 12 Nov 2027, 03:00 UTC, so that its local time stays the same.",
      "The clocks in America/Vancouver have new rules: “Thursdays” on Test stage moves from 5 Nov 2027, 04:00 UTC to 5 Nov 2027, 03:00 UTC, so that its local time stays the same.",
    ].toSorted(),
  );
  expect(await env.INBOX.getByName(manager.id).notices()).toHaveLength(4);
  await keepLocalTimes(ctx);
  expect(await env.INBOX.getByName(manager.id).notices()).toHaveLength(4);
});
