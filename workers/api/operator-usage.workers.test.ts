/** The usage of a deployed copy, as operators see it: the client of Cloudflare's analytics against its simulator. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { readAnalytics } from "#app/domains/outside/operator/usage/analytics.ts";
import { readUsage } from "#app/domains/outside/operator/usage/overview.server.ts";
import type { UsageMeterPort } from "#app/domains/outside/operator/usage/port.ts";
import { prices } from "#packages/usage-meter/prices.ts";
import { noUsage } from "#packages/usage-meter/usage.ts";
import { failNext } from "#tests/helpers/linked-accounts.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "../context.ts";

const contextOf = (bindings: Env = env) => createAppContext(new Request(env.CUE_ORIGIN), bindings, null);
/** The tenth of a month of thirty days. */
const from = Date.parse("2027-04-01T00:00:00Z");
const now = Date.parse("2027-04-11T00:00:00Z");
const at = (ms: number) => ({ now: () => ms });

const counted = (
  dataset: string,
  sum: Record<string, number>,
  dimensions: Record<string, string> = {},
  time = from + 1,
) => answerOf(request("/dev/elsewhere/cloudflare/groups", { body: { dataset, at: time, sum, dimensions } }));

test("the counts of a month are those of the account's datasets, with twenty messages as one request", async () => {
  const objects = "durableObjectsInvocationsAdaptiveGroups";
  const operations = "r2OperationsAdaptiveGroups";
  await counted("workersInvocationsAdaptive", { requests: 30 }, { scriptName: "cue-music" });
  await counted("workersInvocationsAdaptive", { requests: 12 }, { scriptName: "another" });
  await counted(objects, { requests: 100 }, { type: "fetch" });
  await counted(objects, { requests: 7 }, { type: "alarm" });
  await counted(objects, { requests: 400 }, { type: "websocketMessage" });
  const period = { duration: 128, inboundWebsocketMsgCount: 200, rowsRead: 5, rowsWritten: 25_000_000 };
  await counted("durableObjectsPeriodicGroups", period, { namespaceId: "rooms" });
  await counted("d1AnalyticsAdaptiveGroups", { rowsRead: 6, rowsWritten: 3 });
  for (const [actionType, requests] of [
    ["PutObject", 10],
    ["SomethingNew", 1],
    ["GetObject", 20],
    ["HeadObject", 2],
    ["DeleteObject", 99],
  ] as const)
    await counted(operations, { requests }, { actionType });
  // Of the month before.
  await counted("d1AnalyticsAdaptiveGroups", { rowsRead: 1_000, rowsWritten: 1_000 }, {}, from - 1);

  const { meter } = contextOf();
  expect(await meter.read({ from, to: now })).toEqual({
    is: "counted",
    scope: "account",
    from,
    to: now,
    usage: {
      rowsWritten: 25_000_003,
      rowsRead: 11,
      alarms: 7,
      requests: 107 + 600 / 20,
      awakeMs: 1_000_000,
      r2Writes: 11,
      r2Reads: 22,
      workerCalls: 42,
    },
  });

  const usage = await readUsage({ meter, clock: at(now) });
  expect(usage).toMatchObject({ state: "counted", pricesOf: prices.date });
  expect(usage.counted?.soFar.total).toBe(prices.plan);
  // Three times as much in a whole month, of which fifty million rows are included.
  expect(usage.counted?.month.total).toBeCloseTo(prices.plan + 25, 3);
  const line = (name: string) => usage.counted?.lines.find((each) => each.name === name);
  expect(line("rowsWritten")).toMatchObject({
    soFar: { count: 25_000_003, usd: 0 },
    month: { count: 75_000_009, usd: expect.closeTo(25, 3) },
  });
  expect(line("duration")).toMatchObject({ soFar: { count: 128 }, month: { count: 384 } });
});

test("a copy that has counted for a part of the month expects the rest to be like it", async () => {
  const startedAt = now - 24 * 3_600_000;
  const meter: UsageMeterPort = {
    read: async ({ to }) => ({
      is: "counted",
      scope: "copy",
      from: startedAt,
      to,
      usage: { ...noUsage, workerCalls: 1_000_000 },
    }),
  };
  const { counted: usage } = await readUsage({ meter, clock: at(now) });
  expect(usage?.month.parts.workerCalls).toBeCloseTo((30 - 10) * prices.workerCalls.perMillion, 6);
  expect(usage).toMatchObject({ scope: "copy", from: startedAt, to: now });
});

test("without access, with a wrong token, and while Cloudflare does not respond, the page says so", async () => {
  const deployed = { ...env, CUE_MODE: "production" } as unknown as Env;
  const off = await readUsage({ meter: contextOf(deployed).meter, clock: at(now) });
  expect(off).toMatchObject({
    state: "off",
    settings: ["CUE_CLOUDFLARE_ACCOUNT", "CUE_CLOUDFLARE_TOKEN"],
    counted: null,
  });
  const half = { ...deployed, CUE_CLOUDFLARE_ACCOUNT: "account" } as Env;
  expect(contextOf(half).connect("cloudflare")).toBeNull();

  const service = contextOf().connect("cloudflare");
  if (service === null) throw new Error("The service is off.");
  const read = (keys: { id: string; secret: string }) =>
    readAnalytics({ ...service, keys }, { from, to: now });
  expect(await read({ id: "local", secret: "wrong" })).toEqual({ is: "refused" });
  expect(await read({ id: "another", secret: "local-secret" })).toEqual({ is: "refused" });
  expect(await read({ id: "local", secret: "" })).toEqual({ is: "refused" });

  const { meter } = contextOf();
  for (const [status, state] of [
    [0, "unreachable"],
    [500, "unreachable"],
    [403, "refused"],
  ] as const) {
    await failNext({ count: 1, status }, "cloudflare");
    expect((await readUsage({ meter, clock: at(now) })).state).toBe(state);
  }
});
