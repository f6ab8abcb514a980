/** Spotify: logging in, refreshing, and finding tracks, against the simulator. */
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import type { SpotifyTokensView } from "#app/domains/music/spotify/contract.ts";
import { findTerms, findTracks } from "#app/domains/music/spotify/find.server.ts";
import { readTokensHash } from "#app/domains/music/spotify/popup-message.ts";
import { decide, locationOf, received } from "#tests/helpers/linked-accounts.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { makePlay } from "#tests/helpers/stages.ts";
import worker from "../app.ts";
import { createAppContext } from "../context.ts";

const dayMs = 86_400_000;

let person: Person;
beforeEach(async () => {
  person = await makePerson();
});

const failNext = (fault: Record<string, unknown>) =>
  answerOf(request("/dev/elsewhere/spotify/fail", { body: { count: 1, ...fault } }));

/** Opens the popup; signed out without `as`. Returns Spotify's page and the cookie of the browser. */
async function begin(as?: Person) {
  const opened = await request("/api/spotify/login?popup=1", { cookie: as });
  expect([opened.status, opened.headers.get("referrer-policy")]).toEqual([302, "no-referrer"]);
  const cookie = (opened.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { consent: locationOf(opened), cookie };
}

/** Spotify sends the browser back. */
async function comeBack(returned: URL, cookie: string, as?: Person) {
  const session = as === undefined ? "" : `cue=${as.token}; `;
  return request(`${returned.pathname}${returned.search}`, {
    headers: { cookie: `${session}${cookie}`, "sec-fetch-site": "cross-site" },
  });
}

async function logIn(as?: Person, kind = "premium") {
  const { consent, cookie } = await begin(as);
  const back = await comeBack(await decide(consent, "ana", kind), cookie, as);
  return { path: locationOf(back).pathname, tokens: readTokensHash(locationOf(back).hash), back };
}

async function tokensOf(as?: Person) {
  const { tokens } = await logIn(as);
  if (tokens === null) throw new Error("there are no tokens");
  return tokens;
}

const refresh = (tokens: { access: string; refresh: string }, as: Person | undefined = person) =>
  request("/api/spotify/refresh", { as, body: tokens });

const noAccess: SpotifyTokensView = { access: null, refresh: null, error: "invalid_grant" };

test("a listener logs in, and gets new tokens for the sealed one", async () => {
  const { path, tokens, back } = await logIn(person);
  expect(path).toBe("/music-token");
  expect(back.headers.get("cache-control")).toBe("no-store");
  expect(back.headers.get("referrer-policy")).toBe("no-referrer");
  expect(back.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
  expect(back.headers.get("set-cookie")).toMatch(/^cue-link=; Max-Age=0; Path=\/api\/spotify\/login/);
  if (tokens === null) throw new Error("there are no tokens");
  const renewed = await answerOf<SpotifyTokensView>(refresh(tokens));
  expect(renewed.access).toMatch(/.{40}/);
  expect(renewed.access).not.toBe(tokens.access);
  // Spotify returned no other one, and each seal is different.
  expect(renewed.refresh).not.toBe(tokens.refresh);
  const again = { access: tokens.access, refresh: renewed.refresh ?? "" };
  expect((await answerOf<SpotifyTokensView>(refresh(again))).access).not.toBeNull();
  // Another account than the one that logged in.
  expect(await answerOf(refresh(tokens, await makePerson()))).toEqual(noAccess);
  expect(await answerOf(refresh({ access: "", refresh: "made-up" }))).toEqual(noAccess);
  expect(await refusalOf(request("/api/spotify/refresh", { body: tokens }))).toBe("authorization");

  const log = JSON.stringify(await received());
  for (const secret of [tokens.access, tokens.refresh, renewed.access, "local-secret"])
    expect(log).not.toContain(secret);
});

test("someone signed out logs in too, and keeps the access when they sign in", async () => {
  const tokens = await tokensOf();
  expect((await answerOf<SpotifyTokensView>(refresh(tokens))).access).not.toBeNull();
});

test("who refuses, is not listed or has no Premium gets no tokens, and can log in again", async () => {
  expect(await logIn(person, "deny")).toMatchObject({ path: "/music-token/error", tokens: null });
  expect(await logIn(person, "stranger")).toMatchObject({ path: "/music-token/error", tokens: null });
  const unpaid = await logIn(person, "told-free");
  expect(unpaid).toMatchObject({ path: "/music-token/subscriptionerror", tokens: null });
  // Apps in development mode are not told: the player finds out.
  expect((await logIn(person, "free")).tokens).not.toBeNull();
  expect((await logIn(person)).tokens).not.toBeNull();
});

test("only the browser and the session that began can end a log-in, with its own state, once", async () => {
  const other = await makePerson();
  const { consent, cookie } = await begin(person);
  const returned = await decide(consent, "ana", "premium");
  const ends = async (url: URL, kept: string, as?: Person) =>
    locationOf(await comeBack(url, kept, as)).pathname;
  const without = (name: string) => {
    const url = new URL(returned);
    url.searchParams.delete(name);
    return url;
  };
  const stranger = await begin(person);
  expect(await ends(returned, "", person)).toBe("/music-token/error");
  expect(await ends(returned, "cue-link=made-up", person)).toBe("/music-token/error");
  expect(await ends(returned, stranger.cookie, person)).toBe("/music-token/error");
  expect(await ends(returned, cookie, other)).toBe("/music-token/error");
  expect(await ends(returned, cookie)).toBe("/music-token/error");
  expect(await ends(without("state"), cookie, person)).toBe("/music-token/error");
  expect(await ends(returned, cookie, person)).toBe("/music-token");
  expect(await ends(returned, cookie, person)).toBe("/music-token/error");
});

test("a lost response ends the log-in, and a token that Spotify has withdrawn is no access", async () => {
  const { consent, cookie } = await begin(person);
  const returned = await decide(consent, "ana", "premium");
  await failNext({ status: 0, path: "/api/token", isHandled: true });
  expect(locationOf(await comeBack(returned, cookie, person)).pathname).toBe("/music-token/error");
  const tokens = await tokensOf(person);
  await failNext({ status: 400, path: "/api/token" });
  expect(await answerOf(refresh(tokens))).toEqual(noAccess);
  // Whatever else fails says nothing about the token.
  for (const fault of [{ status: 503 }, { status: 0 }, { status: 0, isHandled: true }, { status: 429 }]) {
    await failNext({ ...fault, path: "/api/token" });
    expect(await refusalOf(refresh(tokens))).toBe("unavailable");
  }
  expect((await answerOf<SpotifyTokensView>(refresh(tokens))).access).not.toBeNull();
});

test("log-ins and refreshes are limited", async () => {
  const tokens = await tokensOf(person);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await refresh(tokens)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  const from = "203.0.113.7";
  const begun = [];
  for (let n = 0; n < 21; n += 1) begun.push((await request("/api/spotify/login?popup", { from })).status);
  expect([begun.filter((status) => status === 302).length, begun.at(-1)]).toEqual([20, 429]);
});

const deployed: Env = { ...env, CUE_MODE: "production", CUE_ORIGIN: "https://cue.example" };
const withKeys: Env = { ...deployed, CUE_SPOTIFY_ID: "an-id", CUE_SPOTIFY_SECRET: "a-secret" };

async function ask(path: string, on: Env, init?: RequestInit) {
  const ctx = createExecutionContext();
  // A network of its own: others of this runtime have used up the limits of the usual one.
  const headers = new Headers(init?.headers);
  headers.set("cf-connecting-ip", "203.0.113.8");
  const response = await worker.fetch(
    new Request(`https://cue.example${path}`, { ...init, headers }),
    on,
    ctx,
  );
  await waitOnExecutionContext(ctx);
  return response;
}

test("without keys the calls are not there, and the policy is the same as ever", async () => {
  const off = await ask("/api/spotify/login?popup", deployed);
  expect(off.status).toBe(404);
  const body = JSON.stringify({ access: "a", refresh: "b" });
  const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" };
  expect((await ask("/api/spotify/refresh", deployed, { method: "POST", body, headers })).status).toBe(404);
  expect(off.headers.get("content-security-policy")).not.toMatch(/scdn|spotify|frame-src/);
  expect(off.headers.get("permissions-policy")).toContain("autoplay=(self),");
  // A simulator is of this origin.
  const local = await request("/api/docs");
  expect(local.headers.get("content-security-policy")).not.toMatch(/scdn|spotify|frame-src/);
});

test("with keys pages may load the player, and embeds may not", async () => {
  const on = await ask("/api/spotify/login?popup", withKeys);
  const to = locationOf(on);
  expect(`${to.origin}${to.pathname}`).toBe("https://accounts.spotify.com/authorize");
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    client_id: "an-id",
    response_type: "code",
    redirect_uri: "https://cue.example/api/spotify/login",
    scope: "streaming user-read-email user-read-private user-modify-playback-state user-read-playback-state",
  });
  expect(to.searchParams.get("state")).toMatch(/^[\w-]{20,}$/);
  expect(on.headers.get("set-cookie")).toMatch(/HttpOnly; Secure; SameSite=Lax/);
  const directives = (on.headers.get("content-security-policy") ?? "").split("; ");
  expect(directives).toContain("frame-src 'self' https://sdk.scdn.co");
  expect(directives).toContain("media-src 'self' blob: https://*.scdn.co");
  expect(directives.find((each) => each.startsWith("script-src"))).toMatch(/ https:\/\/sdk\.scdn\.co$/);
  expect(directives.find((each) => each.startsWith("connect-src"))).toMatch(
    / https:\/\/\*\.spotify\.com wss:\/\/\*\.spotify\.com https:\/\/\*\.scdn\.co https:\/\/\*\.spotifycdn\.com$/,
  );
  expect(on.headers.get("permissions-policy")).toContain('autoplay=(self "https://sdk.scdn.co")');
  const embed = await ask("/player/stage/none", withKeys);
  expect(embed.headers.get("content-security-policy")).not.toMatch(/scdn|spotify/);
});

