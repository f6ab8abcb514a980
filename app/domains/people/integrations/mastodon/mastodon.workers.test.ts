/** An account on a Mastodon server: linked, posted to, refused and unlinked, with the real client against the simulator. */
import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { getAccountTarget } from "#app/domains/outside/posts/account-target.server.ts";
import { findPostAccount } from "#app/domains/outside/posts/queries/post-settings.ts";
import { advanceClock, contextOf, failNextAt, now, postEnd, postLive } from "#tests/helpers/elsewhere.ts";
import { hostileHosts, hostileTexts, ownOrigin } from "#tests/helpers/hostile-addresses.ts";
import { decide, endLink, locationOf, received } from "#tests/helpers/linked-accounts.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { everyTable } from "#tests/helpers/storage.ts";
import { findMastodonApp } from "../queries/mastodon-apps.ts";
import { connectMastodon } from "./client.ts";
import { beginMastodonLink } from "./link.server.ts";
import { MastodonAccount } from "./sign-in.ts";

const fail = (fault: Record<string, unknown>) => failNextAt("mastodon", fault);
const store = (as: Person, code: string | null) =>
  request("/api/social/mastodonStore", { as, body: { code } });
const unlink = (as: Person) => request("/api/social/unlink", { as, body: { social: "mastodon" } });
const statuses = "/api/v1/statuses";

