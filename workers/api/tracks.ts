import { Hono } from "hono";
import * as z from "zod/mini";
import { PersonInput, PersonPageInput } from "#app/domains/people/contract/relations.ts";
import { StageInput } from "#app/domains/stages/contract.ts";
import { listRoomTracks } from "#app/domains/stages/operations.server.ts";
import {
  FavoriteInput,
  FavoritePage,
  FavoriteView,
  PlayPage,
  PlayView,
} from "#app/domains/tracks/contract.ts";
import {
  favorite,
  listFavorites,
  listLatestFavorites,
  listLatestTracks,
  listPersonPlays,
  openFavorites,
  openPersonPlays,
  unfavorite,
} from "#app/domains/tracks/operations.server.ts";
import { CursorInput } from "#app/paging.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const tracks = new Hono<HonoEnv>()
  .get("/tracks/latest", call("user", "The latest plays anywhere.", z.array(PlayView)), async (c) =>
    c.json(await listLatestTracks(c.get("app"))),
  )
  .post(
    "/trackHistory/getLatestRoomTracks",
    call("user", "The latest plays on a stage.", z.array(PlayView)),
    body(StageInput),
    async (c) => c.json(await listRoomTracks(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/trackHistory/getLatestProfileTracks",
    call("user", "The latest plays of a person.", z.array(PlayView)),
    body(PersonInput),
    async (c) => c.json(await listPersonPlays(c.get("app"), c.req.valid("json").user)),
  )
  .post(
    "/trackHistory/getLatestProfileTracksPaginate",
    call("user", "One page of a person's plays.", PlayPage),
    body(PersonPageInput),
    async (c) => c.json(await openPersonPlays(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/favorites/favorite",
    call("user", "Mark a track; the play that was audible gets the credit.", FavoriteView),
    body(FavoriteInput),
    async (c) => c.json(await favorite(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/favorites/unfavorite",
    call("user", "Take a mark away.", FavoriteView),
    body(FavoriteInput),
    async (c) => c.json(await unfavorite(c.get("app"), c.req.valid("json"))),
  )
  .get(
    "/favorites/getFavorites",
    call("user", "The newest favorites of the signed-in user.", z.array(FavoriteView)),
    async (c) => c.json(await listFavorites(c.get("app"))),
  )
  .post(
    "/favorites/getFavoritesPaginate",
    call("user", "One page of the signed-in user's favorites.", FavoritePage),
    body(CursorInput),
    async (c) => c.json(await openFavorites(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/favorites/getLatestFavorites",
    call("user", "The last few favorites of a person.", z.array(FavoriteView)),
    body(PersonInput),
    async (c) => c.json(await listLatestFavorites(c.get("app"), c.req.valid("json").user)),
  );
