import { Hono } from "hono";
import * as z from "zod/mini";
import { ListenInput, ListenView } from "#app/domains/stages/contract.ts";
import { recordListen } from "#app/domains/stages/listens.server.ts";
import { CountryView, MyPerformerStatsView, ServiceView } from "#app/domains/stats/contract.ts";
import { getCountry, getMyStats, listServices } from "#app/domains/stats/operations.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const stats = new Hono<HonoEnv>()
  .get("/status", call("public", "The services and whether each is up.", z.array(ServiceView)), async (c) =>
    c.json(await listServices(c.get("app"))),
  )
  .get("/stats/getCountry", call("public", "The country the request came from.", CountryView), (c) =>
    c.json(getCountry(c.get("app"))),
  )
  .get(
    "/djs/stats",
    call("user", "What the signed-in performer has done.", MyPerformerStatsView),
    async (c) => c.json(await getMyStats(c.get("app"))),
  )
  .post(
    "/plays/count",
    call("public", "Count the caller as a listener of what is on air, once.", ListenView),
    body(ListenInput),
    async (c) => c.json(await recordListen(c.get("app"), c.req.valid("json"))),
  );