/** Opens the popup. Returns the server's page, or where the popup ends, and the cookie of the browser. */
async function beginLink(person: Person, server: string): Promise<{ consent: URL; cookie: string }> {
  const query = new URLSearchParams({ popup: "1", server });
  const opened = await request(`/api/social/mastodon?${query}`, { cookie: person });
  const cookie = (opened.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { consent: locationOf(opened), cookie };
}

/** Opens the popup and allows it. Returns the code at its end. */
async function runPopup(person: Person, server: string, username: string): Promise<string | null> {
  const { consent, cookie } = await beginLink(person, server);
  return (await endLink(person, await decide(consent, username), cookie)).searchParams.get("code");
}

async function makeLinked(server: string, username: string): Promise<Person> {
  const person = await makePerson();
  await answerOf(store(person, await runPopup(person, server, username)));
  return person;
}

/** The posts of a server as people see them, newest first. */
async function shownPosts(host: string): Promise<string[]> {
  const page = await (await request(`/dev/elsewhere/mastodon/${host}/`)).text();
  return page.split("<article>").slice(1);
}

/** The owner of an account withdraws our access, or a server forgets its apps. */
async function forget(host: string, what: "tokens" | "apps"): Promise<void> {
  const text = String(new URLSearchParams({ forget: what }));
  const raw = { text, type: "application/x-www-form-urlencoded" };
  await request(`/dev/elsewhere/mastodon/${host}/settings/applications`, { raw });
}

async function accountOf(person: Person) {
  const ctx = await contextOf(person);
  const target = await findPostAccount(ctx.db, person.id, "mastodon");
  if (target === undefined) throw new Error("nothing is linked");
  const text = await ctx.vault.open(target.secret, `mastodon-token:${person.id}`);
  const service = ctx.connect("mastodon");
  if (service === null) throw new Error("Mastodon is off");
  return { ctx, target, service, account: MastodonAccount.parse(JSON.parse(text)) };
}

const calls = async (path: string, host: string) =>
  (await received(path)).filter((each) => each.host === host).length;

describe("an account on a Mastodon server is linked", () => {
  test("by a popup whose code works once, in the session that began", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { consent, cookie } = await beginLink(person, "@dee@Mastodon.social");
    expect(consent.pathname).toBe("/dev/elsewhere/mastodon/mastodon.social/oauth/authorize");
    expect(Object.fromEntries(consent.searchParams)).toMatchObject({
      response_type: "code",
      scope: "profile write:statuses",
      redirect_uri: "http://localhost:8787/api/social/mastodon",
      code_challenge_method: "S256",
    });
    const returned = await decide(consent, "dee");
    expect((await endLink(other, returned, cookie)).searchParams.get("error")).toBe("not-linked");
    expect((await endLink(person, returned, "")).searchParams.get("error")).toBe("not-linked");
    const end = await endLink(person, returned, cookie);
    expect(end.pathname).toBe("/api/social/mastodon/linked");
    const code = end.searchParams.get("code");
    expect(code).not.toContain(returned.searchParams.get("code"));
    expect(await refusalOf(store(other, code))).toBe("link-failed");
    const view = { name: "@dee@mastodon.social", isRefused: false };
    expect(await answerOf(store(person, code))).toEqual(view);
    expect(await refusalOf(store(person, code))).toBe("link-failed");
    expect(await getAccountTarget(await contextOf(person), "mastodon")).toMatchObject({
      ...view,
      host: "mastodon.social",
      canEdit: true,
    });
  });

  test("not where its owner refused, or the state is another", async () => {
    const person = await makePerson();
    const { consent, cookie } = await beginLink(person, "mastodon.social");
    const refused = await decide(consent, "dee", "deny");
    expect(refused.searchParams.get("error")).toBe("access_denied");
    expect((await endLink(person, refused, cookie)).searchParams.get("error")).toBe("not-linked");
    const returned = await decide(consent, "dee");
    returned.searchParams.set("state", "another");
    expect((await endLink(person, returned, cookie)).searchParams.get("error")).toBe("not-linked");
    expect(await getAccountTarget(await contextOf(person), "mastodon")).toBeNull();
  });

  test.each([
    ["blog.example.com", "not-a-mastodon-server"],
    ["nowhere.example.com", "not-a-mastodon-server"],
    ["moved.example.com", "not-a-mastodon-server"],
    ["", "server-not-public"],
    ["127.0.0.1", "server-not-public"],
    ["https://mastodon.social:8443/", "server-not-public"],
    ["localhost", "server-not-public"],
  ])("not on %s, and the popup says why", async (server, error) => {
    const person = await makePerson();
    const { consent } = await beginLink(person, server);
    expect([consent.pathname, consent.searchParams.get("error")]).toEqual([
      "/api/social/mastodon/linked",
      error,
    ]);
    const page = await (await request(`${consent.pathname}${consent.search}`)).text();
    expect(page).toContain("like mastodon.social.");
  });

  test("and no hostile address is asked, of more than 200", async () => {
    const person = await makePerson();
    const ctx = await contextOf(person);
    const before = (await received()).length;
    const texts = [...hostileHosts, ...hostileTexts];
    expect(texts.length).toBeGreaterThan(200);
    const connection = ctx.connect("mastodon");
    const there = {
      ...ctx,
      connect: () => connection && { ...connection, origin: ownOrigin },
      limits: { ...ctx.limits, take: async () => ({ ok: true }) as const },
    };
    for (const server of texts)
      expect(await beginMastodonLink(there, { server }), server).toEqual({ error: "server-not-public" });
    expect((await received()).length).toBe(before);
  });

  test("after this instance was registered with the server once, and again where that has forgotten it", async () => {
    const host = "old.example.com";
    const first = await makeLinked(host, "dee");
    const second = await makeLinked(host, "dum");
    expect(await calls("/api/v1/apps", host)).toBe(1);
    expect((await accountOf(first)).account.clientId).toBe((await accountOf(second)).account.clientId);
    await forget(host, "apps");
    const third = await makeLinked(host, "dai");
    expect(await calls("/api/v1/apps", host)).toBe(2);
    // Forgotten while the popup was open.
    const code = await runPopup(third, host, "dai");
    await forget(host, "apps");
    expect(await refusalOf(store(third, code))).toBe("link-failed");
    expect(await findMastodonApp((await contextOf(third)).db, host)).toBeUndefined();
    expect(await answerOf(store(third, await runPopup(third, host, "dai")))).toMatchObject({
      name: `@dai@${host}`,
    });
    const { searchParams } = (await beginLink(third, host)).consent;
    expect(searchParams.get("scope")).toBe("read:accounts write:statuses");
  });

  test("not while the server is away, and then", async () => {
    const person = await makePerson();
    const host = "away.example.com";
    for (const path of ["/api/v2/instance", "/api/v1/apps"]) {
      await fail({ status: 503, path });
      const { consent } = await beginLink(person, host);
      expect(consent.searchParams.get("error"), path).toBe("not-a-mastodon-server");
    }
    for (const path of ["/oauth/token", "/verify_credentials"]) {
      const { consent, cookie } = await beginLink(person, host);
      const end = await endLink(person, await decide(consent, "dee"), cookie);
      await fail({ status: 0, path });
      expect(await refusalOf(store(person, end.searchParams.get("code"))), path).toBe("link-failed");
    }
    expect(await answerOf(store(person, await runPopup(person, host, "dee")))).toMatchObject({
      isRefused: false,
    });
  });

  test("again on another server, which revokes the first token and keeps the settings", async () => {
    const person = await makeLinked("one.example.com", "dee");
    const { target, service, account } = await accountOf(person);
    await answerOf(
      request("/api/posts/update", { as: person, body: { target: target.id, onBooking: true } }),
    );
    await answerOf(store(person, await runPopup(person, "two.example.com", "dee")));
    expect(await getAccountTarget((await accountOf(person)).ctx, "mastodon")).toMatchObject({
      id: target.id,
      name: "@dee@two.example.com",
      host: "two.example.com",
      onBooking: true,
    });
    const post = { text: "Still there?", link: null, key: "k", card: null };
    expect(await connectMastodon({ service, account, clock: { now } }).send(post)).toMatchObject({
      is: "dead",
    });
  });
});

