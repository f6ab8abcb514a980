import { env } from "cloudflare:test";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FollowPage, FollowView, PersonCard } from "#app/domains/people/people/contract/relations.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

const post = (as: Person, path: string, body: unknown) => request(`/api/users/${path}`, { as, body });
const codeOf = async (response: Promise<Response>) => (await (await response).json<{ code: string }>()).code;

/** Inserts follows of `star` by made-up users at the given times. */
async function addFollowers(star: Person, times: readonly number[], prefix: string): Promise<string[]> {
  const ids = times.map((_, index) => `${prefix}-${String(index).padStart(4, "0")}`);
  const user = env.DB.prepare(
    "insert into users (id, username, username_key, email, email_key, password_hash, created_at) values (?1, ?1, ?1, ?1, ?1, '', 0)",
  );
  const follow = env.DB.prepare("insert into follows (user_id, following_id, created_at) values (?, ?, ?)");
  await env.DB.batch(
    ids.flatMap((id, index) => [user.bind(id), follow.bind(id, star.id, times[index] ?? 0)]),
  );
  return ids;
}

const page = (as: Person, path: string, user: string, cursor: unknown = {}) =>
  answerOf<FollowPage>(post(as, path, { user, ...(cursor as object) }));

describe("a list of followers", () => {
  test("is paged newest first without loss or repetition while followers are added", async () => {
    const reader = await makePerson();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        // Many within the same millisecond: the cursor must distinguish them.
        fc.array(fc.integer({ min: 1_000, max: 1_003 }), { minLength: 0, maxLength: 95 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }),
        async (times, arrivals) => {
          run++;
          const star = await makePerson();
          const before = times.length === 0 ? [] : await addFollowers(star, times, `run${run}`);
          const seen: FollowView[] = [];
          let cursor: { dateCursor: number | null; idCursor: string } | null = null;
          for (let turn = 0; cursor?.idCursor !== "end"; turn++) {
            const answer: FollowPage = await page(reader, "getFollowersPaginate", star.id, cursor ?? {});
            seen.push(...answer.items);
            cursor = { dateCursor: answer.dateCursor, idCursor: answer.idCursor };
            const arriving = Array.from(
              { length: arrivals[turn] ?? 0 },
              (_, index) => 2_000 + turn * 10 + index,
            );
            if (arriving.length > 0) await addFollowers(star, arriving, `run${run}-late${turn}`);
          }
          const known = seen.map(({ user }) => user.id);
          expect(known.toSorted()).toEqual(before.toSorted());
          expect(seen.map(({ timestamp }) => timestamp)).toEqual(times.toSorted((a, b) => b - a));
        },
      ),
      { numRuns: 12 },
    );
  });

  test("shows the type of each user and whether the viewer follows them", async () => {
    const [reader, star, fan] = await Promise.all([
      makePerson(),
      makePerson({ isPerformer: true, performerType: "musician", title: "Night Owl" }),
      makePerson(),
    ]);
    await post(fan, "follow", { user: star.id });
    await post(reader, "follow", { user: star.id });
    const [only, ...others] = await answerOf<FollowView[]>(post(reader, "getFollowing", { user: fan.id }));
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      user: { id: fan.id, dj: false, isFollowed: false },
      following: { id: star.id, dj: true, performerType: "musician", title: "Night Owl", isFollowed: true },
    });
    const followers = await answerOf<FollowView[]>(post(fan, "getFollowers", { user: star.id }));
    expect(followers.map(({ user }) => user.id).toSorted()).toEqual([fan.id, reader.id].toSorted());
  });

  test("that is hidden is empty for other users and complete for its owner", async () => {
    const [reader, shy, fan] = await Promise.all([
      makePerson(),
      makePerson({ hideFollows: true }),
      makePerson(),
    ]);
    await post(fan, "follow", { user: shy.id });
    await post(shy, "follow", { user: fan.id });
    for (const path of ["getFollowersPaginate", "getFollowingPaginate"]) {
      const hidden = await page(reader, path, shy.id);
      expect(hidden).toEqual({ items: [], dateCursor: null, idCursor: "end" });
      expect((await page(shy, path, shy.id)).items).toHaveLength(1);
    }
    expect(await answerOf(post(reader, "getFollowers", { user: shy.id }))).toEqual([]);
  });

  test("omits banned users, and refuses unknown users and invalid cursors", async () => {
    const [reader, star, banned] = await Promise.all([
      makePerson(),
      makePerson(),
      makePerson({ bannedAt: 1 }),
    ]);
    await env.DB.prepare("insert into follows (user_id, following_id, created_at) values (?, ?, 1)")
      .bind(banned.id, star.id)
      .run();
    expect((await page(reader, "getFollowersPaginate", star.id)).items).toEqual([]);
    expect((await page(reader, "getFollowersPaginate", star.id, { idCursor: "end" })).items).toEqual([]);
    for (const path of ["getFollowing", "getFollowers", "getFollowingPaginate", "getFollowersPaginate"]) {
      expect(await codeOf(post(reader, path, { user: banned.id }))).toBe("not-found");
      expect(await codeOf(post(reader, path, { user: "nobody" }))).toBe("not-found");
      expect(await codeOf(post(reader, path, {}))).toBe("bad-input");
    }
    for (const cursor of [
      { dateCursor: "then", idCursor: "x" },
      { idCursor: 7 },
      { idCursor: "x".repeat(141) },
    ]) {
      const answer = post(reader, "getFollowersPaginate", { user: star.id, ...cursor });
      expect(await codeOf(answer)).toBe("bad-input");
    }
  });
});