/** Makes the job that runs `passedMs` from now, with pauses that no other test sees. */
function makeJob() {
  const until = new Map<string, number>();
  let calls = 0;
  return (passedMs = 0) => {
    const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
    const clock = { now: () => Date.now() + passedMs + (calls += 2) };
    const once = async (key: string, forMs: number) => {
      if ((until.get(key) ?? 0) > clock.now()) return false;
      until.set(key, clock.now() + forMs);
      return true;
    };
    return findTracks({ ...ctx, clock, limits: { ...ctx.limits, once } });
  };
}

const played = async (title: string, playedAt = Date.now()) =>
  (await makePlay({ stageId: null, performerId: person.id }, { title, playedAt })).trackId;

async function rowOf(id: string) {
  const row = await env.DB.prepare("select spotify, spotify_asked_at as askedAt from tracks where id = ?")
    .bind(id)
    .first<{ spotify: string | null; askedAt: number | null }>();
  if (row === null) throw new Error("there is no such track");
  return row;
}

const searches = async (title: string) =>
  (await received("/v1/search")).filter(({ path }) => path.includes(title.replaceAll(" ", "+")));

test("tracks that were played lately are found by name, once in thirty days", async () => {
  const run = makeJob();
  const id = await answerOf<{ id: string }>(
    request("/dev/elsewhere/spotify/catalogue", {
      body: { name: "Night Bus - Cy Remix", artists: ["Ana"], isrc: "NLRD51234567" },
    }),
  );
  const [found, remix, none, own, old] = await Promise.all([
    played("day bus"),
    played("Night Bus (Cy Remix)"),
    played("unreleased bus"),
    played("owned bus"),
    played("old bus", Date.now() - 10 * dayMs),
  ]);
  await env.DB.prepare("update tracks set spotify = 'operators' where id = ?").bind(own).run();
  await run();
  expect((await rowOf(found)).spotify).toMatch(/^[0-9a-f]{22}$/);
  expect((await rowOf(remix)).spotify).toBe(id.id);
  expect(await rowOf(none)).toMatchObject({ spotify: null, askedAt: expect.any(Number) });
  expect(await rowOf(own)).toEqual({ spotify: "operators", askedAt: null });
  expect(await rowOf(old)).toEqual({ spotify: null, askedAt: null });
  const [asked] = await searches("day bus");
  expect(new URLSearchParams(asked?.path.split("?")[1]).get("limit")).toBe("10");

  await run();
  expect(await searches("unreleased bus")).toHaveLength(1);
  await env.DB.prepare("update plays set played_at = ? where track_id = ?")
    .bind(Date.now() + 31 * dayMs, none)
    .run();
  await run(31 * dayMs);
  expect(await searches("unreleased bus")).toHaveLength(2);
});

