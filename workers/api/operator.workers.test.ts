import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { PerformerAnswer } from "#app/domains/operator/contract.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeStage, operate } from "#tests/helpers/stages.ts";

test("without the operators' key the commands are not there", async () => {
  const manager = await makePerson({ isManager: true });
  const body = { user: manager.username };
  for (const as of [undefined, manager, { token: "test-operator-key-0123456780" }]) {
    const response = await request("/api/operator/ban", { as, body });
    expect(response.status).toBe(404);
  }
  expect((await request("/api/users/me", { as: manager })).status).toBe(200);
});

test("a manager, a performer and a stage are made by name, address or id", async () => {
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

test("a ban signs out, withdraws every key and refuses the next log-in; an unban lets back in", async () => {
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
