/** No page is forgotten: each route of the application has an axe check. */
import { readFile } from "node:fs/promises";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import {
  type Furniture,
  forMembers,
  forStrangers,
  lookedAtElsewhere,
} from "#tests/fixtures/accessible-places.ts";

/** The address patterns of pages; a layout route is covered by its pages. */
function patternsOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const pattern = [above, path].filter(Boolean).join("/");
    return children.length === 0 ? [pattern] : patternsOf(children, pattern);
  });
}

const nothing = { id: "", mount: "", password: "", port: 0, username: "" };
const furniture = {
  live: nothing,
  idle: nothing,
  performer: nothing,
  blocked: nothing,
  song: "",
  artist: "",
  label: "",
  genre: "",
} as unknown as Furniture;
const looked = [...forStrangers(furniture), ...forMembers(furniture)].flatMap(({ route }) => route ?? []);

test("every page of app/routes.ts has an accessibility check, and every check has a page", () => {
  const known = [...looked, ...Object.keys(lookedAtElsewhere)];
  expect(known.toSorted()).toEqual(patternsOf(routes).toSorted());
});

test("the listed journeys check accessibility and open their pages", async () => {
  for (const [route, journey] of Object.entries(lookedAtElsewhere)) {
    const text = await readFile(`tests/e2e/${journey}.spec.ts`, "utf8");
    expect(text, journey).toMatch(/\b(expectAccessible|violationsOf)\(/);
    const [fixed = ""] = route.split("/:");
    const last = fixed.split("/").at(-1) ?? "";
    expect(text.includes(`/${fixed}`) || text.includes(last), `${route} in ${journey}`).toBe(true);
  }
});
