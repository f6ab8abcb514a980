import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SetRequestAnswer } from "#app/domains/air/sets/contract/requests.ts";
import type { StageLogEntry, StageNoticeView } from "#app/domains/air/stages/contract/manage.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { beginErasure } from "#app/domains/people/accounts/queries/erasure.ts";
import { openDb } from "#db/client.ts";
import { setRequests, sets, stageLog, stages } from "#db/schema/index.ts";
import { lobbyShard } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { openSocket, viewer } from "#tests/helpers/socket.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;
const db = openDb(env.DB);
let manager: Person;
let stage: StageAnswer;

beforeAll(async () => {
  manager = await makePerson({ username: "Owner of stages", isManager: true });
});
beforeEach(async () => {
  stage = await makeStage(manager);
});

const update = (as: Person, change: Record<string, unknown>, status = 200) =>
  answerOf<StageNoticeView>(
    request("/api/rooms/update", { as, body: { room: stage.id, ...change } }),
    status,
  );
const log = (as: Person, status = 200) =>
  answerOf<StageLogEntry[]>(request("/api/rooms/getLog", { as, body: { room: stage.id } }), status);

describe("a stage", () => {
  test("changes only the given fields and logs who changed them", async () => {
    const changed = await update(manager, {
      name: " The Long Room ",
      genre: "Dub",
      customUrl: "The Long  Room!",
      weekly: true,
      thumbnail: undefined,
      streamId: "stolen",
    });
    expect(changed).toMatchObject({
      name: "The Long Room",
      genre: "Dub",
      customUrl: "the-long-room",
      weekly: true,
      autoApprove: false,
    });
    const [entry] = await log(manager);
    expect(entry).toMatchObject({ actor: "Owner of stages", action: "stage-changed" });
    expect(entry?.details).toMatchObject({ genre: " → Dub", "weekly bookings": "false → true" });
  });

  test("keeps its address when the requested one is taken", async () => {
    const other = await makeStage(manager, { customUrl: `taken-${stage.id.slice(-6).toLowerCase()}` });
    await update(manager, { customUrl: other.customUrl.toUpperCase() }, 409);
    await update(manager, { customUrl: "!!!" }, 400);
    await update(manager, { customUrl: stage.customUrl });
  });

  test("is announced to open stage lists when it is created or changed", async () => {
    const page = await openSocket(lobbyShard(env, "page"), "/realtime/lobby", viewer(null), LobbyEvent);
    expect(await page.next()).toMatchObject({ event: "snapshot" });
    await answerOf(request("/api/rooms/create", { as: manager, body: { name: "Just opened" } }));
    expect(await page.next()).toMatchObject({ event: "upcoming changed" });
    await update(manager, { name: "Another name" });
    expect(await page.next()).toMatchObject({ event: "upcoming changed" });
    page.raw.close();
  });

  test("gets its own address when another stage of that name is created simultaneously", async () => {
    const create = (body: Record<string, unknown>) =>
      request("/api/rooms/create", { as: manager, body: { name: "At the same time", ...body } });
    const named = await Promise.all([1, 2, 3].map(() => answerOf<StageView>(create({}))));
    expect(new Set(named.map(({ customUrl }) => customUrl)).size).toBe(3);

    const wished = await Promise.all([1, 2, 3].map(() => create({ customUrl: "one-of-a-kind" })));
    expect(wished.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test("stays reachable by its id, which no other stage can use as an address", async () => {
    const other = await makeStage(manager, { name: "AAA" });
    for (const customUrl of [stage.id, stage.id.toLowerCase()]) {
      const wish = request("/api/rooms/update", { as: manager, body: { room: other.id, customUrl } });
      expect(await refusalOf(wish)).toBe("url-like-id");
    }
    // As stored by a version that did not refuse it.
    await db.update(stages).set({ customUrl: stage.id }).where(eq(stages.id, other.id));
    const byId = request("/api/rooms/getRoom", { as: manager, body: { room: other.id } });
    expect(await answerOf<StageView>(byId)).toMatchObject({ id: other.id });
    const asked = request("/api/rooms/getRoom", { as: manager, body: { room: stage.id } });
    expect(await answerOf<StageView>(asked)).toMatchObject({ id: stage.id });
  });

  test("on demand logs a key reset without the key", async () => {
    stage = await makeStage(manager, { instant: true });
    await answerOf(request("/api/rooms/generateInstantPrivate", { as: manager, body: { room: stage.id } }));
    expect(await log(manager)).toMatchObject([
      { actor: "Owner of stages", action: "key-renewed", details: {} },
    ]);
  });

  test("that becomes on-demand drops its schedule and its requests", async () => {
    const performer = await makePerformer();
    const played = await makeSet(stage, performer, -2 * hourMs);
    await makeSet(stage, performer, hourMs);
    const start = (Math.floor(Date.now() / hourMs) + 5) * hourMs;
    const asked = await answerOf<SetRequestAnswer>(
      request("/api/setRequests/request", {
        as: performer,
        body: { dj: performer.id, room: stage.id, start, end: start + hourMs, name: "Soon", timeZone: "UTC" },
      }),
    );
    expect(await update(manager, { instant: true })).toMatchObject({ instant: true });
    const left = await db.select().from(sets).where(eq(sets.stageId, stage.id));
    expect(left.filter(({ status }) => status === "accepted").map(({ id }) => id)).toEqual([played.id]);
    const [answer] = await db.select().from(setRequests).where(eq(setRequests.id, asked.id));
    expect(answer?.status).toBe("declined");
    const entries = await log(manager);
    expect(entries.map(({ action }) => action)).toEqual(["stage-converted"]);
    expect(await update(manager, { instant: false })).toMatchObject({ instant: false });
  });

  test("can only be changed by its managers", async () => {
    const otherManager = await makePerson({ isManager: true });
    await makeStage(otherManager);
    for (const as of [otherManager, await makePerson(), await makePerformer()]) {
      await update(as, { name: "Mine" }, 404);
      await log(as, 404);
    }
    await update(manager, { room: "nothing", name: "x" }, 404);
    await update(manager, { name: "" }, 400);
    await update(manager, { weekly: "yes" }, 400);
  });

  test("can only be created by managers", async () => {
    const create = (as: Person, body: unknown, status = 200) =>
      answerOf<StageView>(request("/api/rooms/create", { as, body }), status);
    const made = await create(manager, { name: "New room", instant: true });
    expect(made).toMatchObject({ name: "New room", instant: true });
    const managing = await answerOf<StageView[]>(request("/api/rooms/getManaging", { as: manager }));
    expect(managing.map(({ id }) => id)).toContain(made.id);
    await create(await makePerson(), { name: "Not mine" }, 404);
    await create(manager, { name: " " }, 400);
  });
});

test("booking stages are found by part of their name, genre or description, with any query text", async () => {
  const as = await makePerformer();
  await update(manager, { name: "Zephyr Attic", description: "Records by candle light 100%" });
  const find = async (search: string) =>
    (await answerOf<StageView[]>(request("/api/rooms/search", { as, body: { search } }))).map(({ id }) => id);
  expect(await find("zephyr")).toEqual([stage.id]);
  expect(await find("CANDLE")).toEqual([stage.id]);
  expect(await find("100%")).toEqual([stage.id]);
  expect(await find("%")).toEqual([stage.id]);
  expect(await find("  ")).toEqual([]);
  expect(await find("' or 1=1 --")).toEqual([]);
  await update(manager, { instant: true });
  expect(await find("zephyr")).toEqual([]);
});

test("alerts need a subscription", async () => {
  const as = await makePerson();
  const toggle = (alert: boolean, status = 200) =>
    answerOf<StageView>(request("/api/rooms/toggleAlert", { as, body: { room: stage.id, alert } }), status);
  await toggle(true, 404);
  await answerOf(request("/api/rooms/subscribe", { as, body: { room: stage.id } }));
  expect(await toggle(false)).toMatchObject({ subscribed: true, alert: false });
  expect(await toggle(true)).toMatchObject({ subscribed: true, alert: true });
});

describe("the log of a stage", () => {
  const insert = (entry: {
    action: string;
    details: Record<string, string>;
    stageId?: string;
    at?: number;
  }) => db.insert(stageLog).values({ id: ulid(), stageId: stage.id, at: Date.now(), ...entry });

  test("keeps the last thousand entries", async () => {
    const other = await makeStage(manager);
    await insert({ action: "role-added", details: { role: "other" }, stageId: other.id, at: 1 });
    const details = JSON.stringify({ role: "old" });
    await env.DB.prepare(
      `insert into stage_log (id, stage_id, action, details, at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 1200)
       select ?1 || '-' || i, ?1, 'role-added', ?2, i from n`,
    )
      .bind(stage.id, details)
      .run();
    await update(manager, { genre: "Dub" });
    const count = env.DB.prepare("select count(*) as n, min(at) as first from stage_log where stage_id = ?");
    expect(await count.bind(stage.id).first()).toEqual({ n: 1_000, first: 202 });
    expect(await count.bind(other.id).first("n")).toBe(1);
  });

  test("loses the names of a deleted account, and nothing that only reads like them", async () => {
    const person = await makePerformer({ username: "10 minutes" });
    await makeSet(await makeStage(manager), person, hourMs);
    const set = "A set by 10 minutes";
    await insert({ action: "chat-timeout", details: { person: "Someone", for: "10 minutes" } });
    await insert({ action: "set-cancelled", details: { set, performer: "Someone" } });
    await insert({
      action: "chat-messages-deleted",
      details: { messages: "2", people: "Someone, 10 minutes" },
    });
    const erasure = { goodbyeId: "mail", reasons: [], frozen: [], now: Date.now() };
    await beginErasure(db, { userId: person.id, username: person.username, ...erasure });
    const entries = await db.select().from(stageLog).where(eq(stageLog.stageId, stage.id));
    expect(entries.map(({ details }) => details)).toEqual([
      { person: "Someone", for: "10 minutes" },
      { set, performer: "Someone" },
      {},
    ]);
  });
});