test("a limit stops the search until the time that Spotify gives, a quota for a day", async () => {
  const run = makeJob();
  const first = await played("limited bus");
  await failNext({ status: 429, path: "/v1/search", retryAfter: 700 });
  await run();
  expect(await rowOf(first)).toEqual({ spotify: null, askedAt: null });
  await run(600_000);
  expect(await searches("limited bus")).toHaveLength(1);
  await run(701_000);
  expect((await rowOf(first)).spotify).not.toBeNull();

  const second = await played("spent bus");
  await failNext({ status: 429, path: "/v1/search" });
  await run(800_000);
  await run(dayMs);
  expect(await searches("spent bus")).toHaveLength(1);
  await run(dayMs + 900_000);
  expect((await rowOf(second)).spotify).not.toBeNull();
});

test("a refusal pauses the search for an hour; without a response the next run asks again", async () => {
  const run = makeJob();
  const id = await played("refused bus");
  await failNext({ status: 500, path: "/api/token" });
  await run();
  await run(findTerms.refusedMs - 60_000);
  expect(await searches("refused bus")).toEqual([]);
  await failNext({ status: 0, path: "/v1/search", isHandled: true });
  await run(findTerms.refusedMs + 60_000);
  expect((await rowOf(id)).askedAt).toBeNull();
  await run(findTerms.refusedMs + 120_000);
  expect((await rowOf(id)).spotify).not.toBeNull();
});

test("six months after the consent the access ends", async () => {
  const tokens = await tokensOf(person);
  await answerOf(request("/dev/elsewhere/clock", { body: { aheadMs: 180 * dayMs } }));
  expect((await answerOf<SpotifyTokensView>(refresh(tokens))).access).not.toBeNull();
  await answerOf(request("/dev/elsewhere/clock", { body: { aheadMs: 3 * dayMs } }));
  expect(await answerOf(refresh(tokens))).toEqual(noAccess);
});
