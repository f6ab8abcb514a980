/** An account at X: linked, posted to, refused and unlinked, with the real client against the simulator. */
import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { AppContext } from "#app/context.ts";
import { findPostAccount } from "#app/domains/outside/posts/queries/post-settings.ts";
import { sendPost } from "#app/domains/outside/posts/send.server.ts";
import { getTwitterTarget } from "#app/domains/outside/posts/twitter.server.ts";
import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import { getConnectedAccounts } from "#app/domains/people/integrations/operations.server.ts";
import { connectTwitter } from "#app/domains/people/integrations/twitter/client.ts";
import { beginTwitterLink, storeTwitter } from "#app/domains/people/integrations/twitter/link.server.ts";
import { connectTwitterLinking, TwitterFault } from "#app/domains/people/integrations/twitter/linking.ts";
import { openSecret } from "#app/domains/people/integrations/twitter/unlink.server.ts";
import { decide, endLink, locationOf, received } from "#tests/helpers/linked-accounts.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "../context.ts";
import { findViewer } from "../session.ts";

async function contextOf(person: Person, use: Env = env): Promise<AppContext> {
  const asPerson = new Request(env.CUE_ORIGIN, { headers: { authorization: `Bearer ${person.token}` } });
  return createAppContext(asPerson, use, await findViewer(asPerson, use));
}

async function beginLink(person: Person): Promise<{ consent: URL; cookie: string }> {
  const opened = await request("/api/social/twitter?popup", { cookie: person });
  return {
    consent: locationOf(opened),
    cookie: (opened.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
  };
}

const handlesOf = ({ searchParams: query }: URL) => ({
  token: query.get("token") ?? "",
  secret: query.get("secret") ?? "",
});
const store = (as: Person, body: { token: string; secret: string }) =>
  request("/api/social/twitterStore", { as, body });

/** Opens the popup and allows it. Returns the handles at its end. */
async function runPopup(person: Person, username: string) {
  const { consent, cookie } = await beginLink(person);
  return handlesOf(await endLink(person, await decide(consent, username), cookie));
}

/** A person with a linked account of their own name, and what is needed to post to it. */
async function makeLinked(username: string) {
  const person = await makePerson();
  await answerOf(store(person, await runPopup(person, username)));
  const ctx = await contextOf(person);
  const target = await findPostAccount(ctx.db, person.id, "twitter");
  if (target === undefined) throw new Error("nothing was linked");
  const post = (text: string, isUnsure = false) =>
    sendPost(ctx, {
      owner: `user/${person.id}`,
      target: target.id,
      event: null,
      text,
      remote: null,
      isUnsure,
    });
  return { person, ctx, target, post };
}

const failNext = (fault: Record<string, unknown>) =>
  answerOf(request("/dev/elsewhere/twitter/fail", { body: { count: 1, ...fault } }));
const connected = (as: Person) =>
  answerOf<Record<string, unknown>>(request("/api/social/connectedAccounts", { as }));
const unlink = (as: Person) =>
  answerOf<Record<string, unknown>>(request("/api/social/unlink", { as, body: { social: "twitter" } }));
const errorAtEnd = (end: URL) => [end.pathname, end.searchParams.get("error")];
const failedEnd = ["/api/social/twitter/linked", "not-linked"];
const connectionOf = (ctx: AppContext): Connection => {
  const connection = ctx.connect("twitter");
  if (connection === null) throw new Error("X is off");
  return connection;
};

describe("X is linked", () => {
  test("by a popup whose handles work once, together, in the session that began", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { consent, cookie } = await beginLink(person);
    expect(consent.pathname).toBe("/dev/elsewhere/twitter/oauth/authorize");
    const returned = await decide(consent, "dee");
    expect(returned.pathname).toBe("/api/social/twitter");
    // What another browser gets out of the same address is nothing.
    expect(errorAtEnd(await endLink(other, returned, cookie))).toEqual(failedEnd);
    const end = await endLink(person, returned, cookie);
    const handles = handlesOf(end);
    for (const secret of returned.searchParams.values()) expect(end.search).not.toContain(secret);
    expect(await refusalOf(store(other, handles))).toBe("link-failed");
    expect(await answerOf(store(person, handles))).toEqual({ name: "dee", isRefused: false });
    expect(await refusalOf(store(person, handles))).toBe("link-failed");
    // Nothing is posted before its owner says so.
    expect(await connected(person)).toMatchObject({ twitter: true, tweetLive: false, tweetBookings: false });
    expect(await connected(other)).toMatchObject({ twitter: false, isConfigured: { twitter: true } });
  });

  test("not with handles of two popups, where nothing was begun, or where X is away", async () => {
    const person = await makePerson();
    const [one, two] = [await runPopup(person, "dee"), await runPopup(person, "dee")];
    expect(await refusalOf(store(person, { token: one.token, secret: two.secret }))).toBe("link-failed");
    const { consent } = await beginLink(person);
    expect(errorAtEnd(await endLink(person, await decide(consent, "dee"), ""))).toEqual(failedEnd);
    for (const fault of [{ status: 503 }, { status: 0 }]) {
      await failNext({ ...fault, path: "/oauth/request_token" });
      expect(errorAtEnd((await beginLink(person)).consent)).toEqual(failedEnd);
    }
    const handles = await runPopup(person, "dee");
    await failNext({ status: 0, isHandled: true, path: "/oauth/access_token" });
    expect(await refusalOf(store(person, handles))).toBe("link-failed");
    expect(await connected(person)).toMatchObject({ twitter: false });
  });

  test("not where its owner refused, and then again", async () => {
    const person = await makePerson();
    const { consent, cookie } = await beginLink(person);
    const refused = await decide(consent, "dee", "deny");
    expect(refused.searchParams.has("denied")).toBe(true);
    expect(errorAtEnd(await endLink(person, refused, cookie))).toEqual(failedEnd);
    expect(await answerOf(store(person, await runPopup(person, "dee")))).toMatchObject({ name: "dee" });
  });

  test("again with its settings: to the same account, whose token stays, or to another", async () => {
    const { person, ctx, target, post } = await makeLinked("again");
    await answerOf(request("/api/social/twitterUpdate", { as: person, body: { tweetLive: true } }));
    const oldToken = await openSecret(ctx, target);
    await answerOf(store(person, await runPopup(person, "again")));
    expect(await post("Still there")).toMatchObject({ is: "sent" });
    await answerOf(store(person, await runPopup(person, "someone_else")));
    expect(await getTwitterTarget(ctx)).toMatchObject({
      id: target.id,
      name: "someone_else",
      onLive: true,
      isRefused: false,
    });
    if (oldToken === null) throw new Error("no token");
    // The account that is not linked any more has revoked it.
    const old = connectTwitter(connectionOf(ctx), oldToken, ctx.clock);
    expect(await old.send({ text: "Gone", link: null, key: "k", card: null })).toMatchObject({ is: "dead" });
  });

  test("with secrets that are sealed, and in no list of requests", async () => {
    const { ctx, target } = await makeLinked("canary");
    const opened = await openSecret(ctx, target);
    const seen = JSON.stringify([target, await received()]);
    expect(Object.values(opened ?? {})).toHaveLength(2);
    for (const secret of Object.values(opened ?? {})) expect(seen).not.toContain(secret);
  });
});

