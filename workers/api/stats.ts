import { Hono } from "hono";
import * as z from "zod/mini";
import { AppListenerInput, AppListenerView, ListenInput, ListenView } from "#app/domains/stages/contract.ts";
import { noteAppListener, recordListen } from "#app/domains/stages/listens.server.ts";
import {
  CountryView,
  CueStatsView,
  MyPerformerStatsView,
  PerformerRankView,
} from "#app/domains/stats/contract.ts";
import { getCountry, getMyStats } from "#app/domains/stats/operations.server.ts";
import {
  getCueStats,
  listNewestPerformers,
  listTopPerformers,
  listWeeklyPerformers,
} from "#app/domains/stats/rankings.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const stats = new Hono<HonoEnv>()
  .get("/stats/getCountry", call("public", "The country the request came from.", CountryView), (c) =>
    c.json(getCountry(c.get("app"))),
  )
  .get(
    "/djs/stats",
    call("user", "What the signed-in performer has done.", MyPerformerStatsView),
    async (c) => c.json(await getMyStats(c.get("app"))),
  )
  .get(
    "/djs/top",
    call("user", "The 50 performers with the most listeners.", z.array(PerformerRankView)),
    async (c) => c.json(await listTopPerformers(c.get("app"))),
  )
  .get("/djs/newest", call("user", "The newest performers.", z.array(PerformerRankView)), async (c) =>
    c.json(await listNewestPerformers(c.get("app"))),
  )
  .get(
    "/stats/weeklyDJs",
    call(
      "user",
      "The performers with the most listeners of the last seven days.",
      z.array(PerformerRankView),
    ),
    async (c) => c.json(await listWeeklyPerformers(c.get("app"))),
  )
  .get("/stats/get", call("user", "The whole instance in numbers.", CueStatsView), async (c) =>
    c.json(await getCueStats(c.get("app"))),
  )
  .post(
    "/plays/count",
    call("public", "Count the caller, who hears what is on air, as a listener of it, once.", ListenView),
    body(ListenInput),
    async (c) => c.json(await recordListen(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/stats/startiOSActiveListener",
    call("public", "An app plays the stream of a performance: call it every minute.", AppListenerView),
    body(AppListenerInput),
    async (c) => c.json(await noteAppListener(c.get("app"), c.req.valid("json"), { isOver: false })),
  )
  .post(
    "/stats/stopiOSActiveListener",
    call("public", "An app no longer plays that stream.", AppListenerView),
    body(AppListenerInput),
    async (c) => c.json(await noteAppListener(c.get("app"), c.req.valid("json"), { isOver: true })),
  );
