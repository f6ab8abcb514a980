/** An account at Bluesky: linked, posted to, refused and unlinked, with the real client against the simulator. */
import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { getAccountTarget } from "#app/domains/outside/posts/account-target.server.ts";
import { findPostAccount } from "#app/domains/outside/posts/queries/post-settings.ts";
import { advanceClock, contextOf, failNextAt, now, postLive } from "#tests/helpers/elsewhere.ts";
import { received } from "#tests/helpers/linked-accounts.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { everyTable } from "#tests/helpers/storage.ts";
import { connectBluesky } from "./client.ts";
import { BlueskyAccount } from "./session.ts";

const appPassword = "abcd-efgh-ijkl-mnop";
const store = (as: Person, identifier: string, password = appPassword) =>
  request("/api/social/blueskyStore", { as, body: { identifier, password } });
const unlink = (as: Person) => request("/api/social/unlink", { as, body: { social: "bluesky" } });
const fail = (fault: Record<string, unknown>) => failNextAt("bluesky", fault);
const createRecord = "com.atproto.repo.createRecord";
const calls = async (method: string) => (await received(`/xrpc/${method}`)).length;

async function makeLinked(handle: string): Promise<Person> {
  const person = await makePerson();
  await answerOf(store(person, handle));
  return person;
}

/** The posts of an account as people see them. */
async function shownPosts(handle: string): Promise<string[]> {
  const response = await request(`/dev/elsewhere/bluesky/profile/${handle}`);
  const page = await response.text();
  return page.split("<article>").slice(1);
}

async function accountOf(person: Person) {
  const ctx = await contextOf(person);
  const target = await findPostAccount(ctx.db, person.id, "bluesky");
  if (target === undefined) throw new Error("nothing is linked");
  const text = await ctx.vault.open(target.secret, `bluesky-token:${person.id}`);
  return { ctx, target, account: BlueskyAccount.parse(JSON.parse(text)) };
}

describe("Bluesky is linked", () => {
  test.each([
    ["dee.bsky.social", "dee.bsky.social", "morel.us-east.host.bsky.network"],
    ["@Dum.bsky.social\u202c ", "dum.bsky.social", "morel.us-east.host.bsky.network"],
    ["dai", "dai.bsky.social", "morel.us-east.host.bsky.network"],
    ["dj.example.com", "dj.example.com", "pds.dj.example.com"],
  ])("with an app password, as %s", async (identifier, name, host) => {
    const person = await makePerson();
    expect(await answerOf(store(person, identifier.toLowerCase()))).toEqual({ name, isRefused: false });
    expect((await accountOf(person)).target).toMatchObject({ name, host, refusedAt: null });
  });

  test.each([
    ["dee.bsky.social", "my own password", "app-password-needed"],
    ["dee.bsky.social", "nope-nope-nope-nope", "bluesky-login-failed"],
    ["no handle!", appPassword, "bluesky-login-failed"],
    ["code.bsky.social", appPassword, "bluesky-code-needed"],
    ["suspended.bsky.social", appPassword, "bluesky-suspended"],
    ["deactivated.bsky.social", appPassword, "bluesky-suspended"],
    ["private.example.com", appPassword, "server-not-public"],
  ])("not as %s with %s", async (identifier, password, code) => {
    const person = await makePerson();
    expect(await refusalOf(store(person, identifier, password))).toBe(code);
    expect(await getAccountTarget(await contextOf(person), "bluesky")).toBeNull();
  });

  test("not while it is away or limits the account, and then", async () => {
    const person = await makePerson();
    const path = "createSession";
    for (const status of [0, 503]) {
      await fail({ status, path });
      expect(await refusalOf(store(person, "away.bsky.social"))).toBe("service-unreachable");
    }
    await fail({ status: 429, path, retryAfter: 90 });
    const startedAt = Date.now();
    const refused = await answerOf<{ retryAfterMs: number }>(store(person, "away.bsky.social"), 429);
    expect(refused.retryAfterMs).toBeGreaterThan(80_000);
    // Bluesky says a whole second of the clock, 90 s after its response, and the call counts from its own start.
    expect(refused.retryAfterMs).toBeLessThanOrEqual(91_000 + Date.now() - startedAt);
    expect(await answerOf(store(person, "away.bsky.social"))).toMatchObject({ isRefused: false });
  });

  test("again as another account, which ends the session of the first and keeps the settings", async () => {
    const person = await makeLinked("first.bsky.social");
    const { ctx, target, account } = await accountOf(person);
    await answerOf(
      request("/api/posts/update", { as: person, body: { target: target.id, onBooking: true } }),
    );
    await answerOf(store(person, "second.bsky.social"));
    const changed = { id: target.id, name: "second.bsky.social", onBooking: true };
    expect(await getAccountTarget(ctx, "bluesky")).toMatchObject(changed);
    const renewed = await request("/dev/elsewhere/bluesky/xrpc/com.atproto.server.refreshSession", {
      method: "POST",
      headers: { authorization: `Bearer ${account.refreshJwt}` },
    });
    expect(renewed.status).toBe(400);
  });
});

