import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { MyProfileView, PerformerProfile } from "#app/domains/people/people/contract/my-profile.ts";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { hostileTexts } from "#tests/helpers/hostile-texts.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

const dayMs = 24 * 3_600_000;

const getProfile = <View = MyProfileView>(as: Person, body: unknown = {}) =>
  answerOf<View>(request("/api/users/getProfile", { as, body }));
const save = (as: Person, body: unknown) =>
  answerOf<MyProfileView>(request("/api/users/saveProfile", { as, body }));
const savePerformer = (as: Person, body: unknown) =>
  answerOf<PerformerProfile>(request("/api/djs/saveProfile", { as, body }));
const rowOf = (person: Person) => env.DB.prepare("select * from users where id = ?").bind(person.id).first();

async function refusalOf(path: string, as: Person, body: unknown) {
  const response = await request(path, { as, body });
  return { status: response.status, ...(await response.json<{ code: string; error: string }>()) };
}
const refused = (as: Person, body: unknown) => refusalOf("/api/users/saveProfile", as, body);

test("a user can get their own profile by id, name or no parameter, with fields that others do not see", async () => {
  const referrer = await makePerson({ username: "Rosa" });
  const person = await makePerson({ username: "Iris", email: "iris@example.com", referrerId: referrer.id });
  const [second, third] = [
    await makePerson({ referrerId: person.id }),
    await makePerson({ referrerId: person.id }),
  ];
  for (const body of [{}, { user: person.id }, { user: "iris" }]) {
    expect(await getProfile(person, body)).toMatchObject({
      username: "Iris",
      email: "iris@example.com",
      emailVerified: false,
      referrer: { id: referrer.id, username: "Rosa" },
      referralCount: 2,
      usernameChangeableAt: 0,
      badgeDisplayChat: true,
      disableDMs: false,
      hideFollowsPlayer: false,
    });
  }
  for (const other of [second, third]) {
    const view = await getProfile<ProfileView>(other, { user: person.id });
    expect(view).toMatchObject({ username: "Iris" });
    for (const secret of ["email", "emailVerified", "referrer", "disableDMs", "usernameChangeableAt"])
      expect(view).not.toHaveProperty(secret);
  }
});

test("an update changes only the given fields and removes invisible characters", async () => {
  const person = await makePerson({ bio: "As it was", tags: ["house"], location: "Porto" });
  expect(
    await save(person, { first: "  Ana\u202e \n Lia ", last: " ", tags: [" Dub ", "DUB", "ambient"] }),
  ).toMatchObject({
    first: "Ana Lia",
    last: "",
    tags: ["Dub", "ambient"],
    bio: "As it was",
    location: "Porto",
  });
  expect(
    await save(person, { bio: "One\r\n\r\n\r\n\r\ntwo\u0000", location: "Gent,\nBelgium" }),
  ).toMatchObject({
    first: "Ana Lia",
    bio: "One\n\ntwo",
    location: "Gent, Belgium",
  });
  const toggled = { hideFollows: true, badgeDisplayChat: false, disableDMs: true };
  expect(await save(person, toggled)).toMatchObject({ ...toggled, bio: "One\n\ntwo" });
  expect(await save(person, {})).toMatchObject(toggled);
});

test("a text that is too long, a wrong type or a tag too many changes nothing", async () => {
  const person = await makePerson();
  const before = await rowOf(person);
  expect(await refused(person, { first: "Ana", tags: ["a", "b", "c", "d", "e", "f"] })).toMatchObject({
    status: 400,
    code: "too-many-tags",
    error: "You can add up to five tags.",
  });
  for (const wrong of [
    { first: "x".repeat(61) },
    { bio: "x".repeat(2001) },
    { location: "x".repeat(121) },
    { tags: "a, b" },
    { tags: ["x".repeat(41)] },
    { tags: [""] },
    { tags: [1] },
    { hideFollows: "yes" },
    { disableDMs: null },
    { username: null },
    { first: { $ne: "" } },
    { profile: 5 },
  ])
    expect(await refused(person, { last: "Changed", ...wrong })).toMatchObject({ code: "bad-input" });
  expect(await rowOf(person)).toEqual(before);
});

test("a username must be valid and free, and can change every 30 days", async () => {
  await makePerson({ username: "Taken Name" });
  const person = await makePerson({ username: "Mira" });
  expect(await refused(person, { username: "_mira", bio: "no" })).toMatchObject({
    status: 400,
    error: "Invalid username",
  });
  for (const username of ["taken name", "TAKEN NAME", "Ｔaken name", " Taken Name "])
    expect(await refused(person, { username, bio: "no" })).toMatchObject({
      status: 409,
      error: "Username already exists",
    });
  // Their current name is no change, with or without spaces around it.
  expect(await save(person, { username: " Mira ", bio: "" })).toMatchObject({ usernameChangeableAt: 0 });

  const renamed = await save(person, { username: "mira" });
  expect(renamed.username).toBe("mira");
  expect(renamed.usernameChangeableAt).toBeGreaterThan(Date.now() + 29 * dayMs);
  expect(await refused(person, { username: "Mira", bio: "no" })).toMatchObject({
    status: 409,
    code: "username-too-soon",
    error: "You can change your username once every 30 days.",
  });
  expect(await save(person, { username: "mira", bio: "yes" })).toMatchObject({ bio: "yes" });
  await env.DB.prepare("update users set username_changed_at = ? where id = ?")
    .bind(Date.now() - 30 * dayMs, person.id)
    .run();
  expect(await save(person, { username: "Somebody Else" })).toMatchObject({ username: "Somebody Else" });
  expect((await getProfile<ProfileView>(person, { user: "somebody-else" })).id).toBe(person.id);
  expect((await request("/api/users/getProfile", { as: person, body: { user: "mira" } })).status).toBe(404);
});

