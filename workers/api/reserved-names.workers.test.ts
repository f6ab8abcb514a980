/**
 * Names that speak for the site, and names that look like ids: no new user gets one, and existing users keep theirs.
 */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { solveCaptcha } from "#tests/helpers/captcha.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { makeStage, operate } from "#tests/helpers/stages.ts";

const from = "203.0.113.77";
const password = "a rather long password";
const check = (username: string, as?: Person) =>
  request("/api/users/checkUsername", { body: { username }, from, as });
const register = async (username: string) =>
  request("/api/users/register", {
    body: {
      username,
      email: `${ulid()}@example.com`,
      password,
      retype: password,
      captcha: await solveCaptcha(from),
    },
    from,
  });
const rename = (as: Person, username: string) =>
  request("/api/users/saveProfile", { as, body: { username } });

test("a reserved username is refused in any spelling", async () => {
  for (const name of ["admin", "Adm1n", "s.u.p.p.o.r.t", "Cue Music"])
    expect(await answerOf(check(name)), name).toBe(true);
  expect(await answerOf(check("Ordinary"))).toBe(false);
  const refused = await register("Supp0rt");
  expect(await refused.json()).toMatchObject({ code: "username-taken", error: "Username already exists" });
  expect(await refusalOf(rename(await makePerson(), "Moderator"))).toBe("username-taken");
});

test("a username that looks like an id is refused with its own message", async () => {
  const id = (await makePerson()).id.toLowerCase();
  const error = "A username cannot look like an internal id. Please choose another.";
  for (const response of [await check(id), await register(id), await rename(await makePerson(), id)]) {
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "username-like-id", error });
  }
});

test("a new username of several scripts is refused with its own message, and an existing one stays", async () => {
  const name = "AdaMarlo\u0448";
  const owner = await makePerson({ username: name });
  const error = "Use letters of one script.";
  for (const response of [await check(name), await register(name), await rename(await makePerson(), name)]) {
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "username-mixed", error });
  }
  expect((await rename(owner, name)).status).toBe(200);
});

test("existing users keep a reserved username and can change its spelling", async () => {
  const [staff, like] = [await makePerson({ username: "staff" }), ulid().toLowerCase()];
  const odd = await makePerson({ username: like });
  expect((await rename(staff, "staff")).status).toBe(200);
  expect((await rename(odd, like)).status).toBe(200);
  expect(await answerOf(check("STAFF", staff))).toBe(false);
  expect(await answerOf(check("STAFF"))).toBe(true);
  expect((await rename(staff, "STAFF")).status).toBe(200);
});

test("a new stage cannot choose a reserved or id-like address, and gets a suffix if its name is reserved", async () => {
  const manager = await makePerson({ isManager: true });
  const create = (body: object) =>
    request("/api/rooms/create", { as: manager, body: { name: "Stage", ...body } });
  expect(await refusalOf(create({ customUrl: "4dm1n" }))).toBe("url-reserved");
  expect(await refusalOf(create({ customUrl: ulid() }))).toBe("url-like-id");
  const operated = { name: "Stage", manager: manager.id };
  await operate("create-stage", { ...operated, customUrl: "support" }, 409);
  const named = await answerOf<StageView>(create({ name: "Admin" }));
  expect(named.customUrl).toMatch(/^admin-[0-9a-z]{6}$/);
});

test("a stage cannot change its address to a reserved or id-like one, but can keep an existing one", async () => {
  const manager = await makePerson();
  const stage = await makeStage(manager, { customUrl: "before-the-list" });
  const update = (customUrl: string) =>
    request("/api/rooms/update", { as: manager, body: { room: stage.id, customUrl } });
  expect(await refusalOf(update("Official"))).toBe("url-reserved");
  expect(await refusalOf(update(ulid()))).toBe("url-like-id");
  await env.DB.prepare("update stages set custom_url = 'official' where id = ?").bind(stage.id).run();
  expect((await update("official")).status).toBe(200);
  expect((await update("after-the-list")).status).toBe(200);
});

test("a stage cannot be called like a performer who does not manage it", async () => {
  const manager = await makePerson({ isManager: true });
  const performer = await makePerformer({ username: "Vera Kornblum", isManager: true });
  await makePerson({ username: "Listening Liz" });
  const create = (as: Person, body: object) =>
    refusalOf(request("/api/rooms/create", { as, body: { name: "Stage", ...body } }));
  const framed = ["Ⓥera Kornblum", "Vera Kornbⅼum", "Vera Kornb|um"];
  const glanced = ["Vera KornbluIVI", "Vera Kornblu\u0345Nl"];
  for (const name of [
    "Vera Kornblum",
    "vera.komblum!",
    "VERA ★ KORNBLUM",
    "Vеra-Kornblüm",
    ...framed,
    ...glanced,
  ])
    expect(await create(manager, { name })).toBe("name-of-performer");
  expect(await create(manager, { customUrl: "verakornblum" })).toBe("name-of-performer");
  const stage = await makeStage(manager, { customUrl: "cellar" });
  const update = (body: object) =>
    request("/api/rooms/update", { as: manager, body: { room: stage.id, ...body } });
  for (const body of [{ name: "Vera Kornblum" }, { customUrl: "vera-kornblum" }])
    expect(await refusalOf(update(body))).toBe("name-of-performer");
  // Their own stage may; what they are called together with, and people who do not perform, are no matter.
  expect(
    (await request("/api/rooms/create", { as: performer, body: { name: "Vera Kornblum" } })).status,
  ).toBe(200);
  for (const name of ["Vera Kornblum and friends", "Listening Liz"])
    expect((await update({ name })).status).toBe(200);
  // One that was called so before can still be changed.
  await env.DB.prepare("update stages set name = 'Vera Kornblum' where id = ?").bind(stage.id).run();
  expect((await update({ name: "Vera Kornblum", genre: "Dub" })).status).toBe(200);
});

test("a name that is a performer's at a glance is taken, and one like a listener's is not", async () => {
  await makePerformer({ username: "Adamant Dora" });
  await makePerson({ username: "Dana" });
  const isTaken = (username: string) =>
    answerOf<boolean>(request("/api/users/checkUsername", { body: { username } }));
  for (const name of ["Aclamant Dora", "AdaIVIant Dora", "AdaNlant.Dora"])
    expect(await isTaken(name)).toBe(true);
  const person = await makePerson();
  const rename = (username: string) => request("/api/users/saveProfile", { as: person, body: { username } });
  expect(await refusalOf(rename("Aclamant Dora"))).toBe("username-taken");
  expect(await isTaken("clana")).toBe(false);
  expect((await rename("clana")).status).toBe(200);
});