describe("a post at Bluesky", () => {
  test("has its link as a facet and as a card, and is shown", async () => {
    const person = await makeLinked("poster.bsky.social");
    const { account } = await accountOf(person);
    const sent = await postLive(person, "bluesky", { broadcast: "b1" });
    expect(sent).toMatchObject({ is: "sent", remote: expect.stringMatching(/^at:\/\/did:plc:/) });
    const url = sent.is === "sent" ? (sent.url ?? "") : "";
    expect(url).toContain(`/profile/${account.did}/post/`);
    const page = await (await request(new URL(url).pathname)).text();
    expect(page).toContain("Late bus #\u2060vinyl");
    expect(page).toContain('<a href="http://localhost:8787/stage/night-bus">');
    const [made] = (await received(`/xrpc/${createRecord}`)).slice(-1);
    const { record } = (made?.body ?? {}) as { record: { facets: { features: { $type: string }[] }[] } };
    const types = record.facets.flatMap(({ features }) => features.map(({ $type }) => $type));
    // The set's name is no tag.
    expect(types).toEqual(["app.bsky.richtext.facet#link"]);
  });

  test("has a picture where there is one that Bluesky takes", async () => {
    const person = await makeLinked("picture.bsky.social");
    const { ctx, account } = await accountOf(person);
    const service = ctx.connect("bluesky");
    if (service === null) throw new Error("Bluesky is off");
    const client = connectBluesky({ service, account, keep: async () => undefined, clock: { now } });
    const jpeg = (bytes: number) => async () => {
      const picture = new Uint8Array(bytes);
      picture.set([0xff, 0xd8, 0xff]);
      return picture;
    };
    const link = "https://cue.example.com/night-bus";
    const pictures = [jpeg(900), jpeg(1_000_001), async () => null, null];
    for (const [n, picture] of pictures.entries()) {
      const card = { title: "Late bus", description: `card ${n}`, picture };
      expect(await client.send({ text: "Live", link, key: `k${n}`, card })).toMatchObject({ is: "sent" });
    }
    const shown = await shownPosts("picture.bsky.social");
    expect(shown).toHaveLength(pictures.length);
    expect(shown.filter((post) => post.includes("with a picture"))).toEqual([
      expect.stringContaining("card 0"),
    ]);
  });

  test("is there once, whatever was lost and however often it is tried", async () => {
    const person = await makeLinked("once.bsky.social");
    const post = (options = {}) => postLive(person, "bluesky", { broadcast: "b1", ...options });
    await fail({ status: 0, isHandled: true, path: createRecord });
    expect(await post()).toEqual({ is: "unsure" });
    const writes = await calls(createRecord);
    const found = await post({ isUnsure: true });
    expect(found).toMatchObject({ is: "sent" });
    expect(await calls(createRecord)).toBe(writes);
    // Also where it is not known that it was tried: the server refuses the key that it has.
    expect(await post()).toEqual(found);
    expect(await shownPosts("once.bsky.social")).toHaveLength(1);
    await fail({ status: 0, path: createRecord });
    expect(await post({ broadcast: "b2" })).toEqual({ is: "unsure" });
    expect(await post({ broadcast: "b2", isUnsure: true })).toMatchObject({ is: "sent" });
    await fail({ status: 500, isHandled: true, path: createRecord });
    expect(await post({ broadcast: "b3" })).toMatchObject({ is: "sent" });
    expect(await shownPosts("once.bsky.social")).toHaveLength(3);
  });

  test("waits as long as Bluesky says, and comes later after a failure", async () => {
    const person = await makeLinked("limited.bsky.social");
    const post = (broadcast: string) => postLive(person, "bluesky", { broadcast });
    await fail({ status: 429, path: createRecord, retryAfter: 120 });
    const startedAt = Date.now();
    const limited = await post("b1");
    expect(limited).toMatchObject({ is: "later", details: "Bluesky's rate limit is reached." });
    const waitMs = limited.is === "later" ? (limited.waitMs ?? 0) : 0;
    expect(waitMs).toBeGreaterThan(110_000);
    expect(waitMs).toBeLessThanOrEqual(121_000 + Date.now() - startedAt);
    await fail({ status: 503, path: createRecord });
    expect(await post("b1")).toMatchObject({ is: "later", waitMs: null });
    await fail({ status: 400, path: createRecord });
    expect(await post("b1")).toEqual({ is: "refused", details: "Bluesky refused it: Simulated" });
    expect(await post("b1")).toMatchObject({ is: "sent" });
  });

  test("renews the session after two hours, and signs in again after three months", async () => {
    const person = await makeLinked("old.bsky.social");
    const post = (broadcast: string) => postLive(person, "bluesky", { broadcast });
    const before = (await accountOf(person)).account;
    const signIns = await calls("com.atproto.server.createSession");
    await advanceClock(121 * 60_000);
    expect(await post("b1")).toMatchObject({ is: "sent" });
    const after = (await accountOf(person)).account;
    expect(after.refreshJwt).not.toBe(before.refreshJwt);
    expect(await post("b2")).toMatchObject({ is: "sent" });
    expect((await accountOf(person)).account).toEqual(after);
    await fail({ status: 401, path: createRecord });
    expect(await post("b3")).toMatchObject({ is: "sent" });
    expect(await calls("com.atproto.server.createSession")).toBe(signIns);
    await advanceClock(91 * 86_400_000);
    expect(await post("b4")).toMatchObject({ is: "sent" });
    expect(await calls("com.atproto.server.createSession")).toBe(signIns + 1);
    // A renewal whose response is lost.
    await advanceClock(121 * 60_000);
    await fail({ status: 0, isHandled: true, path: "refreshSession" });
    expect(await post("b5")).toMatchObject({ is: "later" });
    expect(await post("b5")).toMatchObject({ is: "sent" });
    expect(await shownPosts("old.bsky.social")).toHaveLength(5);
  });

  test("is dead where its owner has deleted the app password, until it is linked again", async () => {
    const person = await makeLinked("dead.bsky.social");
    const text = String(new URLSearchParams({ handle: "dead.bsky.social" }));
    const raw = { text, type: "application/x-www-form-urlencoded" };
    await request("/dev/elsewhere/bluesky/settings/app-passwords", { raw });
    const details = "Bluesky no longer accepts the app password.";
    expect(await postLive(person, "bluesky", { broadcast: "b1" })).toEqual({ is: "dead", details });
    expect(await refusalOf(store(person, "dead.bsky.social"))).toBe("bluesky-login-failed");
    await answerOf(store(person, "dead.bsky.social", "zyxw-vuts-rqpo-nmlk"));
    expect(await postLive(person, "bluesky", { broadcast: "b1" })).toMatchObject({ is: "sent" });
  });
});

