import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Call, callRates } from "#app/call.ts";
import { apiAs } from "#tests/helpers/api-in-node.ts";
import { declaredCalls } from "#workers/api/index.ts";
import { rates } from "./rates.ts";

/** Bindings that have already counted enough, and which keys they were asked for. */
function usedUp() {
  const keys: string[] = [];
  const binding = (rate: string) => ({
    limit: async ({ key }: { key: string }) => {
      keys.push(`${rate} ${key}`);
      return { success: false };
    },
  });
  const env = {
    CUE_MODE: "production",
    CUE_ORIGIN: "https://radio.example",
    RATE_USUAL: binding("usual"),
    RATE_OFTEN: binding("often"),
    RATE_NETWORK: binding("network"),
  };
  return { env, keys };
}

const asGuest = apiAs(null);
const asUser = apiAs({ id: "ada", isOperator: true });

const requestOf = ({ method }: Call): RequestInit =>
  method === "POST"
    ? { method, body: "{}", headers: { "content-type": "application/json" } }
    : { headers: { "x-cue": "1", "sec-fetch-site": "same-origin" } };

test("every call has a rate, counts by account and otherwise by network, and says when to try again", async () => {
  expect(declaredCalls.length).toBeGreaterThan(300);
  for (const call of declaredCalls) {
    for (const [app, caller] of [[asGuest, "network/0"] as const, [asUser, "ada"] as const]) {
      // Operators' calls do not exist for others.
      if (app === asGuest && call.path.startsWith("/operator/")) continue;
      const { env, keys } = usedUp();
      const response = await app.request(`/api${call.path}`, requestOf(call), env);
      expect({ path: call.path, status: response.status }).toEqual({ path: call.path, status: 429 });
      expect(response.headers.get("retry-after")).toBe("60");
      expect(await response.json()).toMatchObject({
        code: "rate-limited",
        error: "Too many attempts. Try again in 1 minute.",
      });
      expect(keys).toEqual([`${call.rate} ${call.path}:${caller}`]);
      expect(callRates).toHaveProperty(call.rate);
    }
  }
});

test("an unknown call is counted, too", async () => {
  const { env } = usedUp();
  expect((await asGuest.request("/api/no/such", {}, env)).status).toBe(429);
});

test("the bindings of wrangler.toml have these rates", () => {
  const config = readFileSync("wrangler.toml", "utf8");
  const declared = [
    ...config.matchAll(
      /name = "RATE_(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = 60 \}/g,
    ),
  ];
  expect(
    Object.fromEntries(declared.map(([, name = "", limit]) => [name.toLowerCase(), Number(limit)])),
  ).toEqual(rates);
});
