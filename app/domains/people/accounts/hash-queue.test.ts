import { expect, test } from "vitest";
import { AppError } from "#app/errors.ts";
import { HashQueue, maxWaiting } from "./hash-queue.ts";

/** A queue with a clock of its own, which each hash and each wait moves on. */
function makeQueue(hashMs = 300) {
  let now = 0;
  let sleepers: (() => void)[] = [];
  const queue = new HashQueue(
    () => now,
    () => new Promise((wake) => sleepers.push(wake)),
  );
  const hashed: { name: number; from: number; to: number }[] = [];
  const hash = (name: number) =>
    queue.run(() => {
      const from = now;
      now += hashMs;
      hashed.push({ name, from, to: now });
      return name;
    });
  /** Time passes, and those that wait ask again. */
  const pass = async (ms: number) => {
    for (const until = now + ms; now < until; now += 20) {
      const woken = sleepers;
      sleepers = [];
      for (const wake of woken) wake();
      await new Promise((done) => setTimeout(done));
    }
  };
  /** The requests that wait are given up. */
  const giveUp = () => (sleepers = []);
  return { hash, hashed, pass, giveUp };
}

test("of sixty hashes at once one begins, forty wait, and the others are refused for a while", async () => {
  const { hash, hashed, pass } = makeQueue();
  const all = Array.from({ length: 60 }, (_, name) => hash(name).catch((error: unknown) => error));
  expect(hashed.map(({ name }) => name)).toEqual([0]);
  const refused = await Promise.all(all.slice(1 + maxWaiting));
  expect(refused).toHaveLength(60 - 1 - maxWaiting);
  for (const error of refused) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "unavailable", status: 503, retryAfterMs: 5_000 });
  }
  await pass(30_000);
  const inOrder = Array.from({ length: 1 + maxWaiting }, (_, name) => name);
  expect(await Promise.all(all.slice(0, 1 + maxWaiting))).toEqual(inOrder);
  expect(hashed.map(({ name }) => name)).toEqual(inOrder);
  // Others have at least as long as each of them took, as long as more wait.
  for (const [place, { to }] of hashed.slice(0, -2).entries())
    expect(hashed[place + 1]!.from - to).toBeGreaterThanOrEqual(300);
});

test("who gives up keeps no one from theirs for long", async () => {
  const { hash, hashed, pass, giveUp } = makeQueue();
  for (let name = 0; name <= maxWaiting; name++) void hash(name);
  giveUp();
  await expect(hash(50)).rejects.toThrow(AppError);
  await pass(4_000);
  const late = hash(51);
  await pass(1_000);
  expect(await late).toBe(51);
  expect(hashed.map(({ name }) => name)).toEqual([0, 51]);
});

test("one that fails is followed by the next", async () => {
  const { hash, pass } = makeQueue();
  const queue = new HashQueue(
    () => 0,
    () => Promise.resolve(),
  );
  await expect(
    queue.run(() => {
      throw new RangeError("no such cost");
    }),
  ).rejects.toThrow(RangeError);
  const next = hash(1);
  await pass(100);
  expect(await next).toBe(1);
});