describe("a post on a Mastodon server", () => {
  test("is shown with its link, and changed at the end", async () => {
    const host = "posts.example.com";
    const person = await makeLinked(host, "dee");
    const sent = await postLive(person, "mastodon", { broadcast: "b1" });
    if (sent.is !== "sent" || sent.remote === null) throw new Error(JSON.stringify(sent));
    expect(sent.url).toBe(`http://localhost:8787/dev/elsewhere/mastodon/${host}/@dee/${sent.remote}`);
    expect((await shownPosts(host)).join("")).toContain("http://localhost:8787/stage/night-bus");
    const { remote } = sent;
    expect(await postEnd(person, "mastodon", { broadcast: "b1", remote })).toMatchObject({
      is: "sent",
      remote,
    });
    const [shown, ...others] = await shownPosts(host);
    expect([shown, others]).toEqual([expect.stringContaining("(edited)"), []]);
    expect(shown).toContain("http://localhost:8787/player/replay/r1");
    expect(await postEnd(person, "mastodon", { broadcast: "b1", remote: "999" })).toEqual({
      is: "refused",
      details: "The server refused it: Record not found",
    });
  });

  test("is there once, whatever was lost and however often it is tried within an hour", async () => {
    const host = "once.example.com";
    const person = await makeLinked(host, "dee");
    const at = now();
    const post = (options = {}) => postLive(person, "mastodon", { broadcast: "b1", at, ...options });
    await fail({ status: 0, isHandled: true, path: statuses });
    expect(await post()).toEqual({ is: "unsure" });
    expect(await post({ isUnsure: true })).toMatchObject({ is: "sent" });
    expect(await post()).toMatchObject({ is: "sent" });
    expect(await shownPosts(host)).toHaveLength(1);
    await fail({ status: 0, path: statuses });
    expect(await post({ broadcast: "b2" })).toEqual({ is: "unsure" });
    // After that the server would make another.
    await advanceClock(61 * 60_000);
    expect(await post({ broadcast: "b2", isUnsure: true })).toEqual({ is: "unsure" });
    expect(await shownPosts(host)).toHaveLength(1);
  });

  test("waits as long as the server says, and comes later after a failure", async () => {
    const person = await makeLinked("limited.example.com", "dee");
    const post = () => postLive(person, "mastodon", { broadcast: "b1" });
    await fail({ status: 429, path: statuses, retryAfter: 120 });
    const startedAt = Date.now();
    const limited = await post();
    const waitMs = limited.is === "later" ? (limited.waitMs ?? 0) : 0;
    expect(waitMs).toBeGreaterThan(110_000);
    expect(waitMs).toBeLessThanOrEqual(120_000 + Date.now() - startedAt);
    await fail({ status: 503, path: statuses });
    expect(await post()).toEqual({ is: "later", waitMs: null, details: "The server responded 503." });
    await fail({ status: 422, path: statuses });
    expect(await post()).toMatchObject({ is: "refused", details: expect.stringContaining("can't be blank") });
    await fail({ status: 403, path: statuses });
    expect(await post()).toMatchObject({ is: "dead" });
    expect(await post()).toMatchObject({ is: "sent" });
  });

  test("is as long as its server allows", async () => {
    const person = await makeLinked("long.example.com", "dee");
    const { service, account } = await accountOf(person);
    expect(account).toMatchObject({ maxCharacters: 5_000, linkCharacters: 23 });
    const link = `https://cue.example.com/${"a".repeat(100)}`;
    for (const maxCharacters of [5_000, 100]) {
      const client = connectMastodon({ service, account: { ...account, maxCharacters }, clock: { now } });
      const post = { text: "é".repeat(4_976), link, key: `k${maxCharacters}`, card: null };
      expect(await client.send(post)).toMatchObject({ is: "sent" });
    }
    const [short = "", long = ""] = await shownPosts("long.example.com");
    expect(short).toContain(`${"é".repeat(75)}… ${link}`);
    expect(long).toContain(`${"é".repeat(4_976)} ${link}`);
  });

  test("is dead where its owner has revoked our access, until it is linked again", async () => {
    const host = "dead.example.com";
    const person = await makeLinked(host, "dee");
    await forget(host, "tokens");
    expect(await postLive(person, "mastodon", { broadcast: "b1" })).toEqual({
      is: "dead",
      details: "The server no longer gives Cue access.",
    });
    await answerOf(store(person, await runPopup(person, host, "dee")));
    expect(await postLive(person, "mastodon", { broadcast: "b1" })).toMatchObject({ is: "sent" });
  });
});

