import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type {
  EncoderView,
  PerformerConnectionView,
  TestConnectionView,
} from "#app/domains/air/media/contract/encoder.ts";
import type { DeskView } from "#app/domains/air/sets/contract/desk.ts";
import type { PerformerProfile } from "#app/domains/people/people/contract/my-profile.ts";
import { mediaGateway } from "#durable-objects/stubs.ts";
import { connectAgent, encoderOn, healthy, loud } from "#tests/helpers/agent.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";

const startTest = (as: Person) =>
  answerOf<TestConnectionView>(request("/api/sets/initialTest", { as, body: { url: "a1b2c3d4" } }));
const credentials = async (owner: Person) =>
  (
    await env.DB.prepare(
      "select mount, password, kind, stream_id as stream from ingest_credentials where owner_id = ?",
    )
      .bind(owner.id)
      .all<{ mount: string; password: string; kind: string; stream: string }>()
  ).results;

test("a performer's connection is created once, and a reset replaces the mount and password but not the stream", async () => {
  const performer = await makePerformer();
  const read = () => answerOf<PerformerConnectionView>(request("/api/media/connection", { as: performer }));
  const first = await read();
  expect(first).toMatchObject({ address: "localhost", port: 1337, private: first.mount });
  expect(await read()).toEqual(first);
  const [before] = await credentials(performer);

  const reset = await answerOf<PerformerConnectionView>(
    request("/api/liveStreams/generateNewKey", { cookie: performer, headers: { "x-cue": "1" } }),
  );
  expect(new Set([first.mount, first.password, reset.mount, reset.password]).size).toBe(4);
  expect(await credentials(performer)).toEqual([
    { mount: reset.mount, password: reset.password, kind: "performer", stream: before?.stream },
  ]);
  expect(await answerOf<{ private: string }>(request("/api/djs/stats", { as: performer }))).toEqual({
    setsPlayed: 0,
    listens: 0,
    favorites: 0,
    cheers: 0,
    hours: 0,
    private: reset.mount,
  });
});

test("a user who has not passed the stream test has no connection, key or statistics", async () => {
  const listener = await makePerson();
  for (const path of ["/api/media/connection", "/api/liveStreams/generateNewKey", "/api/djs/stats"]) {
    expect((await request(path, { as: listener })).status).toBe(404);
  }
  expect(await credentials(listener)).toEqual([]);
});

test("a stream test has one random 128-bit mount that is bound to its user and can be ended", async () => {
  const listener = await makePerson();
  const first = await startTest(listener);
  const second = await startTest(listener);
  expect(second.url).toBe(second.mount);
  expect(second.mount.length).toBeGreaterThan(25);
  expect(second.password.length).toBeGreaterThan(25);
  expect(second.expiresAt - Date.now()).toBeLessThanOrEqual(3_600_000);
  expect((await credentials(listener)).map(({ mount }) => mount)).toEqual([second.mount]);
  expect(first.mount).not.toBe(second.mount);
  const check = await answerOf(request("/api/users/checkDjTest", { as: listener }));
  expect(check).toEqual({ djTest: false, status: "testing" });
  await answerOf(request("/api/sets/endInitialTest", { as: listener, body: {} }));
  expect(await credentials(listener)).toEqual([]);
});

test("only the server can decide that a stream test is passed", async () => {
  const listener = await makePerson();
  const attempt = () => request("/api/djs/test", { as: listener, body: { type: "dj", djTest: true } });
  expect(await (await attempt()).json()).toMatchObject({ code: "no-test" });
  const { mount } = await startTest(listener);
  expect(await (await attempt()).json()).toMatchObject({ code: "no-test" });

  const heard = env.DB.prepare("update ingest_credentials set completed_at = 1 where mount = ?").bind(mount);
  await heard.run();
  expect(await answerOf(request("/api/users/checkDjTest", { as: listener }))).toMatchObject({
    status: "completed",
  });
  expect(await answerOf(attempt())).toEqual({ djTest: true, status: "completed" });
  expect((await credentials(listener)).map(({ kind }) => kind)).toEqual(["performer"]);
  expect(await answerOf(request("/api/users/me", { as: listener }))).toMatchObject({
    dj: true,
    djTest: true,
    performerType: "dj",
  });
  const change = request("/api/djs/test", { as: listener, body: { type: "musician" } });
  expect(await answerOf(change)).toMatchObject({ djTest: true });
});

