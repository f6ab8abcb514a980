import { env } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { AppContext, Viewer } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { passTime } from "#tests/helpers/ears.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";
import { createAppContext } from "#workers/context.ts";
import { saveProfile } from "./my-profile.server.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

afterEach(() => {
  vi.useRealTimers();
});

/** The viewer's context, with an in-memory picture store and rooms that record their calls. */
function contextOf(person: Person, pictures: Partial<AppContext["pictures"]> = {}) {
  const shelf = new Set<string>();
  const told: string[] = [];
  const viewer: Viewer = {
    id: person.id,
    username: person.username,
    photo: null,
    badge: null,
    performerType: null,
    isPerformer: true,
    hasPassedTest: true,
    isManager: false,
    isOperator: false,
    sessionHash: "none",
  };
  const base = createAppContext(new Request("http://localhost:8787/"), env, viewer);
  const listeningTo = (name: string, room: ReturnType<AppContext["rooms"]["stage"]>) =>
    Object.assign(Object.create(room) as typeof room, {
      refresh: () => {
        told.push(name);
        return Promise.resolve();
      },
    });
  const ctx: AppContext = {
    ...base,
    pictures: {
      keep(dataUrl, kind, ownerId) {
        if (dataUrl === "data:bad") return Promise.reject(new AppError("picture-type"));
        const path = `/pictures/${kind}-${ownerId}-${dataUrl}`;
        shelf.add(path);
        return Promise.resolve(path);
      },
      remove(path) {
        shelf.delete(path);
        return Promise.resolve();
      },
      readAsJpeg: () => Promise.resolve(null),
      ...pictures,
    },
    rooms: {
      ...base.rooms,
      stage: (id) => listeningTo(`stage ${id}`, base.rooms.stage(id)),
      profile: (id) => listeningTo(`profile ${id}`, base.rooms.profile(id)),
    },
  };
  return { ctx, shelf, told };
}

const picturesOf = (person: Person) =>
  env.DB.prepare("select photo, banner, bio from users where id = ?").bind(person.id).first();

test("a new photo or banner replaces the old one, and null removes it", async () => {
  const person = await makePerson();
  const { ctx, shelf } = contextOf(person);
  const first = await saveProfile(ctx, { profile: "one", banner: "wide" });
  expect([...shelf]).toEqual([first.profile, first.banner]);
  const second = await saveProfile(ctx, { profile: "two" });
  expect(second.banner).toBe(first.banner);
  expect(shelf).toEqual(new Set([second.profile, second.banner]));
  expect(await saveProfile(ctx, { profile: null })).toMatchObject({ profile: null, banner: first.banner });
  await saveProfile(ctx, { banner: null });
  expect([...shelf]).toEqual([]);
});

test("one refused picture discards the whole update", async () => {
  const person = await makePerson();
  const { ctx, shelf } = contextOf(person);
  const kept = await saveProfile(ctx, { profile: "one" });
  for (const input of [
    { profile: "data:bad", banner: "wide", bio: "no" },
    { profile: "two", banner: "data:bad", bio: "no" },
  ])
    await expect(saveProfile(ctx, input)).rejects.toThrow("Unsupported image type");
  expect(await picturesOf(person)).toEqual({ photo: kept.profile, banner: null, bio: "" });
  expect([...shelf]).toEqual([kept.profile]);
});

test("an update with a refused name stores no picture and does not decode it", async () => {
  await makePerson({ username: "Olga" });
  const person = await makePerson();
  let decoded = 0;
  const { ctx, shelf } = contextOf(person, {
    keep() {
      decoded++;
      return Promise.reject(new AppError("picture-size"));
    },
  });
  const pictures = { profile: "one", banner: "wide" };
  await expect(saveProfile(ctx, { username: "OLGA", ...pictures })).rejects.toMatchObject({
    code: "username-taken",
  });
  await expect(saveProfile(ctx, { tags: ["1", "2", "3", "4", "5", "6"], ...pictures })).rejects.toMatchObject(
    {
      code: "too-many-tags",
    },
  );
  expect(decoded).toBe(0);
  await expect(saveProfile(ctx, { bio: "no", ...pictures })).rejects.toThrow("Image size is too large");
  expect([...shelf]).toEqual([]);
});

