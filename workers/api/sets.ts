import { Hono } from "hono";
import * as z from "zod/mini";
import { SetInput, SetView } from "#app/domains/sets/contract.ts";
import { getSet, listUpcomingSets } from "#app/domains/sets/operations.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const sets = new Hono<HonoEnv>()
  .get(
    "/sets/getUpcomingSets",
    call("user", "Who is live on a profile, then every booked set that has not ended.", z.array(SetView)),
    async (c) => c.json(await listUpcomingSets(c.get("app"))),
  )
  .post("/sets/getSet", call("user", "One set.", SetView), body(SetInput), async (c) =>
    c.json(await getSet(c.get("app"), c.req.valid("json"))),
  );