describe("search", () => {
  const find = async (as: Person, user: string) =>
    (await answerOf<PersonCard[]>(post(as, "search", { user }))).map(({ username }) => username);

  test("finds names by word prefixes in any case, accents and script", async () => {
    const reader = await makePerson();
    for (const username of [
      "José Núñez",
      "DJ Jose",
      "Žižek",
      "Ελένη",
      "Вадим Ротов",
      "東京太郎",
      "यामिनी",
      "Mojosé",
    ]) {
      await makePerson({ username });
    }
    expect(await find(reader, "jose")).toEqual(["José Núñez", "DJ Jose"]);
    expect(await find(reader, "JOSÉ")).toContain("DJ Jose");
    expect(await find(reader, "nun")).toEqual(["José Núñez"]);
    expect(await find(reader, "nunez jo")).toEqual(["José Núñez"]);
    expect(await find(reader, "ziz")).toEqual(["Žižek"]);
    expect(await find(reader, "ΕΛΈ")).toEqual(["Ελένη"]);
    expect(await find(reader, "рот")).toEqual(["Вадим Ротов"]);
    for (const part of ["東京", "太郎", "京"]) expect(await find(reader, part)).toEqual(["東京太郎"]);
    expect(await find(reader, "यामि")).toEqual(["यामिनी"]);
    expect(await find(reader, "osé")).toEqual([]);
  });

  test("sorts exact names first, then prefixes, and returns up to 20", async () => {
    const reader = await makePerson();
    for (let count = 0; count < 25; count++) await makePerson({ username: `Kim the ${count}` });
    await makePerson({ username: "A Kim" });
    await makePerson({ username: "Kim" });
    const found = await find(reader, "kim");
    expect(found).toHaveLength(20);
    expect(found[0]).toBe("Kim");
    expect(found).not.toContain("A Kim");
  });

  test("returns nothing for an empty query, and treats operators literally", async () => {
    const reader = await makePerson();
    await makePerson({ username: "Zorba" });
    for (const user of [
      "",
      "   ",
      "%",
      "_",
      "*",
      '"',
      "'",
      "\\",
      "zor%",
      'zor" OR "a',
      "NEAR(a b)",
      "zorba*:^",
    ]) {
      const answer = await find(reader, user);
      expect(answer.filter((name) => name !== "Zorba")).toEqual([]);
    }
    expect(await find(reader, "%")).toEqual([]);
    expect(await find(reader, 'username_key : "zorba"')).toEqual([]);
    for (const body of [{}, { user: 7 }, { user: "x".repeat(101) }]) {
      expect(await codeOf(post(reader, "search", body))).toBe("bad-input");
    }
  });

  test("does not find old names, oneself or banned users", async () => {
    const [reader, quokka] = await Promise.all([
      makePerson({ username: "Quokka Reader" }),
      makePerson({ username: "Quokka" }),
    ]);
    await makePerson({ username: "Quokka Banned", bannedAt: 1 });
    expect(await find(reader, "quokka")).toEqual(["Quokka"]);
    await env.DB.prepare("update users set username = 'Wombat', username_key = 'wombat' where id = ?")
      .bind(quokka.id)
      .run();
    expect(await find(reader, "quokka")).toEqual([]);
    expect(await find(reader, "wombat")).toEqual(["Wombat"]);
    await env.DB.prepare("delete from users where id = ?").bind(quokka.id).run();
    expect(await find(reader, "wombat")).toEqual([]);
  });

  test("for bookings finds only performers who have passed the stream test and have no block with the caller", async () => {
    const reader = await makePerson({ username: "Lyre Reader" });
    const names = {
      "Lyre Player": await makePerformer({ username: "Lyre Player" }),
      "Lyre Blocks": await makePerformer({ username: "Lyre Blocks" }),
      "Lyre Blocked": await makePerformer({ username: "Lyre Blocked" }),
    };
    await makePerformer({ username: "Lyre Banned", bannedAt: 1 });
    await makePerson({ username: "Lyre Beginner", isPerformer: true, performerType: "dj" });
    await makePerson({ username: "Lyre Listener" });
    await answerOf(post(names["Lyre Blocks"], "blockUser", { block: reader.id }));
    await answerOf(post(reader, "blockUser", { block: names["Lyre Blocked"].id }));
    const findPerformers = async (search: unknown, status = 200) =>
      answerOf<PersonCard[]>(request("/api/djs/search", { as: reader, body: { search } }), status);
    expect((await findPerformers("lyr")).map(({ username }) => username)).toEqual(["Lyre Player"]);
    expect(await findPerformers("  ")).toEqual([]);
    await findPerformers("x".repeat(101), 400);
  });
});