test("its settings are changed by the names of the specification", async () => {
  const { person, ctx } = await makeLinked("settings");
  const update = (body: object) => request("/api/social/twitterUpdate", { as: person, body });
  expect(await answerOf(update({ tweetLive: true }))).toMatchObject({
    tweetLive: true,
    tweetBookings: false,
  });
  expect(await answerOf(update({ tweetLive: "Live: {set}", tweetBookings: true }))).toMatchObject({
    tweetLive: true,
    tweetBookings: true,
  });
  expect(await getTwitterTarget(ctx)).toMatchObject({ liveText: "Live: {set}" });
  // As X counts them, beside the link: 257.
  expect(await answerOf(update({ tweetLive: `${"音".repeat(128)}!` }))).toMatchObject({ twitter: true });
  expect(await refusalOf(update({ tweetLive: "音".repeat(129) }))).toBe("post-text");
  expect(await refusalOf(update({ tweetLive: 1 }))).toBe("bad-input");
  await unlink(person);
  expect(await refusalOf(update({ tweetLive: true }))).toBe("twitter-not-linked");
});

describe("a post", () => {
  test("is sent with its link, signed, no longer than X takes, and can be seen there", async () => {
    const { post, person } = await makeLinked("poster");
    const sent = await post(`${"音".repeat(200)} <b>`);
    expect(sent).toMatchObject({ is: "sent", remote: expect.stringMatching(/^\d{19}$/) });
    const [asked] = (await received("/2/tweets")).slice(-1);
    expect(asked).toMatchObject({ status: 201, body: { text: expect.stringContaining("音…") } });
    const { text = "" } = (asked?.body ?? {}) as { text?: string };
    expect(text).toContain(` ${env.CUE_ORIGIN}/profile/`);
    expect(text).toContain(person.id);
    const page = await request(new URL(sent.is === "sent" ? (sent.url ?? "") : "").pathname);
    expect(await page.text()).toContain(text.slice(0, 20));
  });

  test("is refused with words where it repeats one, or the operator has no credit", async () => {
    const { post } = await makeLinked("refused");
    expect(await post("Tonight")).toMatchObject({ is: "sent" });
    expect(await post("Tonight")).toEqual({ is: "refused", details: expect.stringContaining("same as") });
    await failNext({ status: 402, path: "/2/tweets" });
    expect(await post("Later")).toEqual({ is: "refused", details: expect.stringContaining("credit") });
  });

  test("waits as X says where it is limited, and otherwise as we do", async () => {
    const { post, ctx } = await makeLinked("limited");
    await failNext({ status: 429, retryAfter: 120, path: "/2/tweets" });
    const limited = await post("One");
    expect(limited).toMatchObject({ is: "later" });
    const waitMs = limited.is === "later" ? limited.waitMs : null;
    expect(Math.abs((waitMs ?? 0) - 120_000)).toBeLessThan(10_000);
    await failNext({ status: 503, path: "/2/tweets" });
    expect(await post("One")).toMatchObject({ is: "later", waitMs: null });
    expect(await post("One")).toMatchObject({ is: "sent" });
    expect(ctx.connect("twitter")?.isSimulated).toBe(true);
  });

  test("of which no response came is not sent again", async () => {
    const { post } = await makeLinked("unsure");
    await failNext({ status: 0, isHandled: true, path: "/2/tweets" });
    const before = (await received("/2/tweets")).length;
    expect(await post("Did it arrive?")).toEqual({ is: "unsure" });
    await failNext({ status: 502, path: "/2/tweets" });
    expect(await post("And this?")).toEqual({ is: "unsure" });
    expect(await post("Did it arrive?", true)).toEqual({ is: "unsure" });
    expect(await received("/2/tweets")).toHaveLength(before + 2);
  });

  test("finds the token dead, by its code or without one, but not for wrong keys of this instance", async () => {
    const { post, ctx, target } = await makeLinked("dead");
    await failNext({ status: 401, path: "/2/tweets" });
    expect(await post("No code")).toMatchObject({ is: "dead" });
    const token = await openSecret(ctx, target);
    if (token === null) throw new Error("no token");
    const connection = connectionOf(ctx);
    const wrong = { ...connection, keys: { id: "local", secret: "wrong" } };
    const news = { text: "Hello", link: null, key: "k", card: null };
    expect(await connectTwitter(wrong, token, ctx.clock).send(news)).toEqual({
      is: "refused",
      details: expect.stringContaining("keys"),
    });
    await expect(connectTwitterLinking(wrong, ctx.clock).requestToken()).rejects.toThrow(TwitterFault);
    // Its owner ends it on X's own page.
    expect(await connectTwitterLinking(connection, ctx.clock).invalidate(token)).toBe(true);
    expect(await post("By code")).toEqual({ is: "dead", details: expect.stringContaining("Link") });
  });
});

