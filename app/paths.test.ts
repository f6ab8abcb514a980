import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import * as paths from "./paths.ts";
import routes from "./routes.ts";

test.each(Object.entries(paths))("%s leads to a page", (_name, path) => {
  const matches = matchRoutes(routes as RouteObject[], path("anything").split("?", 1)[0] ?? "");
  const { index = false, path: found } = matches?.at(-1)?.route ?? {};
  expect(index || (found !== undefined && found !== "*")).toBe(true);
});
