import { Hono } from "hono";
import * as z from "zod/mini";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import { endSetTest, startSetTest } from "#app/domains/sets/audio-test.server.ts";
import { cancelSet, updateSet } from "#app/domains/sets/change.server.ts";
import {
  CancelSetInput,
  OwnSetView,
  PerformerSetPageInput,
  PerformerSetsInput,
  PlayedSetView,
  SetChangeView,
  SetPage,
  SetTestView,
  StageScheduleInput,
  StageSetsInput,
  UpdateSetInput,
} from "#app/domains/sets/contract/changes.ts";
import { SetRecordView } from "#app/domains/sets/contract/record.ts";
import { UpcomingSetsInput } from "#app/domains/sets/contract/upcoming.ts";
import { SetInput, SetView } from "#app/domains/sets/contract.ts";
import { listUpcomingSets } from "#app/domains/sets/operations.server.ts";
import { openOwnSet } from "#app/domains/sets/own-set.server.ts";
import {
  listLatestRoomSets,
  listLatestSets,
  listMyPastSets,
  listMySets,
  listStageSchedule,
  listUserUpcomingSets,
  openPastSets,
} from "#app/domains/sets/played.server.ts";
import { openSetRecord } from "#app/domains/sets/record.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call, query } from "./call.ts";

export const sets = new Hono<HonoEnv>()
  .get(
    "/sets/getUpcomingSets",
    call("user", "Who is live on a profile, then every booked set that has not ended.", z.array(SetView)),
    query(UpcomingSetsInput),
    async (c) => c.json(await listUpcomingSets(c.get("app"), c.req.valid("query"))),
  )
  .post(
    "/sets/getSet",
    call("user", "One set, its tracks and its cheers.", SetRecordView),
    body(SetInput),
    async (c) => c.json(await openSetRecord(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/sets/getOwnSet",
    call("user", "A set of one's own or of a stage of one's own, also a cancelled one.", OwnSetView),
    body(SetInput),
    async (c) => c.json(await openOwnSet(c.get("app"), c.req.valid("json"))),
  )
  .get(
    "/sets/getMySets",
    call("user", "What the signed-in performer plays now or next.", z.array(SetView)),
    async (c) => c.json(await listMySets(c.get("app"))),
  )
  .get(
    "/sets/getMyPastSets",
    call("user", "The signed-in performer's latest played sets.", z.array(SetView)),
    async (c) => c.json(await listMyPastSets(c.get("app"))),
  )
  .post(
    "/sets/getUserUpcomingSets",
    call("user", "What a performer plays now or next.", z.array(SetView)),
    body(PerformerSetsInput),
    async (c) => c.json(await listUserUpcomingSets(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/sets/getLatestSets",
    call("user", "A performer's latest sets that were on air.", z.array(PlayedSetView)),
    body(PerformerSetsInput),
    async (c) => c.json(await listLatestSets(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/sets/getPastSetsPaginate",
    call("user", "A page of the sets that a performer has played.", SetPage),
    body(PerformerSetPageInput),
    async (c) => c.json(await openPastSets(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/sets/getLatestRoomSets",
    call("user", "The latest sets that were on air on a stage.", z.array(PlayedSetView)),
    body(StageSetsInput),
    async (c) => c.json(await listLatestRoomSets(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/sets/getRoomSchedule",
    call("user", "What is booked on a stage in a span of time.", z.array(SetView)),
    body(StageScheduleInput),
    async (c) => c.json(await listStageSchedule(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/sets/update",
    call("user", "Change a set of one's own or of a stage of one's own.", SetChangeView),
    body(UpdateSetInput),
    async (c) => c.json(await updateSet(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/sets/cancel",
    call("user", "Cancel a set of one's own or of a stage of one's own.", SetChangeView),
    body(CancelSetInput),
    async (c) => c.json(await cancelSet(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/sets/test",
    call("user", "A mount and password to test the sound before a set of one's own.", SetTestView),
    body(SetInput),
    async (c) => c.json(await startSetTest(c.get("app"), c.req.valid("json"))),
  )
  .post("/sets/endTest", call("user", "End that test.", NoticeView), body(SetInput), async (c) =>
    c.json(await endSetTest(c.get("app"), c.req.valid("json"))),
  );
