/** The calls for other sites and programs, without an account. */
import { beforeAll, expect, test } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { PublicStageView } from "#app/domains/air/stages/contract/public.ts";
import { publicRate } from "#app/domains/air/stages/public.server.ts";
import type { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay, makeSet, makeStage } from "#tests/helpers/stages.ts";

const from = "203.0.113.77";
const elsewhere = { origin: "https://blog.example", "sec-fetch-site": "cross-site" };
let manager: Person;
let stage: { id: string };
let setId: string;
let playId: string;
beforeAll(async () => {
  manager = await makePerson({ username: "Mia" });
  const performer = await makePerformer({ username: "Ada" });
  stage = await makeStage(manager, { name: "Glasshouse", customUrl: "glasshouse" });
  setId = (await makeSet(stage, performer, 3_600_000)).id;
  ({ playId } = await makePlay({ stageId: stage.id, performerId: performer.id }));
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  request(`/api/public/${path}`, { from, headers: { ...elsewhere, ...headers } });

test("signed-out clients can read stages, what is on air, the schedule and the history", async () => {
  const stages = await answerOf<PublicStageView[]>(ask("stages"));
  const found = stages.find(({ id }) => id === stage.id);
  expect(found).toMatchObject({
    name: "Glasshouse",
    status: "offline",
    nextSet: { id: setId, user: { username: "Ada" } },
    url: `http://localhost:8787/room/${stage.id}`,
    listenUrl: `http://localhost:8787/live/${stage.id}`,
  });
  expect(await answerOf(ask("nowPlaying?room=glasshouse"))).toEqual(found);
  const schedule = await answerOf<SetView[]>(ask(`schedule?room=${stage.id}`));
  expect(schedule.map(({ id }) => id)).toEqual([setId]);
  const history = await answerOf<PlayView[]>(ask("history?room=glasshouse"));
  expect(history.map(({ id }) => id)).toEqual([playId]);
});

const calls = ["stages", "nowPlaying?room=glasshouse", "schedule?room=glasshouse", "history?room=glasshouse"];

test.each(calls)(
  "%s allows all origins without credentials, and is the same for every caller",
  async (path) => {
    const guests = await ask(path);
    expect(guests.headers.get("access-control-allow-origin")).toBe("*");
    expect(guests.headers.get("access-control-allow-credentials")).toBeNull();
    expect(guests.headers.get("access-control-expose-headers")).toBe("ETag,Retry-After");
    expect(guests.headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
    const managers = await ask(path, { cookie: `cue=${manager.token}` });
    expect(await managers.text()).toBe(await guests.text());
    expect(managers.headers.get("set-cookie")).toBeNull();
  },
);

test.each(calls)("%s answers 304 when the ETag matches", async (path) => {
  const first = await ask(path);
  const etag = first.headers.get("etag") ?? "";
  await first.text();
  const again = await ask(path, { "if-none-match": `"other", W/${etag}` });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("access-control-allow-origin")).toBe("*");
  expect(again.headers.get("cache-control")).toBe(first.headers.get("cache-control"));
  expect(again.headers.get("etag")).toBe(etag);
  const other = await ask(path, { "if-none-match": '"other"' });
  expect(other.status).toBe(200);
  await other.text();
});

test("a preflight request allows If-None-Match for public calls only", async () => {
  const preflight = (path: string) =>
    request(path, {
      method: "OPTIONS",
      headers: { ...elsewhere, "access-control-request-method": "GET" },
    });
  const allowed = await preflight("/api/public/stages");
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get("access-control-allow-methods")).toBe("GET,HEAD");
  expect(allowed.headers.get("access-control-allow-headers")).toBe("If-None-Match");
  for (const path of ["/api/rooms/getRooms", "/api/users/me", "/api/status"]) {
    expect((await preflight(path)).headers.get("access-control-allow-origin")).toBeNull();
    const read = await request(path, { as: manager, headers: elsewhere });
    expect(read.headers.get("access-control-allow-origin")).toBeNull();
    await read.text();
  }
});

test("errors can be read from other origins, and rate limits have a retry time", async () => {
  const missing = await ask("nowPlaying?room=nothing");
  expect([missing.status, missing.headers.get("access-control-allow-origin")]).toEqual([404, "*"]);
  expect(missing.headers.get("cache-control")).toBe("no-store");
  expect((await ask("schedule")).status).toBe(400);

  const busy = (path: string) => request(`/api/public/${path}`, { from: "203.0.113.78", headers: elsewhere });
  const answers = await Promise.all(
    Array.from({ length: publicRate.max }, () => busy("history?room=glasshouse")),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all(answers.map((answer) => answer.text()));
  const refused = await busy("stages");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
});

test("a public stage contains only the fields of the contract", async () => {
  const stages = await answerOf<PublicStageView[]>(ask("stages"));
  const named = new Set(Object.keys(PublicStageView.shape));
  for (const view of stages) expect(Object.keys(view).filter((key) => !named.has(key))).toEqual([]);
  for (const own of ["subscribed", "alert", "instantPrivate", "mount"]) expect(named).not.toContain(own);
});
