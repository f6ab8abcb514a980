import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SetRequestAnswer } from "#app/domains/air/sets/contract/requests.ts";
import { webhookEventNames } from "#app/domains/people/deliveries/event-names.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import { openDb } from "#db/client.ts";
import { webhooks } from "#db/schema/index.ts";
import { Deliveries } from "#durable-objects/deliveries/deliveries.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const hourMs = 3_600_000;

let told: { owner: string; event: OwnEvent }[];

beforeEach(() => {
  told = [];
  vi.spyOn(Deliveries.prototype, "happened").mockImplementation(async function (
    this: Deliveries,
    event: OwnEvent,
  ) {
    told.push({ owner: (this as unknown as { ctx: DurableObjectState }).ctx.id.name ?? "", event });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const addHook = (owner: { userId: string } | { stageId: string }) =>
  db.insert(webhooks).values({
    id: ulid(),
    ...owner,
    url: "https://example.com/",
    secret: "sealed",
    events: Object.values(webhookEventNames),
    createdAt: Date.now(),
  });
const post = <Answer>(path: string, as: Person, body: unknown) =>
  answerOf<Answer>(request(`/api/${path}`, { as, body }));
const kinds = () => told.map(({ owner, event }) => `${event.kind} ${owner}`);
/** Waits until these are told after the response, in any order. */
const have = (expected: string[]) =>
  vi.waitFor(() => expect(kinds().toSorted()).toEqual(expected.toSorted()));
const eventOf = (kind: OwnEvent["kind"]) => told.find(({ event }) => event.kind === kind)?.event;

test("new followers and subscribers are told to those who have a webhook, once", async () => {
  const [dee, silent, fan, manager] = [
    await makePerformer(),
    await makePerformer(),
    await makePerson(),
    await makePerson({ isManager: true }),
  ];
  const stage = await makeStage(manager);
  await addHook({ userId: dee.id });
  await addHook({ stageId: stage.id });
  for (const user of [silent.id, dee.id, dee.id]) await post("users/follow", fan, { user });
  await have([`follower user/${dee.id}`]);
  for (let n = 0; n < 2; n++) await post("rooms/subscribe", fan, { room: stage.id });
  await have([`follower user/${dee.id}`, `follower stage/${stage.id}`]);
  const follower = { id: fan.id, username: fan.username };
  expect(told).toMatchObject([
    { event: { key: fan.id, follower, performer: { id: dee.id }, stage: null, path: `/profile/${fan.id}` } },
    { event: { key: fan.id, follower, performer: null, stage: { id: stage.id } } },
  ]);
});

test("a request is told to those who are asked, its answer to those who asked, a booking to both", async () => {
  const [dee, manager] = [await makePerformer(), await makePerson({ isManager: true })];
  const stage = await makeStage(manager);
  await addHook({ userId: dee.id });
  await addHook({ stageId: stage.id });
  const [user, at] = [`user/${dee.id}`, `stage/${stage.id}`];
  const start = (Math.floor(Date.now() / hourMs) + 2) * hourMs;
  const ask = (hours: number) =>
    post<SetRequestAnswer>("setRequests/request", dee, {
      dj: dee.id,
      room: stage.id,
      start: start + hours * hourMs,
      end: start + (hours + 1) * hourMs,
      name: "Late show",
      timeZone: "UTC",
    });
  const asked = await ask(0);
  await have([`request ${at}`]);
  await post("setRequests/accept", manager, { request: asked.id });
  await have([`request ${at}`, `answer ${user}`, `booked ${user}`, `booked ${at}`]);
  const set = { name: "Late show", startsAt: start, endsAt: start + hourMs };
  const path = `/management/${stage.id}`;
  expect(eventOf("request")).toMatchObject({ request: asked.id, key: asked.id, set, path });
  expect(eventOf("answer")).toMatchObject({ request: asked.id, isAccepted: true, path: "/djs" });
  expect(eventOf("booked")).toMatchObject({
    set: { ...set, id: expect.any(String) },
    path: `/room/${stage.id}`,
    performer: { id: dee.id },
    stage: { id: stage.id },
  });

  told = [];
  const second = await ask(2);
  await post("setRequests/decline", manager, { request: second.id });
  await have([`request ${at}`, `answer ${user}`]);
  expect(eventOf("answer")).toMatchObject({ isAccepted: false });

  told = [];
  const third = await ask(4);
  await post("setRequests/decline", dee, { request: third.id });
  await have([`request ${at}`]);

  told = [];
  const { id } = await makeSet(stage, dee, 30 * hourMs);
  await have([`booked ${user}`, `booked ${at}`]);
  expect(told[0]?.event.key).toBe(id);
});
