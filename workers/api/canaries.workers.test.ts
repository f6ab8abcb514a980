/** Searches all responses for secrets of other users. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { PerformerAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { makeReplay } from "#tests/helpers/replays.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay, makeSet, makeStage, operate } from "#tests/helpers/stages.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { declaredCalls } from "./index.ts";

const described = await answerOf<{ paths: Record<string, Record<string, unknown>> }>(
  request("/api/openapi.json"),
);
/** These return or replace the caller's own secrets, or end the session of the test. */
const ownSecrets = new Set([
  "/api/users/logout",
  "/api/users/login",
  "/api/users/register",
  "/api/sets/initialTest",
]);

/** The operators' commands, which the description does not include; those that delete the searched data come last. */
const commands = [
  ...new Set(
    declaredCalls
      .filter(({ path }) => path.startsWith("/operator/"))
      .map(({ path }) => path.slice("/operator".length)),
  ),
].toSorted((a, b) => Number(isEnd(a)) - Number(isEnd(b)));

function isEnd(command: string): boolean {
  return ["/settle", "/dismiss", "/ban", "/unban"].includes(command);
}

/** Calls every operator command in sequence. */
async function operateAll(as: Person, bodies: object[]): Promise<{ command: string; answer: string }[]> {
  const heard: { command: string; answer: string }[] = [];
  for (const command of commands)
    for (const body of bodies) {
      const response = await request(`/api/operator${command}`, { as, body });
      heard.push({ command, answer: await response.text() });
    }
  return heard;
}

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

/** The secrets of another user, each a unique string. */
async function makeCanaries() {
  const [manager, performer] = await Promise.all([
    makePerson({ email: `canary.manager.${++worlds}@example.com` }),
    makePerformer({ email: `canary.performer.${worlds}@example.com` }),
  ]);
  const stage = await makeStage(manager, { instant: true, name: "Canary" });
  const booking = await makeStage(manager, { name: "Canary two" });
  const key = await operate<PerformerAnswer>("make-performer", { user: performer.id, type: "dj" });
  const testKey = await answerOf<{ mount: string; password: string }>(
    request("/api/sets/initialTest", { as: performer, body: {} }),
  );
  const canaries = [
    ...[stage, booking, key, testKey].flatMap(({ mount, password }) => [mount, password]),
    performer.token,
    manager.token,
    `canary.manager.${worlds}@example.com`,
    `canary.performer.${worlds}@example.com`,
  ];
  return { manager, performer, stage, booking, key, canaries };
}
let worlds = 0;

test("no call returns a mount, password, token or email address of another user", {
  timeout: 120_000,
}, async () => {
  const { manager, performer, stage, booking, key, canaries } = await makeCanaries();
  const set = await makeSet(booking, performer, 3_600_000);
  const play = await makePlay({ stageId: stage.id, performerId: performer.id });
  const replay = await makeReplay({ stageId: booking.id, performerId: performer.id });
  const ids = {
    set: set.id,
    dj: performer.id,
    track: play.trackId,
    trackHistory: play.playId,
    replay: replay.id,
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
  // A performer and a manager pass most guards; a sweep has one of each kind.
  const strangers = isSweep
    ? [
        undefined,
        await makePerson(),
        await makePerformer(),
        await makePerson({ isManager: true }),
        await makePerson({ isOperator: true }),
      ]
    : [await makePerformer({ isManager: true })];
  for (const stranger of strangers) {
    const heard = await crawl(stranger, bodies);
    for (const canary of canaries) expect(heard).not.toContain(canary);
  }
  const own = await (await request("/api/media/connection", { as: performer })).text();
  expect(own).toContain(key.password);
});

test("no command returns broadcast or log-in secrets to a signed-in operator", {
  timeout: 120_000,
}, async () => {
  const { manager, performer, stage, booking, canaries } = await makeCanaries();
  const signedIn = await makePerson({ isOperator: true });
  await answerOf(
    request("/api/abuse/submit", { as: manager, body: { offender: performer.id, offenseCode: 0 } }),
  );
  const start = Date.now() + 3_600_000;
  const body = {
    user: performer.id,
    type: "dj",
    name: "Canary three",
    manager: manager.id,
    stage: booking.id,
    performer: performer.id,
    start,
    end: start + 3_600_000,
    award: "pioneer",
    message: "Hello",
    number: 1,
    label: "Canary",
    track: "none",
    report: "none",
    outcome: "dismissed",
    until: Date.now(),
    text: performer.username,
  };
  const heard = await operateAll(signedIn, [
    body,
    { ...body, user: manager.id, text: "canary.manager", instant: true },
    { ...body, user: performer.username, stage: stage.id, type: "musician" },
  ]);
  // A new stage's secrets are not among the canaries yet.
  const rows = await env.DB.prepare("select mount, password from ingest_credentials").all<{
    mount: string;
    password: string;
  }>();
  const secrets = [...canaries, ...rows.results.flatMap(({ mount, password }) => [mount, password])];
  for (const { command, answer } of heard)
    for (const secret of secrets) expect(answer.includes(secret), `${command} answers ${secret}`).toBe(false);
  const made = heard.filter(({ command }) => ["/make-performer", "/create-stage"].includes(command));
  expect(made).toHaveLength(6);
  for (const { answer } of made) expect(JSON.parse(answer)).toHaveProperty("stream");
});

test("the instance key gives access to the encoder connection", async () => {
  const { performer, manager } = await makeCanaries();
  const made = await operate("make-performer", { user: performer.id, type: "dj" });
  const connection = await answerOf(request("/api/media/connection", { as: performer }));
  const { mount, password, port } = connection as PerformerAnswer;
  expect(made).toMatchObject({ mount, password, port });
  const stage = await operate("create-stage", { name: "By key", manager: manager.id });
  expect(stage).toMatchObject({ mount: expect.any(String), password: expect.any(String), port: 1337 });
});