test("unlinking revokes the token and deletes everything here, also while the server is away", async () => {
  const person = await makeLinked("gone.example.com", "dee");
  const { ctx, service, account } = await accountOf(person);
  const linked = async () => (await answerOf<{ linked: unknown[] }>(unlink(person))).linked;
  expect(await linked()).toEqual([]);
  expect(await linked()).toEqual([]);
  expect(await getAccountTarget(ctx, "mastodon")).toBeNull();
  const post = { text: "Gone", link: null, key: "k", card: null };
  expect(await connectMastodon({ service, account, clock: { now } }).send(post)).toMatchObject({
    is: "dead",
  });
  await answerOf(store(person, await runPopup(person, "gone.example.com", "dee")));
  await fail({ status: 0, path: "/oauth/revoke" });
  expect(await linked()).toEqual([]);
  expect(await getAccountTarget(ctx, "mastodon")).toBeNull();
});

test("Mastodon is not there where the operator has switched it off", async () => {
  const person = await makeLinked("off.example.com", "dee");
  const ctx = await contextOf(person, { ...env, CUE_ELSEWHERE: "telegram" } as Env);
  expect(ctx.connect("mastodon")).toBeNull();
  await expect(getAccountTarget(ctx, "mastodon")).rejects.toMatchObject({ code: "not-found" });
  const begun = beginMastodonLink(ctx, { server: "off.example.com" });
  await expect(begun).rejects.toMatchObject({ code: "not-found" });
});

test("neither a token nor the secret of the app is stored or logged in the clear", async () => {
  const person = await makeLinked("secret.example.com", "dee");
  await postLive(person, "mastodon", { broadcast: "b1" });
  const { account } = await accountOf(person);
  const stored = JSON.stringify([await everyTable(), await received()]);
  for (const secret of [account.token, account.clientSecret]) expect(stored).not.toContain(secret);
});
