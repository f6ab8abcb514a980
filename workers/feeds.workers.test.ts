import { env } from "cloudflare:test";
import ICAL from "ical.js";
import { beforeAll, expect, test } from "vitest";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { openDb } from "#db/client.ts";
import { broadcasts } from "#db/schema/index.ts";
import { calendarText } from "#tests/helpers/calendar-text.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;
let manager: Person;
let performer: Person;
let stage: StageAnswer;

beforeAll(async () => {
  manager = await makePerson({ isManager: true });
  performer = await makePerformer({ username: "Ana, Bê; \\ Cê" });
  stage = await makeStage(manager, { name: 'The; Stage, \\ with "signs"' });
});

/** The events of a calendar, parsed by another implementation than the one that wrote it. */
async function readCalendar(path: string) {
  const response = await request(path);
  expect(response.headers.get("content-type")).toContain("text/calendar");
  const text = await response.text();
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of text.split("\r\n"))
    expect(new TextEncoder().encode(line).byteLength).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  // The parser does not know these two, and returns them as they are written.
  const names = ["name", "x-wr-calname"].map((name) => calendar.getFirstPropertyValue(name));
  expect(names[1]).toBe(names[0]);
  expect(calendarText(names[0])).toMatch(/ · Cue$/);
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      sequence: event.sequence,
      title: event.summary,
      location: event.location,
      start: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
      status: component.getFirstPropertyValue("status"),
    };
  });
}

test("a calendar lists sets with stable ids, UTC times and cancellations", async () => {
  const [kept, moved, dropped] = [
    await makeSet(stage, performer, 2 * hourMs),
    await makeSet(stage, performer, 30 * hourMs),
    await makeSet(stage, performer, 60 * hourMs),
  ];
  const before = await readCalendar(`/calendar/stage/${stage.id}.ics`);
  expect(before.map(({ uid }) => uid)).toEqual([kept, moved, dropped].map(({ id }) => `set-${id}@localhost`));
  const start = Math.floor(Date.now() / 1000) * 1000 + 40 * hourMs;
  await answerOf(
    request("/api/sets/update", { as: manager, body: { set: moved.id, start, end: start + hourMs } }),
  );
  await answerOf(request("/api/sets/cancel", { as: performer, body: { set: dropped.id } }));

  const after = await readCalendar(`/calendar/performer/${performer.id}.ics`);
  expect(after[0]).toEqual(before[0]);
  expect(after[0]).toMatchObject({
    title: `A set by ${performer.username} · ${performer.username}`,
    location: 'The; Stage, \\ with "signs"',
  });
  expect(after[1]).toMatchObject({ uid: before[1]?.uid, sequence: 1, start, end: start + hourMs });
  expect(after[2]).toMatchObject({ uid: before[2]?.uid, sequence: 1, status: "CANCELLED" });
  expect(await readCalendar(`/calendar/set/${moved.id}.ics`)).toEqual([after[1]]);
});

test("whoever wants another version of a file than there is gets none", async () => {
  for (const path of [`/calendar/stage/${stage.id}.ics`, `/feed/stage/${stage.id}.xml`, "/sitemap.xml"]) {
    const etag = (await request(path)).headers.get("etag");
    const statusWith = async (headers: Record<string, string>) => (await request(path, { headers })).status;
    expect(await statusWith({ "if-match": '"another"' }), path).toBe(412);
    expect(await statusWith({ "if-match": "*" }), path).toBe(200);
    expect(await statusWith({ "if-none-match": "*" }), path).toBe(304);
    if (etag === null) continue;
    expect(await statusWith({ "if-match": etag }), path).toBe(200);
    expect(await statusWith({ "if-none-match": `"x", ${etag}` }), path).toBe(304);
    expect(await statusWith({ "if-match": '"another"', "if-none-match": etag }), path).toBe(412);
  }
});

test("a stage feed lists past performances", async () => {
  const played = await makeSet(stage, performer, -3 * hourMs);
  await openDb(env.DB)
    .insert(broadcasts)
    .values({
      id: "broadcast",
      streamId: "stream",
      stageId: stage.id,
      performerId: performer.id,
      setId: played.id,
      startedAt: Date.now() - 3 * hourMs,
      endedAt: Date.now() - 2 * hourMs,
    });
  const response = await request(`/feed/stage/${stage.customUrl}.xml`);
  expect(response.headers.get("content-type")).toContain("application/rss+xml");
  const text = await response.text();
  expect(text.match(/<item>/g)).toHaveLength(1);
  expect(text).toContain(`<link>http://localhost:8787/djs/sets/${played.id}</link>`);
  expect(text).toContain(`/djs/sets/${played.id}</guid>`);
});

test("an unknown calendar is not found, and calendars do not depend on the caller", async () => {
  for (const path of [
    "/calendar/stage/nothing.ics",
    "/calendar/performer/nobody.ics",
    "/calendar/set/nothing.ics",
    "/feed/stage/nothing.xml",
  ])
    expect((await request(path)).status).toBe(404);
  const signedIn = await request(`/calendar/stage/${stage.id}.ics`, { cookie: manager });
  expect(signedIn.headers.get("cache-control")).toBe("public, max-age=60");
  expect(await signedIn.text()).not.toContain(manager.username);
});
