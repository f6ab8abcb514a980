import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { RelationView } from "#app/domains/people/people/contract/relations.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

const post = (as: Person, path: string, body: unknown) => request(`/api/users/${path}`, { as, body });
const relate = (as: Person, path: string, body: unknown) => answerOf<RelationView>(post(as, path, body));
const codeOf = async (response: Promise<Response>) => (await (await response).json<{ code: string }>()).code;
const followsOf = async (person: Person) => {
  const rows = await env.DB.prepare("select following_id as id from follows where user_id = ?")
    .bind(person.id)
    .all<{ id: string }>();
  return rows.results.map(({ id }) => id);
};

describe("follow", () => {
  test("counts once with alerts, however often it is called", async () => {
    const [fan, star] = await Promise.all([makePerson(), makePerformer()]);
    await Promise.all(Array.from({ length: 8 }, () => relate(fan, "follow", { user: star.id })));
    expect(await relate(fan, "follow", { user: star.id })).toEqual({
      id: star.id,
      _id: star.id,
      username: star.username,
      profile: null,
      following: true,
      alert: true,
      blocked: false,
      followerCount: 1,
    });
    expect(await relate(fan, "unfollow", { user: star.id })).toMatchObject({
      following: false,
      alert: false,
      followerCount: 0,
    });
    expect(await relate(fan, "unfollow", { user: star.id })).toMatchObject({ following: false });
  });

  test("refuses oneself, unknown and banned users, and invalid ids", async () => {
    const [fan, banned] = await Promise.all([makePerson(), makePerson({ bannedAt: 1 })]);
    expect(await codeOf(post(fan, "follow", { user: fan.id }))).toBe("follow-self");
    expect(await codeOf(post(fan, "follow", { user: "nobody" }))).toBe("not-found");
    expect(await codeOf(post(fan, "follow", { user: banned.id }))).toBe("not-found");
    for (const body of [{}, { user: "" }, { user: 7 }, { user: null }, { user: "x".repeat(101) }]) {
      expect(await codeOf(post(fan, "follow", body))).toBe("bad-input");
    }
    expect(await followsOf(fan)).toEqual([]);
  });

  test("omits the follower count of users who hide it", async () => {
    const [fan, shy] = await Promise.all([makePerson(), makePerson({ hideFollows: true })]);
    expect(await relate(fan, "follow", { user: shy.id })).toMatchObject({
      following: true,
      followerCount: null,
    });
  });

  test("ignores another user's id in the request", async () => {
    const [fan, other, star] = await Promise.all([makePerson(), makePerson(), makePerformer()]);
    await relate(fan, "follow", { user: star.id, userId: other.id, viewer: other.id });
    expect(await followsOf(other)).toEqual([]);
  });

  test("is limited to a number per hour", async () => {
    const [busy, star] = await Promise.all([makePerson(), makePerformer()]);
    const codes: (string | undefined)[] = [];
    for (let turn = 0; turn < 201; turn++) {
      codes.push(await codeOf(post(busy, "follow", { user: star.id })));
      await env.DB.prepare("delete from follows where user_id = ?").bind(busy.id).run();
    }
    expect(codes.slice(0, 200).every((code) => code === undefined)).toBe(true);
    expect(codes.at(-1)).toBe("rate-limited");
  });
});

describe("alerts", () => {
  test("can be switched only by followers", async () => {
    const [fan, star] = await Promise.all([makePerson(), makePerformer()]);
    expect(await codeOf(post(fan, "toggleAlert", { user: star.id, alert: true }))).toBe("not-found");
    await relate(fan, "follow", { user: star.id });
    expect(await relate(fan, "toggleAlert", { user: star.id, alert: false })).toMatchObject({ alert: false });
    // Following again does not restore the alerts.
    expect(await relate(fan, "follow", { user: star.id })).toMatchObject({ alert: false });
    expect(await relate(fan, "toggleAlert", { user: star.id, alert: true })).toMatchObject({ alert: true });
    for (const body of [{ user: star.id }, { user: star.id, alert: "yes" }, { alert: true }]) {
      expect(await codeOf(post(fan, "toggleAlert", body))).toBe("bad-input");
    }
  });
});

describe("the biography of a user", () => {
  test("is found by id, and not for unknown users", async () => {
    const [reader, writer] = await Promise.all([makePerson(), makePerson({ bio: "Sings at night." })]);
    expect(await answerOf(post(reader, "getBio", { user: writer.id }))).toEqual({
      id: writer.id,
      _id: writer.id,
      username: writer.username,
      profile: null,
      bio: "Sings at night.",
    });
    expect(await codeOf(post(reader, "getBio", { user: "nobody" }))).toBe("not-found");
    expect(await codeOf(post(reader, "getBio", {}))).toBe("bad-input");
  });
});
