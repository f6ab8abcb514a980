import { expect, test } from "vitest";
import { GuessLimiter } from "./guess-limiter.ts";

/** A limiter whose clock is moved by the test. */
function limiterAt(start = 0) {
  let now = start;
  const limiter = new GuessLimiter(() => now);
  return { limiter, pass: (ms: number) => (now += ms) };
}

test("the first attempts have no delay, later ones an increasing delay, and too many are refused", () => {
  const { limiter } = limiterAt();
  const waits = Array.from({ length: 10 }, () => limiter.reserve("m", "1.2.3.4"));
  expect(waits).toEqual([0, 0, 0, 500, 1_500, 3_500, undefined, undefined, undefined, undefined]);
});

test("a client that retries an old key ten times a second delays the right key by at most two seconds", () => {
  const { limiter, pass } = limiterAt();
  for (let attempt = 0; attempt < 20; attempt++) pass((limiter.reserve("m", "home") ?? 0) + 100);
  const rightWaits = limiter.reserve("m", "home");
  expect(rightWaits).toBeLessThanOrEqual(2_000);
  expect(limiter.reserve("other", "home")).toBe(0);
  expect(limiter.reserve("m", "elsewhere")).toBe(0);
  pass(rightWaits ?? 0);
  limiter.succeed("m", "home");
  expect(limiter.reserve("m", "home")).toBe(0);
});

test("10,000 guesses for one mount in a minute cause about thirty requests", () => {
  const { limiter, pass } = limiterAt();
  let asked = 0;
  for (let guess = 0; guess < 10_000; guess++) {
    if (limiter.reserve("m", "1.2.3.4") !== undefined) asked++;
    pass(6);
  }
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(40);
});

test("guesses for many mounts from one address are limited, and an honest encoder there waits at most 5 s", () => {
  const { limiter, pass } = limiterAt();
  let asked = 0;
  for (let guess = 0; guess < 10_000; guess++) {
    if (limiter.reserve(`m${guess}`, "proxy") !== undefined) asked++;
    pass(1);
  }
  // A hundred immediately, then twenty a second for ten seconds, and those that wait now.
  expect(asked).toBeLessThanOrEqual(100 + 200 + 100);
  pass(200);
  expect(limiter.reserve("honest", "proxy")).toBeLessThanOrEqual(5_000);
});

test("attempts are forgotten after a minute, and the oldest earlier if there are too many", () => {
  const { limiter, pass } = limiterAt();
  for (let attempt = 0; attempt < 6; attempt++) limiter.reserve("m", "1.2.3.4");
  pass(70_000);
  expect(limiter.reserve("m", "1.2.3.4")).toBe(0);
});
