import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { getConnectedAccounts } from "#app/domains/people/integrations/operations.server.ts";
import { beginLink, decide, endLink, linkMixcloud } from "#tests/helpers/linked-accounts.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "../context.ts";
import { findViewer } from "../session.ts";

test("an instance without service keys has no linked accounts", async () => {
  const person = await makePerson();
  const asPerson = new Request(env.CUE_ORIGIN, { headers: { authorization: `Bearer ${person.token}` } });
  const keyless = { ...env, ELSEWHERE: undefined } as unknown as Env;
  const ctx = createAppContext(asPerson, keyless, await findViewer(asPerson, keyless));
  expect(await getConnectedAccounts(ctx)).toEqual({
    mixcloud: false,
    mixcloudTags: [],
    mixcloudPhoto: null,
    twitter: false,
    tweetLive: false,
    tweetBookings: false,
    linked: [],
    isConfigured: {
      mixcloud: false,
      twitter: false,
      spotify: false,
      lastfm: false,
      // These need no keys.
      bluesky: true,
      mastodon: true,
      discord: true,
      telegram: true,
      listenbrainz: true,
    },
  });
});

const connected = (as: { token: string }) =>
  answerOf<Record<string, unknown>>(request("/api/social/connectedAccounts", { as }));
const store = (as: { token: string }, code: string | null) =>
  request("/api/social/mixcloudStore", { as, body: { code } });

describe("Mixcloud is linked", () => {
  test("by a popup whose code works once, in the session that began", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { consent, cookie } = await beginLink(person);
    expect(consent.pathname).toBe("/dev/elsewhere/mixcloud/oauth/authorize");
    const returned = await decide(consent, "dee");
    // What another browser gets out of the same address is nothing.
    expect((await endLink(other, returned, cookie)).searchParams.get("error")).toBe("not-linked");
    const end = await endLink(person, returned, cookie);
    expect(end.pathname).toBe("/api/social/mixcloud/linked");
    const code = end.searchParams.get("code");
    expect(code).not.toContain(returned.searchParams.get("code"));
    expect(await refusalOf(store(other, code))).toBe("link-failed");
    expect(await answerOf(store(person, code))).toEqual({ name: "dee", isRefused: false });
    expect(await refusalOf(store(person, code))).toBe("link-failed");
    expect(await connected(person)).toMatchObject({ mixcloud: true, mixcloudTags: [], mixcloudPhoto: null });
    expect(await connected(other)).toMatchObject({ mixcloud: false, isConfigured: { mixcloud: true } });
  });

  test("not where its owner refused, the state is another, or nothing was begun", async () => {
    const person = await makePerson();
    const { consent, cookie } = await beginLink(person);
    const refused = await decide(consent, "dee", "deny");
    expect(refused.searchParams.get("error")).toBe("access_denied");
    expect((await endLink(person, refused, cookie)).searchParams.get("error")).toBe("not-linked");
    const returned = await decide(consent, "dee");
    expect((await endLink(person, returned, "")).searchParams.get("error")).toBe("not-linked");
    returned.searchParams.set("state", "another");
    expect((await endLink(person, returned, cookie)).searchParams.get("error")).toBe("not-linked");
    expect(await refusalOf(store(person, "made-up"))).toBe("link-failed");
    expect(await connected(person)).toMatchObject({ mixcloud: false });
  });

  test("and again with another account, which keeps the tags", async () => {
    const person = await makePerson();
    await linkMixcloud(person, "dee");
    const save = (body: object) => request("/api/social/mixcloudUpdate", { as: person, body });
    expect(await answerOf(save({ mixcloudTags: ["House"] }))).toMatchObject({ mixcloudTags: ["House"] });
    expect(await refusalOf(save({ mixcloudTags: ["a", "b", "c", "d", "e", "f"] }))).toBe("too-many-tags");
    await linkMixcloud(person, "dum");
    expect(await connected(person)).toMatchObject({ mixcloud: true, mixcloudTags: ["House"] });
  });
});

test("unlinking deletes the account with its settings, and switches uploads off", async () => {
  const person = await makePerson({ isPerformer: true, mixcloudUpload: true });
  await linkMixcloud(person, "dee");
  await answerOf(request("/api/users/saveToggleSettings", { as: person, body: { mixcloudPersonal: true } }));
  const unlink = () => request("/api/social/unlink", { as: person, body: { social: "mixcloud" } });
  expect(await answerOf(unlink())).toMatchObject({ mixcloud: false });
  expect(await answerOf(unlink())).toMatchObject({ mixcloud: false });
  expect(await answerOf(request("/api/users/getToggleSettings", { as: person }))).toMatchObject({
    mixcloudPersonal: false,
  });
  const stored = env.DB.prepare("select count(*) as n from linked_accounts where user_id = ?").bind(
    person.id,
  );
  expect(await stored.first("n")).toBe(0);
  expect(
    await refusalOf(request("/api/social/mixcloudUpdate", { as: person, body: { mixcloudTags: [] } })),
  ).toBe("mixcloud-not-linked");
});

test("whether sets are uploaded by default is one setting with two names", async () => {
  const person = await makePerformer();
  await linkMixcloud(person, "dee");
  const toggle = (body?: object) =>
    body === undefined
      ? answerOf<object>(request("/api/users/getToggleSettings", { as: person }))
      : answerOf<object>(request("/api/users/saveToggleSettings", { as: person, body }));
  const profile = (body: object) => answerOf<object>(request("/api/djs/saveProfile", { as: person, body }));
  expect(await toggle({ mixcloudPersonal: true })).toMatchObject({ mixcloudPersonal: true });
  expect(await profile({})).toMatchObject({ mixcloudUpload: true });
  expect(await profile({ mixcloudUpload: false })).toMatchObject({ mixcloudUpload: false });
  expect(await toggle()).toMatchObject({ mixcloudPersonal: false });
  expect(await profile({ mixcloudUpload: true })).toMatchObject({ mixcloudUpload: true });
  expect(await toggle({ chatMails: false })).toMatchObject({ mixcloudPersonal: true });
  expect(await toggle({ mixcloudPersonal: false })).toMatchObject({ mixcloudPersonal: false });
  expect(await profile({})).toMatchObject({ mixcloudUpload: false });
});