test("unlinking ends the session there and deletes everything here, also while Bluesky is away", async () => {
  const person = await makeLinked("gone.bsky.social");
  const { ctx, account } = await accountOf(person);
  const linked = async () => (await answerOf<{ linked: { party: string }[] }>(unlink(person))).linked;
  expect(await linked()).toEqual([]);
  expect(await linked()).toEqual([]);
  expect(await getAccountTarget(ctx, "bluesky")).toBeNull();
  const service = ctx.connect("bluesky");
  if (service === null) throw new Error("Bluesky is off");
  const keep = async () => undefined;
  const client = connectBluesky({
    service,
    account: { ...account, appPassword: "nope-nope-nope-nope" },
    keep,
    clock: { now },
  });
  expect(await client.send({ text: "Gone", link: null, key: "k", card: null })).toMatchObject({ is: "dead" });
  await answerOf(store(person, "gone.bsky.social"));
  await fail({ status: 0, path: "deleteSession" });
  expect(await linked()).toEqual([]);
  expect(await getAccountTarget(ctx, "bluesky")).toBeNull();
});

test("Bluesky is not there where the operator has switched it off", async () => {
  const person = await makeLinked("off.bsky.social");
  const ctx = await contextOf(person, { ...env, CUE_ELSEWHERE: "telegram" } as Env);
  expect(ctx.connect("bluesky")).toBeNull();
  await expect(getAccountTarget(ctx, "bluesky")).rejects.toMatchObject({ code: "not-found" });
  const { storeBluesky } = await import("./link.server.ts");
  const input = { identifier: "off.bsky.social", password: appPassword };
  await expect(storeBluesky(ctx, input)).rejects.toMatchObject({ code: "not-found" });
});

test("neither the app password nor a token is stored or logged in the clear", async () => {
  const person = await makeLinked("secret.bsky.social");
  await postLive(person, "bluesky", { broadcast: "b1" });
  const { account } = await accountOf(person);
  const stored = JSON.stringify([await everyTable(), await received()]);
  for (const secret of [account.appPassword, account.accessJwt, account.refreshJwt])
    expect(stored).not.toContain(secret);
});