test("one of two simultaneous photo changes is refused and stores nothing", async () => {
  const person = await makePerson();
  const { ctx, shelf } = contextOf(person);
  const both = await Promise.allSettled([
    saveProfile(ctx, { profile: "phone" }),
    saveProfile(ctx, { profile: "desk" }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const row = await picturesOf(person);
  expect([...shelf]).toEqual([row?.photo]);
});

test("a failed deletion of an old picture does not undo the update", async () => {
  const person = await makePerson();
  const { ctx } = contextOf(person, { remove: () => Promise.reject(new Error("R2 is away")) });
  await saveProfile(ctx, { profile: "one" });
  expect((await saveProfile(ctx, { profile: "two" })).profile).toContain("two");
});

test("a rename updates the rooms and upcoming stages of a performer, but none of a listener", async () => {
  const manager = await makePerson();
  const [ahead, over] = [await makeStage(manager), await makeStage(manager)];
  const performer = await makePerformer();
  await makeSet(ahead, performer, 3_600_000);
  await makeSet(ahead, performer, 3 * 3_600_000);
  const past = await makeSet(over, performer, dayMs);
  await env.DB.prepare("update sets set starts_at = 1, ends_at = 2 where id = ?").bind(past.id).run();

  const { ctx, told } = contextOf(performer);
  await saveProfile(ctx, { bio: "Nothing that a room shows" });
  expect(told).toEqual([]);
  await saveProfile(ctx, { username: "Renamed performer" });
  expect(told).toEqual([`profile ${performer.id}`, `stage ${ahead.id}`]);
  await saveProfile(ctx, { profile: "one" });
  expect(told).toHaveLength(4);

  const listener = contextOf(await makePerson());
  await saveProfile(listener.ctx, { username: "Renamed listener", profile: "one" });
  expect(listener.told).toEqual([]);
});

test("uploads are limited to twelve pictures a minute and sixty an hour, and other updates do not count", async () => {
  const person = await makePerson();
  let decoded = 0;
  const { ctx } = contextOf(person, {
    keep: () => {
      decoded++;
      return Promise.reject(new AppError("picture-type"));
    },
  });
  const codeOf = (picture: { profile: string } | { banner: string }) =>
    saveProfile(ctx, { ...picture, bio: "no" }).then(
      () => "saved",
      ({ code }: AppError) => code,
    );
  for (let minute = 1; minute <= 5; minute++) {
    const codes: string[] = [];
    for (let count = 0; count < 12; count++) codes.push(await codeOf({ profile: "data:bad" }));
    expect(codes).toEqual(Array.from({ length: 12 }, () => "picture-type"));
    expect([await codeOf({ banner: "wide" }), decoded]).toEqual(["rate-limited", 12 * minute]);
    passTime(minuteMs);
  }
  // A minute later twelve more would be allowed, except for the hourly limit.
  expect([await codeOf({ banner: "wide" }), decoded]).toEqual(["rate-limited", 60]);
  expect(await saveProfile(ctx, { banner: null, bio: "yes" })).toMatchObject({ bio: "yes" });
  passTime(hourMs);
  expect([await codeOf({ banner: "wide" }), decoded]).toEqual(["picture-type", 61]);
});

test("an unavailable room does not undo the update", async () => {
  const performer = await makePerformer();
  const { ctx } = contextOf(performer);
  const away = { ...ctx.rooms.profile(performer.id), refresh: () => Promise.reject(new Error("away")) };
  const saved = await saveProfile(
    { ...ctx, rooms: { ...ctx.rooms, profile: () => away } },
    { username: "Renamed all the same" },
  );
  expect(saved.username).toBe("Renamed all the same");
});