test("a performer who passes the stream test is asked once who may hear their recordings", async () => {
  const newcomer = await makePerson();
  const { mount } = await startTest(newcomer);
  await env.DB.prepare("update ingest_credentials set completed_at = 1 where mount = ?").bind(mount).run();
  const pass = () => answerOf(request("/api/djs/test", { as: newcomer, body: { type: "dj" } }));
  const save = (body: object) => answerOf(request("/api/djs/saveProfile", { as: newcomer, body }));
  const asked = async () => {
    const [desk, profile] = await Promise.all([
      answerOf<DeskView>(request("/api/djs/desk", { as: newcomer })),
      answerOf<PerformerProfile>(request("/api/djs/getProfile", { as: newcomer })),
    ]);
    return [desk.isReplayChoiceOpen, profile.replayVisibility];
  };
  await pass();
  expect(await asked()).toEqual([true, "me"]);
  await save({ controller: "Two decks" });
  expect(await asked()).toEqual([true, "me"]);
  await save({ replayVisibility: "always" });
  expect(await asked()).toEqual([false, "always"]);
  // Another kind of performer is no new test.
  await pass();
  expect(await asked()).toEqual([false, "always"]);
  const appointed = await answerOf<DeskView>(request("/api/djs/desk", { as: await makePerformer() }));
  expect(appointed.isReplayChoiceOpen).toBe(false);
});

test("only the owner of a mount sees a wrong password in the encoder view", async () => {
  const [performer, other] = await Promise.all([makePerformer(), makePerson()]);
  const { mount } = await answerOf<PerformerConnectionView>(
    request("/api/media/connection", { as: performer }),
  );
  const agent = await connectAgent(env.MEDIA_GATEWAY.getByName("gateway"), "wrong-password");
  await agent.hello();
  const at = Date.now() - 12_000;
  await agent.facts({ type: "refused", mount, at, reason: "password" });
  const viewOf = (as: Person) => answerOf(request("/api/media/encoder", { as, body: { mount } }));
  expect(await viewOf(performer)).toMatchObject({ encoder: false, refusedAt: at });
  expect(await viewOf(other)).not.toHaveProperty("refusedAt");
});

test("checking a mount reveals nothing about other mounts, and is limited to 60 a minute", async () => {
  const [listener, other] = await Promise.all([makePerson(), makePerson()]);
  const { mount } = await startTest(other);
  const check = (as: Person, given: string) =>
    request("/api/sets/checkIcecast", { as, body: { mount: given } });
  expect(await answerOf(check(listener, mount))).toBe(false);
  for (let guess = 1; guess < 60; guess++)
    expect(await answerOf(check(listener, `guess${guess}`))).toBe(false);
  const refused = await check(listener, "one more");
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "rate-limited" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await check(other, mount)).status).toBe(200);

  const viewOf = (as: Person) => request("/api/media/encoder", { as, body: { mount } });
  expect((await viewOf(listener)).status).toBe(429);
  expect(await answerOf(viewOf(other))).toMatchObject({ encoder: false, ended: null });
});

test("stream tests are limited to twenty an hour, and key resets to a hundred", async () => {
  const performer = await makePerformer();
  const limits = [
    ["/api/sets/initialTest", 20],
    ["/api/liveStreams/generateNewKey", 100],
  ] as const;
  for (const [path, limit] of limits) {
    const body = path.endsWith("Test") ? {} : undefined;
    const asked = () => request(path, { as: performer, body });
    for (let i = 0; i < limit; i++) expect((await asked()).status).toBe(200);
    const refused = await asked();
    expect([path, refused.status, (await refused.json<{ code: string }>()).code]).toEqual([
      path,
      429,
      "rate-limited",
    ]);
  }
});

