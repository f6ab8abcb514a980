/** Accounts at ListenBrainz and Last.fm, against their simulators: each flow of each service. */
import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ListenParty, listenParties } from "#app/domains/music/scrobbles/contract.ts";
import { getListenAccount, listListenAccounts } from "#app/domains/music/scrobbles/own.server.ts";
import { sendListen } from "#app/domains/music/scrobbles/send.server.ts";
import { Deliveries } from "#durable-objects/deliveries/deliveries.ts";
import { beginLink, decide, endLink, failNext, received } from "#tests/helpers/linked-accounts.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { everyTable } from "#tests/helpers/storage.ts";
import { createAppContext } from "../context.ts";
import { findViewer } from "../session.ts";

const keyless = { ...env, ELSEWHERE: undefined, CUE_ELSEWHERE: "" } as unknown as Env;
let person: Person;
let account: string;
let count = 0;

beforeEach(async () => {
  person = await makePerson();
  account = `listener-${++count}`;
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function contextOf(who: Person, of: Env = env) {
  const asPerson = new Request(env.CUE_ORIGIN, { headers: { authorization: `Bearer ${who.token}` } });
  return createAppContext(asPerson, of, await findViewer(asPerson, of));
}

/** The token that an account of the simulator shows to its owner. */
async function tokenOf(name: string): Promise<string> {
  const raw = { text: `username=${name}`, type: "application/x-www-form-urlencoded" };
  const page = await (await request("/dev/elsewhere/listenbrainz/settings/", { raw })).text();
  return /<code>(.+)<\/code>/.exec(page)?.[1] ?? "";
}

const storeToken = (as: Person, token: string) =>
  request("/api/social/listenbrainzStore", { as, body: { token } });

async function returned(as: Person, name: string): Promise<URL> {
  const { consent, cookie } = await beginLink(as, "lastfm");
  expect(consent.pathname).toBe("/dev/elsewhere/lastfm/api/auth/");
  return endLink(as, await decide(consent, name), cookie);
}

const storeLastFm = (as: Person, code: string | null) =>
  request("/api/social/lastfmStore", { as, body: { code } });

const linked: Record<ListenParty, (as: Person, name: string) => Promise<unknown>> = {
  listenbrainz: async (as, name) => answerOf(storeToken(as, await tokenOf(name))),
  lastfm: async (as, name) => answerOf(storeLastFm(as, (await returned(as, name)).searchParams.get("code"))),
};

const heard = { play: "play", artist: "Aña & Co", title: "Žurka + 1", heardAt: 0, durationMs: null };

async function send(party: ListenParty, agoMs = 60_000, of?: Env) {
  const listen = { ...heard, heardAt: Date.now() - agoMs };
  return sendListen(await contextOf(person, of), { userId: person.id, party, listen });
}

/** Returns the number of listens on the account's page at the simulator. */
async function keptBy(party: ListenParty, name: string): Promise<number> {
  const path = party === "listenbrainz" ? `/user/${name}/` : `/user/${name}`;
  const page = await (await request(`/dev/elsewhere/${party}${path}`)).text();
  return page.split("Aña &amp; Co – Žurka + 1").length - 1;
}

const accountOf = async (party: ListenParty) => getListenAccount(await contextOf(person), party);
const unlink = (party: ListenParty) =>
  answerOf(request("/api/social/unlink", { as: person, body: { social: party } }));
const pause = (party: ListenParty, isPaused: boolean) =>
  request("/api/social/pauseListens", { as: person, body: { social: party, isPaused } });

describe("ListenBrainz is linked", () => {
  test("by a token that it knows, and only by one", async () => {
    expect(await refusalOf(storeToken(person, "made-up"))).toBe("listens-token");
    expect(await refusalOf(storeToken(person, "has spaces"))).toBe("bad-input");
    expect(await accountOf("listenbrainz")).toBe(null);
    await failNext({ count: 1, status: 503, path: "validate" }, "listenbrainz");
    expect(await refusalOf(storeToken(person, await tokenOf(account)))).toBe("service-silent");
    await linked.listenbrainz(person, account);
    expect(await accountOf("listenbrainz")).toEqual({ name: account, isRefused: false, isPaused: false });
  });
});

describe("Last.fm is linked", () => {
  test("by a popup whose code works once, in the session that began", async () => {
    const other = await makePerson();
    const { consent, cookie } = await beginLink(person, "lastfm");
    const back = await decide(consent, account);
    expect((await endLink(other, back, cookie)).searchParams.get("error")).toBe("not-linked");
    expect((await endLink(person, back, "")).searchParams.get("error")).toBe("not-linked");
    const code = (await endLink(person, back, cookie)).searchParams.get("code");
    expect(code).not.toContain(back.searchParams.get("token"));
    expect(await refusalOf(storeLastFm(other, code))).toBe("link-failed");
    expect(await answerOf(storeLastFm(person, code))).toMatchObject({ name: account });
    expect(await refusalOf(storeLastFm(person, code))).toBe("link-failed");
  });

  test("not where its owner refuses, nor with a token that was not granted", async () => {
    const { consent, cookie } = await beginLink(person, "lastfm");
    const refused = await request(`${consent.pathname}${consent.search}`, {
      raw: { text: "decision=deny", type: "application/x-www-form-urlencoded" },
    });
    expect(refused.headers.get("location")).toBe(null);
    const madeUp = new URL("http://localhost:8787/api/social/lastfm?token=made-up");
    const code = (await endLink(person, madeUp, cookie)).searchParams.get("code");
    expect(await refusalOf(storeLastFm(person, code))).toBe("link-failed");
    expect(await accountOf("lastfm")).toBe(null);
  });
});

describe.each(listenParties)("%s", (party) => {
  test("keeps a listen once, however often it is sent", async () => {
    expect(await send(party)).toMatchObject({ is: "refused" });
    await linked[party](person, account);
    const listen = { ...heard, heardAt: Date.now() - 60_000 };
    const ctx = await contextOf(person);
    // The connection breaks after the service has read and kept it.
    await failNext({ count: 1, status: 0, isHandled: true }, party);
    const input = { userId: person.id, party, listen };
    expect(await sendListen(ctx, input)).toMatchObject({ is: "later", waitMs: null });
    expect(await sendListen(ctx, input)).toEqual({ is: "sent", remote: null, url: null });
    expect(await keptBy(party, account)).toBe(1);
  });

  test("linked again with another account, sends to that one", async () => {
    await linked[party](person, account);
    await linked[party](person, `${account}-b`);
    expect(await send(party)).toMatchObject({ is: "sent" });
    expect([await keptBy(party, account), await keptBy(party, `${account}-b`)]).toEqual([0, 1]);
  });

  test("that limits calls or is down is asked again later, as it says", async () => {
    await linked[party](person, account);
    await failNext({ count: 1, status: 429, retryAfter: 7 }, party);
    const waitMs = party === "listenbrainz" ? 7_000 : null;
    expect(await send(party)).toMatchObject({ is: "later", waitMs });
    await failNext({ count: 1, status: 503 }, party);
    expect(await send(party)).toMatchObject({ is: "later", waitMs: null });
    expect(await accountOf(party)).toMatchObject({ isRefused: false });
  });

  test("that refuses the token is not asked again until it is linked again", async () => {
    await linked[party](person, account);
    await failNext({ count: 1, status: 401 }, party);
    expect(await send(party)).toMatchObject({ is: "dead" });
    expect(await accountOf(party)).toEqual({ name: account, isRefused: true, isPaused: false });
    const before = (await received()).length;
    expect(await send(party)).toMatchObject({ is: "dead" });
    expect(await answerOf(pause(party, false))).toMatchObject({ isRefused: true });
    expect((await received()).length).toBe(before);
    await linked[party](person, account);
    expect(await send(party)).toMatchObject({ is: "sent" });
  });

  test("that will not take a listen says why", async () => {
    await linked[party](person, account);
    const inFuture = await send(party, -3_600_000);
    expect(inFuture).toMatchObject({
      is: "refused",
      details: expect.stringMatching(/ListenBrainz|Last\.fm/),
    });
  });

  test("paused, gets nothing until it is not", async () => {
    expect(await refusalOf(pause(party, true))).toBe("not-found");
    await linked[party](person, account);
    const forget = vi.spyOn(Deliveries.prototype, "forgetTarget");
    expect(await answerOf(pause(party, true))).toEqual({ name: account, isRefused: false, isPaused: true });
    expect(forget).toHaveBeenCalledTimes(1);
    expect(await send(party)).toMatchObject({ is: "refused" });
    expect(await answerOf(pause(party, false))).toMatchObject({ isPaused: false });
    expect(await send(party)).toMatchObject({ is: "sent" });
    expect(await keptBy(party, account)).toBe(1);
  });

  test("is unlinked, and its token is nowhere", async () => {
    await linked[party](person, account);
    await send(party);
    const log = JSON.stringify(await received());
    const rows = JSON.stringify(await everyTable());
    if (party === "listenbrainz")
      for (const place of [log, rows]) expect(place).not.toContain(await tokenOf(account));
    expect(log).not.toContain("local-secret");
    const forget = vi.spyOn(Deliveries.prototype, "forgetTarget");
    await unlink(party);
    await unlink(party);
    expect(forget).toHaveBeenCalledWith(party);
    expect(await accountOf(party)).toBe(null);
    expect(await send(party)).toMatchObject({ is: "refused" });
  });

  test("does not exist where the operator has not switched it on", async () => {
    await linked[party](person, account);
    const ctx = await contextOf(person, keyless);
    await expect(getListenAccount(ctx, party)).rejects.toMatchObject({ code: "not-found" });
    expect(await listListenAccounts(ctx)).toEqual([]);
    expect(await send(party, 60_000, keyless)).toMatchObject({ is: "refused" });
  });
});
