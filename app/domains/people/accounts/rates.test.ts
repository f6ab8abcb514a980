import { expect, test, vi } from "vitest";
import type { AppContext } from "#app/context.ts";
import { checkPasswordInTurn } from "./rates.server.ts";

/** A network with counters in which no time passes. */
function makeNetwork() {
  const used = new Map<string, number>();
  const limits: Pick<AppContext["limits"], "take" | "giveBack"> = {
    take: async (key, { max }) => {
      const uses = used.get(key) ?? 0;
      if (uses >= max) return { ok: false, code: "rate-limited", retryAfterMs: 1_000 };
      used.set(key, uses + 1);
      return { ok: true };
    },
    giveBack: async (key) => void used.set(key, (used.get(key) ?? 0) - 1),
  };
  return { limits, clientKey: "network", clientShare: 1 } as unknown as AppContext;
}

const codesOf = (tries: Promise<unknown>[]) =>
  Promise.all(
    tries.map((each) =>
      each.then(
        () => "checked",
        (error: { code: string }) => error.code,
      ),
    ),
  );

test("sixty wrong passwords of sixty accounts at once cost one network forty hashes, and no owner theirs", async () => {
  const ctx = makeNetwork();
  const check = vi.fn(() => ({ isRight: false }));
  const codes = await codesOf(
    Array.from({ length: 60 }, (_, place) =>
      checkPasswordInTurn(ctx, { id: `account ${place}`, isOwner: false }, check),
    ),
  );
  expect(check).toHaveBeenCalledTimes(40);
  expect(codes.filter((code) => code === "checked")).toHaveLength(40);
  expect(codes.filter((code) => code === "rate-limited")).toHaveLength(20);
  expect(await codesOf([checkPasswordInTurn(ctx, { id: "account 1", isOwner: true }, check)])).toEqual([
    "checked",
  ]);
});

test("a check that finds no room, or a wrong password, is not one of the account's sixty in an hour", async () => {
  const ctx = makeNetwork();
  const giveBack = vi.spyOn(ctx.limits, "giveBack");
  const codes = await codesOf(
    Array.from({ length: 50 }, (_, place) =>
      checkPasswordInTurn(ctx, { id: `owner ${place}`, isOwner: true }, () => ({ isRight: place === 0 })),
    ),
  );
  expect(codes.filter((code) => code === "unavailable").length).toBeGreaterThanOrEqual(7);
  expect(giveBack.mock.calls.flat()).not.toContain("password:owner 0");
  expect(giveBack).toHaveBeenCalledTimes(49);
});
