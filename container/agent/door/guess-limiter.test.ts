import { expect, test } from "vitest";
import { GuessLimiter } from "./guess-limiter.ts";

/** A limiter whose clock stands still until it is moved. */
function limiterAt(start = 0) {
  let now = start;
  const limiter = new GuessLimiter(() => now);
  return { limiter, pass: (ms: number) => (now += ms) };
}

test("the first attempts wait for nothing, then each waits longer, and too many at once are turned away", () => {
  const { limiter } = limiterAt();
  const waits = Array.from({ length: 10 }, () => limiter.reserve("m", "1.2.3.4"));
  expect(waits).toEqual([0, 0, 0, 500, 1_500, 3_500, undefined, undefined, undefined, undefined]);
});

test("one who retries ten times a second with an old key leaves room for the right one, which ends the waiting", () => {
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

test("10,000 guesses of one mount in a minute are some thirty questions", () => {
  const { limiter, pass } = limiterAt();
  let asked = 0;
  for (let guess = 0; guess < 10_000; guess++) {
    if (limiter.reserve("m", "1.2.3.4") !== undefined) asked++;
    pass(6);
  }
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(40);
});

test("guesses at many mounts from one address are bounded too, and an honest encoder behind it is asked in time", () => {
  const { limiter, pass } = limiterAt();
  let asked = 0;
  for (let guess = 0; guess < 10_000; guess++) {
    if (limiter.reserve(`m${guess}`, "proxy") !== undefined) asked++;
    pass(1);
  }
  // A hundred at once, then twenty a second for ten seconds, and those that wait now.
  expect(asked).toBeLessThanOrEqual(100 + 200 + 100);
  pass(200);
  expect(limiter.reserve("honest", "proxy")).toBeLessThanOrEqual(5_000);
});

test("it forgets after a minute, and what was used longest ago where there is too much to keep", () => {
  const { limiter, pass } = limiterAt();
  for (let attempt = 0; attempt < 6; attempt++) limiter.reserve("m", "1.2.3.4");
  pass(70_000);
  expect(limiter.reserve("m", "1.2.3.4")).toBe(0);
});