test("unlinking revokes the token and deletes the account with its settings, also where X is away", async () => {
  const { person, ctx, target } = await makeLinked("leaving");
  const token = await openSecret(ctx, target);
  expect(await unlink(person)).toMatchObject({ twitter: false, tweetLive: false });
  expect(await unlink(person)).toMatchObject({ twitter: false });
  expect(await findPostAccount(ctx.db, person.id, "twitter")).toBeUndefined();
  const client = connectTwitter(connectionOf(ctx), token ?? { token: "", secret: "" }, ctx.clock);
  expect(await client.send({ text: "Hello", link: null, key: "k", card: null })).toMatchObject({
    is: "dead",
  });

  const away = await makeLinked("away");
  await failNext({ status: 0, path: "/invalidate_token" });
  expect(await unlink(away.person)).toMatchObject({ twitter: false });
});

test("an instance without keys offers nothing, and posts nothing", async () => {
  const { person, target } = await makeLinked("keyless");
  const ctx = await contextOf(person, { ...env, ELSEWHERE: undefined } as unknown as Env);
  expect(await getConnectedAccounts(ctx)).toMatchObject({ twitter: false, isConfigured: { twitter: false } });
  const notFound = expect.objectContaining({ code: "not-found" });
  await expect(beginTwitterLink(ctx)).rejects.toEqual(notFound);
  await expect(storeTwitter(ctx, { token: "a", secret: "b" })).rejects.toEqual(notFound);
  await expect(getTwitterTarget(ctx)).rejects.toEqual(notFound);
  const delivery = { target: target.id, event: null, text: "Hello", remote: null, isUnsure: false };
  expect(await sendPost(ctx, { owner: `user/${person.id}`, ...delivery })).toMatchObject({ is: "refused" });
});
