import { afterEach, expect, test } from "vitest";
import { agentKey, startFakeGateway } from "../../tests/fake-gateway.ts";
import { ServerClock } from "../server-clock.ts";
import { Control } from "./control.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

test("a request of the gateway is made, and its response returned under its id", async () => {
  const gateway = await startFakeGateway();
  stops.push(() => gateway.stop());
  const control = new Control({
    origin: gateway.url.replace("http", "ws"),
    agentKey,
    clock: new ServerClock(),
    snapshot: () => [],
    onRoute: () => {},
    onCut: () => {},
    onListeners: () => {},
    onFetch: async ({ id, url }) => ({ type: "fetched", id, status: 200, headers: {}, body: btoa(url) }),
    onReferences: () => {},
    onProbe: async (id) => ({ type: "probed", id, isRecognized: true, tookMs: 1 }),
    onFenced: () => {},
  });
  stops.push(control.start());
  await expect.poll(() => control.isConnected()).toBe(true);
  expect(gateway.offers).toEqual([["fetch", "ear"]]);
  const url = "https://discord.com/api";
  gateway.send({ type: "fetch", id: "one", method: "GET", url, headers: {}, body: null });
  await expect.poll(() => gateway.fetches).toHaveLength(1);
  expect(gateway.fetches).toEqual([
    { type: "fetched", id: "one", status: 200, headers: {}, body: btoa(url) },
  ]);
});
