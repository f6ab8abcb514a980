import { expect, test } from "vitest";
import { HostPace } from "./host-pace.ts";
import { type HostRule, hostRules } from "./hosts.ts";

function paceOf(host: string) {
  const hand = { now: 1_000_000 };
  const pace = new HostPace(hostRules.get(host) as HostRule, () => hand.now);
  const next = (path = "/") => {
    const waitMs = pace.wait(path);
    pace.reserve(waitMs);
    return waitMs;
  };
  return { hand, pace, next };
}

const hook = (id: number, rest = "") => `/api/v10/webhooks/${id}/token-${id}${rest}`;

test("one request a second, each later than the one before", () => {
  const { hand, next } = paceOf("musicbrainz.org");
  expect([next(), next(), next()]).toEqual([0, 1_000, 2_000]);
  hand.now += 2_500;
  expect(next()).toBe(500);
  hand.now += 10_000;
  expect(next()).toBe(0);
});

test("three a second, and twenty a minute, in any order within that time", () => {
  expect(Array.from({ length: 7 }, () => paceOf("api.acoustid.org")).map(({ next }) => next())).toEqual(
    Array(7).fill(0),
  );
  const { next } = paceOf("api.acoustid.org");
  expect(Array.from({ length: 7 }, () => next())).toEqual([0, 0, 0, 1_000, 1_000, 1_000, 2_000]);
  const itunes = paceOf("itunes.apple.com");
  const waits = Array.from({ length: 21 }, () => itunes.next());
  expect(waits.slice(0, 20)).toEqual(Array(20).fill(0));
  expect(waits[20]).toBe(60_000);
});

test("a webhook waits as its headers say, and the others do not", () => {
  const { hand, pace } = paceOf("discord.com");
  const used = new Headers({ "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "1.25" });
  pace.learn(hook(1), 200, used);
  expect(pace.wait(hook(1, "/messages/9"))).toBe(1_250);
  expect(pace.wait(hook(2))).toBe(0);
  pace.learn(hook(2), 429, new Headers({ "retry-after": "7", "x-ratelimit-reset-after": "6.4" }));
  expect(pace.wait(hook(2))).toBe(7_000);
  expect(pace.wait(hook(3))).toBe(0);
  hand.now += 7_000;
  expect(pace.wait(hook(2))).toBe(0);
});

test("a global limit and a block are those of every webhook", () => {
  const { hand, pace } = paceOf("discord.com");
  pace.learn(hook(1), 429, new Headers({ "retry-after": "3", "x-ratelimit-global": "true" }));
  expect(pace.wait(hook(2))).toBe(3_000);
  hand.now += 3_000;
  // A page of error 1015 says nothing.
  pace.learn(hook(1), 429, new Headers({ "content-type": "text/html" }));
  expect(pace.wait(hook(2))).toBe(60_000);
});

test("a refusal without a time closes a service for a minute", () => {
  const { pace } = paceOf("itunes.apple.com");
  pace.learn("/search", 403, new Headers());
  expect(pace.wait("/search")).toBe(60_000);
});

test("Discord is left alone before it would block the address", () => {
  const { hand, pace } = paceOf("discord.com");
  for (let i = 0; i < 4_999; i++) pace.learn(hook(i), 401, new Headers());
  expect(pace.wait(hook(1))).toBe(0);
  hand.now += 1_000;
  pace.learn(hook(1), 401, new Headers());
  expect(pace.wait(hook(1))).toBe(599_000);
});