test("only one of twenty users who take the same name simultaneously gets it", async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => makePerson()));
  const spellings = ["Wanted", "WANTED", "wanted", "Ｗanted"];
  const answers = await Promise.all(
    people.map((as, index) =>
      request("/api/users/saveProfile", { as, body: { username: spellings[index % 4] } }),
    ),
  );
  const codes = await Promise.all(answers.map((answer) => answer.json<{ code?: string }>()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(codes.filter(({ code }) => code === "username-taken")).toHaveLength(19);
});

test("only one of ten simultaneous changes of one's own name succeeds", async () => {
  const person = await makePerson();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      request("/api/users/saveProfile", { as: person, body: { username: `Ten at once ${index}` } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test("sixty protected fields cannot be set", async () => {
  const person = await makePerformer();
  const untouched = await rowOf(person);
  const columns = Object.keys(untouched ?? {}).filter(
    (name) =>
      ![
        "first",
        "last",
        "bio",
        "location",
        "tags",
        "photo",
        "banner",
        "username",
        "controller",
        "program",
        "experience",
      ].includes(name),
  );
  const camel = columns.map((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  const others = [
    "manager",
    "dj",
    "djTest",
    "operator",
    "role",
    "balance",
    "viewer",
    "userId",
    "_id",
    "id",
    "user",
  ];
  const names = [...new Set([...columns, ...camel, ...others])].filter(
    (name) =>
      ![
        "hideFollows",
        "badgeDisplayChat",
        "hideProfileStats",
        "hideFollowsPlayer",
        "profileOnConnect",
        "mixcloudUpload",
        "performerType",
        "replayVisibility",
        "replayDownload",
        "replayFeed",
      ].includes(name),
  );
  expect(names.length).toBeGreaterThanOrEqual(50);
  for (const value of [1, true, "1", { id: "x" }]) {
    const extra = Object.fromEntries(names.map((name) => [name, value]));
    const text = `{"__proto__":{"isManager":true},"constructor":{"prototype":{"isManager":true}},${JSON.stringify(extra).slice(1)}`;
    for (const path of ["/api/users/saveProfile", "/api/djs/saveProfile"])
      await answerOf(request(path, { as: person, raw: { text, type: "application/json" } }));
  }
  expect(await rowOf(person)).toEqual(untouched);
});

test("hostile texts are returned unchanged in every field", async () => {
  const person = await makePerformer();
  expect(hostileTexts.length).toBeGreaterThanOrEqual(50);
  for (const { given, line = given } of hostileTexts) {
    const tags = line === "" ? [] : [line];
    const fields = { first: given, last: given, location: given, bio: given, tags: [given] };
    const view = await save(person, fields);
    expect(view).toMatchObject({ first: line, last: line, location: line, tags });
    expect(view.bio.replaceAll("\n", " ")).toBe(line);
    const said = await savePerformer(person, { controller: given, program: given, experience: given });
    expect(said).toMatchObject({ controller: view.bio, program: view.bio, experience: view.bio });
  }
  expect(await getProfile(person)).toMatchObject({ username: person.username });
});

test("all users can read their performer profile, and only performers can write it", async () => {
  const listener = await makePerson();
  const empty = {
    performerType: null,
    controller: "",
    program: "",
    experience: "",
    mixcloudUpload: false,
    hideProfileStats: false,
    hideFollowsPlayer: false,
    profileOnConnect: true,
    replayVisibility: "always",
    replayDownload: true,
    replayFeed: true,
  };
  expect(await answerOf(request("/api/djs/getProfile", { as: listener }))).toEqual(empty);
  expect(await refusalOf("/api/djs/saveProfile", listener, { controller: "x" })).toMatchObject({
    status: 404,
  });

  const performer = await makePerformer();
  expect(
    await savePerformer(performer, { controller: " Two decks\nand a mixer\u202e ", program: "Mixxx" }),
  ).toEqual({
    ...empty,
    performerType: "dj",
    controller: "Two decks\nand a mixer",
    program: "Mixxx",
  });
  const toggled = { performerType: "musician", hideProfileStats: true, hideFollowsPlayer: true };
  expect(await savePerformer(performer, toggled)).toMatchObject({ ...toggled, program: "Mixxx" });
  expect(await getProfile(performer)).toMatchObject({ ...toggled, program: "Mixxx" });
  expect(await getProfile<ProfileView>(listener, { user: performer.id })).toMatchObject({
    performerType: "musician",
    setsPlayed: null,
    favorites: null,
  });
  for (const wrong of [
    { performerType: "singer" },
    { performerType: null },
    { controller: "x".repeat(1001) },
    { hideProfileStats: 1 },
  ])
    expect(await refusalOf("/api/djs/saveProfile", performer, wrong)).toMatchObject({ code: "bad-input" });
});

test("enabling uploads requires a linked music account", async () => {
  const performer = await makePerformer();
  expect(
    await refusalOf("/api/djs/saveProfile", performer, { mixcloudUpload: true, program: "no" }),
  ).toMatchObject({
    status: 409,
    code: "mixcloud-not-linked",
    error: "You must link your music-hosting account to enable uploads.",
  });
  expect(await savePerformer(performer, { mixcloudUpload: false })).toMatchObject({ program: "" });
});
