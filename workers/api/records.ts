import { Hono } from "hono";
import {
  ArtistInput,
  ArtistProfileView,
  LabelInput,
  LabelProfileView,
  TrackInput,
  TrackProfileView,
} from "#app/domains/tracks/contract/records.ts";
import { openArtist, openLabel, openTrack } from "#app/domains/tracks/records.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const records = new Hono<HonoEnv>()
  .post(
    "/trackHistory/trackProfile",
    call("user", "A song: who made it, how much it was played, and its last plays.", TrackProfileView),
    body(TrackInput),
    async (c) => c.json(await openTrack(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/records/artistProfile",
    call("user", "An artist, by id or name, with their songs.", ArtistProfileView),
    body(ArtistInput),
    async (c) => c.json(await openArtist(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/records/labelProfile",
    call("user", "A label with its songs and the label that it belongs to.", LabelProfileView),
    body(LabelInput),
    async (c) => c.json(await openLabel(c.get("app"), c.req.valid("json"))),
  );
