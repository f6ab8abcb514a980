import { env, SELF } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { PersonCard, RelationNoticeView } from "#app/domains/people/people/contract/relations.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener } from "#tests/helpers/rooms.ts";

const origin = "http://localhost:8787";
const post = (as: Person, path: string, body: unknown) => request(`/api/${path}`, { as, body });
const codeOf = async (response: Promise<Response>) => (await (await response).json<{ code: string }>()).code;
const block = (as: Person, whom: Person) =>
  answerOf<RelationNoticeView>(post(as, "users/blockUser", { block: whom.id }));

/** Opens the room of a performer's profile. */
async function enter(as: Person, performer: Person): Promise<Listener> {
  const { webSocket } = await SELF.fetch(`${origin}/realtime/profile/${performer.id}`, {
    headers: { upgrade: "websocket", authorization: `Bearer ${as.token}` },
  });
  if (webSocket === null) throw new Error("not upgraded");
  return new Listener(webSocket);
}

const follows = async (one: Person, other: Person) => {
  const rows = await env.DB.prepare("select 1 from follows where user_id = ? and following_id = ?")
    .bind(one.id, other.id)
    .all();
  return rows.results.length;
};

/** Every way to contact another user; `asked` is what the blocked user tries after the block. */
const contactPaths: {
  path: string;
  asked: (pest: Person, star: Person) => Promise<unknown>;
  answered: unknown;
}[] = [
  {
    path: "following them",
    asked: (pest, star) => codeOf(post(pest, "users/follow", { user: star.id })),
    answered: "not-welcome",
  },
  {
    path: "the follow there was",
    asked: (pest, star) => follows(pest, star),
    answered: 0,
  },
  {
    path: "being followed by them",
    asked: (pest, star) => follows(star, pest),
    answered: 0,
  },
  {
    path: "alerts on",
    asked: (pest, star) => codeOf(post(pest, "users/toggleAlert", { user: star.id, alert: true })),
    answered: "not-welcome",
  },
  {
    path: "alerts off",
    asked: (pest, star) => codeOf(post(pest, "users/toggleAlert", { user: star.id, alert: false })),
    answered: "not-welcome",
  },
  {
    path: "their list of followers",
    asked: async (pest, star) => {
      const list = await answerOf<{ user: PersonCard }[]>(
        post(star, "users/getFollowers", { user: star.id }),
      );
      return list.some(({ user }) => user.id === pest.id);
    },
    answered: false,
  },
  {
    path: "their list of whom they follow",
    asked: async (pest, star) => {
      const list = await answerOf<{ following: PersonCard }[]>(
        post(star, "users/getFollowing", { user: star.id }),
      );
      return list.some(({ following }) => following.id === pest.id);
    },
    answered: false,
  },
  {
    path: "finding them by name",
    asked: (pest, star) => answerOf(post(pest, "users/search", { user: star.username })),
    answered: [],
  },
  {
    path: "being found by name",
    asked: (pest, star) => answerOf(post(star, "users/search", { user: pest.username })),
    answered: [],
  },
  {
    path: "chat in a room that is open",
    asked: async (pest, star) => (await enter(pest, star)).send("profileChat", { msg: "hello?" }),
    answered: expect.objectContaining({ event: "error", code: "not-welcome" }),
  },
  {
    path: "a mention in their room",
    asked: async (pest, star) =>
      (await enter(pest, star)).send("profileChat", { msg: `@${star.username} answer me` }),
    answered: expect.objectContaining({ event: "error", code: "not-welcome" }),
  },
  {
    path: "a cheer for their profile",
    asked: (pest, star) => codeOf(post(pest, "sets/cheer", { dj: star.id })),
    answered: "not-welcome",
  },
  {
    path: "the mark that they follow them, on their profile",
    asked: async (pest, star) => {
      const profile = await answerOf<{ following: boolean; alert: boolean }>(
        post(pest, "users/getProfile", { user: star.id }),
      );
      return [profile.following, profile.alert];
    },
    answered: [false, false],
  },
  {
    path: "blocking them in turn, which frees no way",
    asked: async (pest, star) => {
      await block(pest, star);
      await answerOf(post(pest, "users/unblockUser", { unblock: star.id }));
      return codeOf(post(pest, "users/follow", { user: star.id }));
    },
    answered: "not-welcome",
  },
  {
    path: "taking the block away for them",
    asked: async (pest, star) => {
      await answerOf(post(pest, "users/unblockUser", { unblock: pest.id, user: star.id }));
      await answerOf(post(pest, "users/unblockUser", { unblock: star.id }));
      return codeOf(post(pest, "users/follow", { user: star.id }));
    },
    answered: "not-welcome",
  },
];

