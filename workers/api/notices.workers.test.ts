/** Actions of users create one inbox notification for the other side. */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SetRequestAnswer } from "#app/domains/air/sets/contract/requests.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { inbox } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;
const hours = (count: number) => (Math.floor(Date.now() / hourMs) + 1 + count) * hourMs;
const told = async (person: Person) =>
  (await inbox(env, person.id).notices()).map(({ kind, message }) => `${kind}: ${message}`);
const isTold = (person: Person, ...notices: (string | RegExp)[]) =>
  vi.waitFor(
    async () =>
      expect(await told(person)).toEqual(
        notices.map((each) => (typeof each === "string" ? each : expect.stringMatching(each))),
      ),
    { interval: 20, timeout: 4_000 },
  );
const post = (as: Person, path: string, body: unknown) => answerOf(request(`/api/${path}`, { as, body }));

test("repeated follows by one user create one notification", async () => {
  const [fan, star] = await Promise.all([makePerson(), makePerformer()]);
  for (const verb of ["follow", "follow", "unfollow", "follow"])
    await post(fan, `users/${verb}`, { user: star.id });
  const other = await makePerson();
  await post(other, "users/follow", { user: star.id });
  await isTold(star, `follow: ${other.username} follows you.`, `follow: ${fan.username} follows you.`);
  expect(await told(fan)).toEqual([]);
});

describe("a booking", () => {
  let manager: Person;
  let performer: Person;
  let stage: StageAnswer;
  beforeEach(async () => {
    [manager, performer] = await Promise.all([makePerson({ isManager: true }), makePerformer()]);
    stage = await makeStage(manager);
  });
  const ask = async () => {
    const body = { dj: performer.id, room: stage.id, start: hours(1), end: hours(2), name: "Late" };
    const asked = request("/api/setRequests/request", { as: performer, body: { ...body, timeZone: "UTC" } });
    return (await answerOf<SetRequestAnswer>(asked)).id;
  };

  test.each([
    ["accept", "accepted"],
    ["decline", "declined"],
  ])("request notifies the managers, and its outcome (%s) notifies the performer", async (verb, outcome) => {
    const id = await ask();
    await isTold(manager, `booking: ${performer.username} asks to play “Late” on Test stage.`);
    await post(manager, `setRequests/${verb}`, { request: id });
    await isTold(performer, `booking: “Late” on Test stage was ${outcome}.`);
    expect(await told(manager)).toHaveLength(1);
  });

  test("change by a manager notifies the performer, and vice versa", async () => {
    const set = await makeSet(stage, performer, 24 * hourMs);
    await post(performer, "sets/update", { set: set.id, name: "Later" });
    await isTold(manager, /^booking: .* renamed the set .* to “Later”/);
    await post(manager, "sets/update", { set: set.id, start: hours(48), end: hours(49) });
    await isTold(performer, /^booking: .*was moved to /);
    await post(manager, "sets/cancel", { set: set.id, managingRoom: stage.id });
    await isTold(performer, /was cancelled/, /was moved to /);
    expect(await told(manager)).toHaveLength(1);
  });
});
