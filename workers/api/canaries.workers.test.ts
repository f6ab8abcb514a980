/** Secrets of others are searched for in everything that anybody can ask for. */
import { expect, test } from "vitest";
import type { PerformerAnswer } from "#app/domains/operator/contract.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay, makeSet, makeStage, operate } from "#tests/helpers/stages.ts";

const described = await answerOf<{ paths: Record<string, Record<string, unknown>> }>(
  request("/api/openapi.json"),
);
/** These hand out or replace what the caller themselves may have, or end the session that crawls. */
const ownSecrets = new Set([
  "/api/users/logout",
  "/api/users/login",
  "/api/users/register",
  "/api/sets/initialTest",
]);

async function crawl(as: Person | undefined, bodies: object[]): Promise<string> {
  const asked = Object.entries(described.paths)
    .filter(([path]) => !ownSecrets.has(path))
    .flatMap(([path, methods]) => [
      ...("get" in methods ? [request(path, { as })] : []),
      ...("post" in methods ? bodies.map((body) => request(path, { as, body })) : []),
    ]);
  const answers = await Promise.all(asked.map(async (answer) => (await answer).text()));
  return answers.join("\n");
}

test("no call tells anybody a mount, a password, a token or a mail address of somebody else", {
  timeout: 60_000,
}, async () => {
  const [manager, performer] = await Promise.all([
    makePerson({ email: "canary.manager@example.com" }),
    makePerformer({ email: "canary.performer@example.com" }),
  ]);
  const stage = await makeStage(manager, { instant: true, name: "Canary" });
  const booking = await makeStage(manager, { name: "Canary two" });
  const set = await makeSet(booking, performer, 3_600_000);
  const play = await makePlay({ stageId: stage.id, performerId: performer.id });
  const key = await operate<PerformerAnswer>("make-performer", { user: performer.id, type: "dj" });
  const testKey = await answerOf<{ mount: string; password: string }>(
    request("/api/sets/initialTest", { as: performer, body: {} }),
  );
  const canaries = [
    ...[stage, booking, key, testKey].flatMap(({ mount, password }) => [mount, password]),
    performer.token,
    manager.token,
    "canary.manager@example.com",
    "canary.performer@example.com",
  ];
  const ids = {
    set: set.id,
    dj: performer.id,
    track: play.trackId,
    trackHistory: play.playId,
    mount: "x",
    type: "dj",
    username: "free name",
    email: "free@example.com",
  };
  const bodies = [
    { ...ids, user: performer.id, room: stage.id },
    { ...ids, user: manager.id, room: booking.id },
    { ...ids, user: performer.username, mount: stage.id },
  ];
  const strangers = [
    undefined,
    await makePerson(),
    await makePerformer(),
    await makePerson({ isManager: true }),
  ];
  for (const stranger of strangers) {
    const heard = await crawl(stranger, bodies);
    for (const canary of canaries) expect(heard).not.toContain(canary);
  }
  const own = await (await request("/api/media/connection", { as: performer })).text();
  expect(own).toContain(key.password);
});
