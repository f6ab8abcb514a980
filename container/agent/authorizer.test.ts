import { expect, test } from "vitest";
import { Authorizer, type Verdict } from "./authorizer.ts";

function setUp() {
  const world = { verdict: "allowed" as Verdict, isReachable: true, now: 0 };
  const authorizer = new Authorizer(
    async () => world.verdict,
    () => world.isReachable,
    () => world.now,
  );
  const leave = () => Object.assign(world, { verdict: "unavailable", isReachable: false });
  return { world, authorizer, leave };
}

test("only a password accepted in the last ten minutes stays valid while the Worker is unavailable", async () => {
  const { world, authorizer, leave } = setUp();
  await authorizer.check("a", "right");
  leave();
  expect(await authorizer.check("a", "right")).toBe("allowed");
  expect(await authorizer.check("a", "wrong")).toBe("unavailable");
  expect(await authorizer.check("b", "right")).toBe("unavailable");
  world.now += 9 * 60_000;
  authorizer.stillGood(["a"]);
  world.now += 9 * 60_000;
  expect(await authorizer.check("a", "right")).toBe("allowed");
  world.now += 2 * 60_000;
  expect(await authorizer.check("a", "right")).toBe("unavailable");
});

test("a password that was revoked or refused is forgotten", async () => {
  const { world, authorizer, leave } = setUp();
  await authorizer.check("a", "right");
  await authorizer.check("b", "right");
  authorizer.forget("a");
  world.verdict = "refused";
  expect(await authorizer.check("b", "right")).toBe("refused");
  leave();
  expect(await authorizer.check("a", "right")).toBe("unavailable");
  expect(await authorizer.check("b", "right")).toBe("unavailable");
});
