import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { PerformerAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeStage, operate } from "#tests/helpers/stages.ts";

test("operator commands are not found without the operators' key", async () => {
  const manager = await makePerson({ isManager: true });
  const body = { user: manager.username };
  for (const as of [undefined, manager, { token: "test-operator-key-0123456780" }]) {
    const response = await request("/api/operator/ban", { as, body });
    expect(response.status).toBe(404);
  }
  expect((await request("/api/users/me", { as: manager })).status).toBe(200);
});

test("a manager, a performer and a stage are created for a user given by name, address or id", async () => {
  const person = await makePerson({ username: "Nina", email: "nina@example.com" });
  await operate("make-manager", { user: "nina@example.com" });
  const performer = await operate<PerformerAnswer>("make-performer", { user: "nina", type: "musician" });
  expect(performer).toMatchObject({ id: person.id, address: "localhost", port: 1337 });
  expect(performer.mount).not.toBe("");
  expect(await answerOf(request("/api/users/me", { as: person }))).toMatchObject({
    manager: true,
    performerType: "musician",
    djTest: true,
  });
  const again = await operate<PerformerAnswer>("make-performer", { user: person.id, type: "dj" });
  expect(again.mount).toBe(performer.mount);
  const stage = await makeStage(person, { name: "One" });
  const same = await makeStage(person, { name: "One" });
  expect(same.customUrl).toMatch(/^one-[a-z0-9]{6}$/);
  expect(stage.mount).not.toBe(same.mount);
  await operate("make-manager", { user: "Nobody" }, 404);
  await operate("create-stage", { name: "Two", manager: "Nina", customUrl: "one" }, 409);
  await operate("create-stage", { name: "Two", manager: "Nina", customUrl: "Not A Url" }, 400);
});

test("a ban ends all sessions, disables every key and refuses log-in, and lifting it restores access", async () => {
  const person = await makePerson({ username: "Banned" });
  const { mount } = await operate<PerformerAnswer>("make-performer", { user: "Banned", type: "dj" });
  await answerOf(request("/api/sets/initialTest", { as: person, body: {} }));
  await operate("ban", { user: "Banned" });
  expect((await request("/api/users/me", { as: person })).status).toBe(401);
  const left = await env.DB.prepare(
    "select (select count(*) from sessions where user_id = ?1) as s, (select count(*) from ingest_credentials where owner_id = ?1) as c",
  )
    .bind(person.id)
    .first();
  expect(left).toEqual({ s: 0, c: 0 });
  const viewer = await makePerson();
  const profile = { as: viewer, body: { user: person.id } };
  expect((await request("/api/users/getProfile", profile)).status).toBe(404);
  await operate("unban", { user: "Banned" });
  expect((await request("/api/users/getProfile", profile)).status).toBe(200);
  expect(mount).not.toBe("");
});

/** A user whose id, in lower case, is another user's username from before that was refused. */
async function makeImpostor() {
  const person = await makePerson();
  return { person, impostor: await makePerson({ username: person.id.toLowerCase() }) };
}

const factsOf = (id: string) =>
  env.DB.prepare(
    "select is_operator, is_manager, is_performer, banned_at is not null as banned from users where id = ?",
  )
    .bind(id)
    .first();

test("a command with a user id refers to that id, even if another user has it as a username", async () => {
  const { person, impostor } = await makeImpostor();
  const untouched = await factsOf(impostor.id);
  const user = { user: person.id };
  for (const command of ["make-operator", "make-manager"]) await operate(command, user);
  await operate("make-performer", { ...user, type: "dj" });
  await operate("ban", user);
  expect(await factsOf(person.id)).toEqual({ is_operator: 1, is_manager: 1, is_performer: 1, banned: 1 });
  await operate("unban", user);
  await operate("remove-operator", user);
  const award = await operate<{ id: string }>("grant-award", { ...user, award: "Pioneer" });
  expect(award.id).toBe(person.id);
  const stage = await operate<{ id: string }>("create-stage", { name: "By id", manager: person.id });
  const managers = env.DB.prepare("select user_id from stage_managers where stage_id = ?").bind(stage.id);
  expect((await managers.all()).results).toEqual([{ user_id: person.id }]);
  expect(await factsOf(impostor.id)).toEqual(untouched);
});

test("an unknown id refers to no user, even if it is someone's username", async () => {
  const { person, impostor } = await makeImpostor();
  for (const command of ["ban", "make-operator", "make-manager"])
    await operate(command, { user: impostor.username }, 404);
  await operate("make-performer", { user: impostor.username, type: "dj" }, 404);
  await operate("grant-award", { user: impostor.username, award: "Pioneer" }, 404);
  await operate("create-stage", { name: "By name", manager: impostor.username }, 404);
  expect(await factsOf(impostor.id)).toMatchObject({ is_operator: 0, banned: 0 });
  // By their own id they are found.
  expect(await operate("ban", { user: impostor.id })).toMatchObject({ id: impostor.id });
  expect(await operate<{ id: string }[]>("people", { text: person.id })).toMatchObject([
    { id: person.id },
    { id: impostor.id },
  ]);
});

test("a stage id refers to that stage, even if another stage has it as a custom URL", async () => {
  const manager = await makePerson();
  const performer = await makePerformer();
  const stage = await makeStage(manager, { name: "Meant" });
  const other = await makeStage(manager, { name: "Impostor" });
  await env.DB.prepare("update stages set custom_url = ? where id = ?")
    .bind(stage.id.toLowerCase(), other.id)
    .run();
  const start = Date.now() + 3_600_000;
  const set = { performer: performer.id, start, end: start + 3_600_000, name: "A set" };
  const { id } = await operate<{ id: string }>("create-set", { ...set, stage: stage.id });
  const row = await env.DB.prepare("select stage_id from sets where id = ?").bind(id).first();
  expect(row).toEqual({ stage_id: stage.id });
  await operate("create-set", { ...set, stage: stage.id.toLowerCase() }, 404);
  expect(await operate("create-set", { ...set, stage: other.id }, 409)).toMatchObject({
    code: "conflict",
    error: expect.stringMatching(/^That time is taken\. .+ plays “A set” on Meant from .+ UTC to .+ UTC\.$/),
  });
  expect((await request("/api/rooms/getRoom", { as: manager, body: { room: other.id } })).status).toBe(200);
});
