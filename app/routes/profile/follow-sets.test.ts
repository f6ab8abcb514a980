import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { listLatestSetsCall } from "#app/domains/air/sets/calls/changes.ts";
import FollowSets from "./follow-sets.tsx";

const followed = vi.hoisted(() => [] as { key: string; read: () => Promise<unknown> }[]);

vi.mock("#app/ui/use-updates.ts", () => ({
  useUpdates: (key: string, read: () => Promise<unknown>) => followed.push({ key, read }),
}));
vi.mock("#app/api-client.ts", () => ({
  callApi: async (call: { path: string }, input: object) => ({ path: call.path, ...input }),
}));

test("the performances of a profile are read again as its performer comes on and goes off the air", async () => {
  for (const place of ["stage/pier", null])
    renderToStaticMarkup(createElement(FollowSets, { performerId: "ada", place, onChange: () => {} }));
  const [onAir, offAir] = followed;
  expect(onAir?.key).not.toBe(offAir?.key);
  expect(await offAir?.read()).toEqual({ path: listLatestSetsCall.path, user: "ada" });
});