describe("a block ends", () => {
  test.each(contactPaths)("$path", async ({ asked, answered }) => {
    const [pest, star] = await Promise.all([makePerson(), makePerformer()]);
    await post(pest, "users/follow", { user: star.id });
    await post(star, "users/follow", { user: pest.id });
    await block(star, pest);
    expect(await asked(pest, star)).toEqual(answered);
  });

  test("chat through a socket that is already open", async () => {
    const [pest, star] = await Promise.all([makePerson(), makePerformer()]);
    const socket = await enter(pest, star);
    expect(await socket.send("profileChat", { msg: "hello" })).toMatchObject({ event: "ack" });
    await block(star, pest);
    expect(await socket.send("profileChat", { msg: "hello?" })).toMatchObject({
      event: "error",
      code: "not-welcome",
    });
    await answerOf(post(star, "users/unblockUser", { unblock: pest.id }));
    expect(await socket.send("profileChat", { msg: "thank you" })).toMatchObject({ event: "ack" });
  });

  test("a simultaneous follow", async () => {
    const pairs = await Promise.all(
      Array.from({ length: 10 }, () => Promise.all([makePerson(), makePerformer()])),
    );
    await Promise.all(
      pairs.flatMap(([pest, star]) => [post(pest, "users/follow", { user: star.id }), block(star, pest)]),
    );
    for (const [pest, star] of pairs) expect(await follows(pest, star)).toBe(0);
  });
});

describe("blocking", () => {
  test("returns a confirmation, and unblocking does not restore follows", async () => {
    const [pest, star] = await Promise.all([makePerson({ username: "Grim Reaper" }), makePerformer()]);
    await post(pest, "users/follow", { user: star.id });
    for (let time = 0; time < 2; time++) {
      expect(await block(star, pest)).toMatchObject({
        type: "confirm",
        message: "Grim Reaper has been blocked.",
        blocked: true,
        following: false,
        alert: false,
      });
    }
    const blocked = await answerOf<PersonCard[]>(request("/api/users/getBlocked", { as: star }));
    expect(blocked.map(({ id }) => id)).toEqual([pest.id]);
    // Only the user who made the block knows of it.
    expect(await answerOf(request("/api/users/getBlocked", { as: pest }))).toEqual([]);
    expect(await answerOf(post(pest, "users/getProfile", { user: star.id }))).toMatchObject({
      blocked: false,
    });

    expect(await codeOf(post(star, "users/follow", { user: pest.id }))).toBe("you-blocked");
    for (let time = 0; time < 2; time++) {
      expect(await answerOf(post(star, "users/unblockUser", { unblock: pest.id }))).toMatchObject({
        type: "confirm",
        message: "Grim Reaper is no longer blocked.",
        blocked: false,
      });
    }
    expect(await follows(pest, star)).toBe(0);
    expect(await answerOf(post(pest, "users/follow", { user: star.id }))).toMatchObject({ following: true });
  });

  test("refuses oneself, unknown users and invalid ids", async () => {
    const star = await makePerformer();
    expect(await codeOf(post(star, "users/blockUser", { block: star.id }))).toBe("block-self");
    expect(await codeOf(post(star, "users/blockUser", { block: "nobody" }))).toBe("not-found");
    expect(await codeOf(post(star, "users/unblockUser", { unblock: "nobody" }))).toBe("not-found");
    for (const body of [{}, { block: "" }, { block: 1, unblock: 1 }, { user: star.id }]) {
      expect(await codeOf(post(star, "users/blockUser", body))).toBe("bad-input");
      expect(await codeOf(post(star, "users/unblockUser", body))).toBe("bad-input");
    }
  });
});
