import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { listLatestSetsCall } from "#app/domains/air/sets/calls/changes.ts";
import { listUserUpcomingSetsCall } from "#app/domains/air/sets/calls/sets.ts";
import FollowSets from "./follow-sets.tsx";

const followed = vi.hoisted(() => [] as { key: string; read: () => Promise<unknown> }[]);

vi.mock("#app/ui/use-updates.ts", () => ({
  useUpdates: (key: string, read: () => Promise<unknown>) => followed.push({ key, read }),
}));
vi.mock("#app/api-client.ts", () => ({
  callApi: async (call: { path: string }, input: object) => ({ path: call.path, ...input }),
}));

test("the sets of a profile are read again as its performer comes on and goes off the air", async () => {
  const sets = (place: string | null) =>
    createElement(FollowSets, { performerId: "ada", place, onUpcoming: () => {}, onLatest: () => {} });
  for (const place of ["stage/pier", null]) renderToStaticMarkup(sets(place));
  expect(new Set(followed.map(({ key }) => key)).size).toBe(4);
  const paths = [listUserUpcomingSetsCall.path, listLatestSetsCall.path];
  expect(await Promise.all(followed.slice(2).map(({ read }) => read()))).toEqual(
    paths.map((path) => ({ path, user: "ada" })),
  );
});
