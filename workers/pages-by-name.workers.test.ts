/** Pages of a person open by their id and by their name, as in the address of a player. */
import { env } from "cloudflare:test";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { appContext } from "#app/router-context.ts";
import * as embeddedProfile from "#app/routes/embedded-profile/route.tsx";
import * as followers from "#app/routes/follow-lists/followers-route.tsx";
import * as following from "#app/routes/follow-lists/following-route.tsx";
import * as performances from "#app/routes/performances/route.tsx";
import * as profile from "#app/routes/profile/route.tsx";
import * as songs from "#app/routes/profile-songs/route.tsx";
import routes from "#app/routes.ts";
import { makePerformer, viewerOf } from "#tests/helpers/people.ts";
import { createAppContext } from "./context.ts";

/** The loaders of all routes that take a person. The Worker of these tests has no pages. */
const pages: Readonly<Record<string, { loader: (args: never) => unknown }>> = {
  "profile/:user?": profile,
  "profile/songs/:user": songs,
  "profile/performances/:user": performances,
  "following/:user?": following,
  "followers/:user?": followers,
  "player/:username": embeddedProfile,
};

interface Node {
  path?: string | undefined;
  children?: readonly Node[] | undefined;
}
const pathsIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(({ path = "", children = [] }) => [path, ...pathsIn(children)]);

test("every route that takes a person is here", () => {
  const named = pathsIn(routes).filter((path) => /:user(name)?\??$/.test(path));
  expect(named.toSorted()).toEqual(Object.keys(pages).toSorted());
});

test.each(Object.entries(pages))("%s opens by id and by name", async (path, { loader }) => {
  const username = `Ada von ${path.replace(/\W+/g, " ").trim()}`;
  const ada = await makePerformer({ username });
  const open = async (name: string) => {
    const request = new Request(`http://localhost:8787/${path}`);
    const context = new RouterContextProvider();
    context.set(appContext, createAppContext(request, env, viewerOf(ada)));
    const params = { user: name, username: name };
    return JSON.stringify(await loader({ request, params, context } as never));
  };
  for (const name of [ada.id, username, username.toUpperCase(), username.replaceAll(" ", "-")])
    expect([name, await open(name)]).toEqual([name, expect.stringContaining(ada.id)]);
  await expect(open("Nobody of that name")).rejects.toMatchObject({ init: { status: 404 } });
});
