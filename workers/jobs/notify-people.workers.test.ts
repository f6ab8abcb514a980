import { env } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { AppContext } from "#app/context.ts";
import { dropNoticesAbout, noteNotice } from "#app/domains/people/notifications/tell.server.ts";
import { inbox } from "#durable-objects/stubs.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "../context.ts";
import { notifyPeople } from "./notify-people.ts";

const told = async (person: Person) => (await inbox(env, person.id).notices()).map(({ message }) => message);
const untold = async () =>
  (await env.DB.prepare("select user_id as userId, key from untold_notices").all()).results;
const context = () => createAppContext(new Request(env.CUE_ORIGIN), env, null, { waitUntil: () => {} });
const unreachable = {
  of: () => ({ notify: async () => Promise.reject(new Error("away")) }),
} as unknown as AppContext["inboxes"];
const note = (ctx: AppContext, to: Person, about: Person) =>
  noteNotice(ctx, [to.id], {
    kind: "booking",
    message: `${about.username} asks.`,
    at: 1,
    key: `request:${about.id}`,
    about: about.id,
  });

afterEach(() => {
  vi.restoreAllMocks();
});

test("the next run delivers a notification once after an inbox was unavailable", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const [ada, nell] = [await makePerson(), await makePerson()];
  await (await note({ ...context(), inboxes: unreachable }, ada, nell)).deliver();
  expect(await untold()).toEqual([{ userId: ada.id, key: `request:${nell.id}` }]);
  for (let run = 0; run < 2; run++) await notifyPeople(env, () => {});
  // Simulates a run that was interrupted before it could record the delivery.
  await note(context(), ada, nell);
  await notifyPeople(env, () => {});
  expect(await told(ada)).toEqual([`${nell.username} asks.`]);
  expect(await untold()).toEqual([]);
});

test("delayed notifications about blocked users or old events are dropped", async () => {
  const [ben, pest, nell] = [await makePerson(), await makePerson(), await makePerson()];
  const ctx = context();
  await note(ctx, ben, pest);
  await note({ ...ctx, clock: { now: () => Date.now() - 4 * 24 * 3_600_000 } }, ben, nell);
  await dropNoticesAbout(ctx, ben.id, pest.id);
  await notifyPeople(env, () => {});
  expect(await told(ben)).toEqual([]);
  expect(await untold()).toEqual([]);
});

test("a follow notification is sent after the response and leaves nothing to deliver", async () => {
  const [cy, fan] = [await makePerson(), await makePerson()];
  await answerOf(request("/api/users/follow", { as: fan, body: { user: cy.id } }));
  await vi.waitFor(async () => {
    expect(await told(cy)).toEqual([`${fan.username} follows you.`]);
    expect(await untold()).toEqual([]);
  }, 5_000);
});