test("a manager gets the encoder view of an on-demand stage, and polling does not count as guessing", async () => {
  const [manager, other] = await Promise.all([makePerson(), makePerson()]);
  const { id, mount } = await makeStage(manager, { instant: true });
  await makeStage(other, { instant: true });
  const viewOf = async (as: Person) => {
    const answer = await request("/api/media/encoder", { as, body: { mount } });
    return answerOf<EncoderView>(Promise.resolve(answer));
  };
  expect(await viewOf(manager)).toMatchObject({ encoder: false, ended: null });

  const agent = await connectAgent(mediaGateway(env), "stage-encoder");
  await agent.hello();
  const { password } = await answerOf<{ password: string }>(
    request("/api/media/stageConnection", { as: manager, body: { room: id } }),
  );
  expect(await agent.isAdmitted(mount, password)).toBe(true);
  const fact = encoderOn(mount);
  await agent.facts(
    fact({ type: "connected" }),
    fact({ type: "firstAudio", codec: "mp3" }),
    fact({ type: "level", level: loud, quality: healthy }),
  );
  const heard = { connected: true, status: "audioDetected", codec: "mp3", level: loud, quality: healthy };
  // A page polls every two seconds: more often than guesses are allowed.
  for (let poll = 0; poll < 61; poll++)
    expect(await viewOf(manager)).toMatchObject({ encoder: heard, ended: null });
  expect(await viewOf(other)).toMatchObject({ encoder: false, ended: null });

  await agent.facts(fact({ type: "disconnected" }));
  expect(await viewOf(manager)).toMatchObject({ encoder: false, ended: { isFrozen: false } });
  expect(await viewOf(other)).toMatchObject({ encoder: false, ended: null });
});

test("passing the stream test keeps the encoder connected: its mount and password are the performer's from then on", async () => {
  const newcomer = await makePerson();
  const { mount, password } = await startTest(newcomer);
  const agent = await connectAgent(mediaGateway(env), "passed");
  await agent.hello();
  expect(await agent.isAdmitted(mount, password)).toBe(true);
  const fact = encoderOn(mount);
  const levels = Array.from({ length: 10 }, () => fact({ type: "level", level: loud, quality: healthy }));
  await agent.facts(fact({ type: "connected" }), fact({ type: "firstAudio", codec: "mp3" }), ...levels);
  await expect
    .poll(() => answerOf(request("/api/users/checkDjTest", { as: newcomer })))
    .toMatchObject({ status: "completed" });
  await answerOf(request("/api/djs/test", { as: newcomer, body: { type: "dj" } }));

  const [credential, ...others] = await credentials(newcomer);
  expect(others).toEqual([]);
  expect(credential).toMatchObject({ mount, password, kind: "performer" });
  expect(
    await answerOf<PerformerConnectionView>(request("/api/media/connection", { as: newcomer })),
  ).toMatchObject({ mount, password });
  // Nobody else hears it until its performer wants that.
  let route = await agent.next("route");
  while (route.room === null) route = await agent.next("route");
  expect(route).toMatchObject({ mount, stream: credential?.stream, room: `sound-check/${newcomer.id}` });
  const view = () => answerOf<EncoderView>(request("/api/media/encoder", { as: newcomer, body: { mount } }));
  expect(await view()).toMatchObject({
    encoder: { connected: true },
    standby: { isOn: true, reason: "passed", set: null },
  });
  expect(agent.heard.filter((message) => message.type === "cut" && message.mount === mount)).toEqual([]);
  await agent.facts(fact({ type: "disconnected" }));
  expect(await agent.isAdmitted(mount, password)).toBe(true);
});
