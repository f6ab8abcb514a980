import { Hono } from "hono";
import * as z from "zod/mini";
import { StageConnectionView } from "#app/domains/media/contract.ts";
import { PersonView } from "#app/domains/people/contract.ts";
import { CheerInput, CheerView, SetView } from "#app/domains/sets/contract.ts";
import { openStageConnection, resetStageConnection } from "#app/domains/stages/connection.server.ts";
import {
  CreateStageInput,
  StageAlertInput,
  StageLogEntry,
  StageNoticeView,
  StageSearchInput,
  UpdateStageInput,
} from "#app/domains/stages/contract/manage.ts";
import { RoomView } from "#app/domains/stages/contract/room.ts";
import { StageInput, StageView } from "#app/domains/stages/contract.ts";
import { searchStages, toggleStageAlert } from "#app/domains/stages/find.server.ts";
import { listStageLog, openOwnStage, updateStage } from "#app/domains/stages/manage.server.ts";
import {
  cheer,
  listLineup,
  listManagers,
  listManaging,
  listStages,
  listSubscribed,
  subscribe,
  unsubscribe,
} from "#app/domains/stages/operations.server.ts";
import { openRoomView } from "#app/domains/stages/room.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

/** The calls spell a stage `room`; below this edge it is a stage. */
export const stages = new Hono<HonoEnv>()
  .get("/rooms/getRooms", call("user", "Every stage, live ones first.", z.array(StageView)), async (c) =>
    c.json(await listStages(c.get("app"))),
  )
  .get(
    "/rooms/getSubscribed",
    call("user", "The stages that the signed-in user subscribes to.", z.array(StageView)),
    async (c) => c.json(await listSubscribed(c.get("app"))),
  )
  .get(
    "/rooms/getManaging",
    call("user", "The stages that the signed-in user manages.", z.array(StageView)),
    async (c) => c.json(await listManaging(c.get("app"))),
  )
  .post(
    "/rooms/getRoom",
    call(
      "user",
      "A stage with its lineup, its people, its awards, and to its managers its requests.",
      RoomView,
    ),
    body(StageInput),
    async (c) => c.json(await openRoomView(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/getRoomLineup",
    call("user", "What is now or next on a stage.", z.array(SetView)),
    body(StageInput),
    async (c) => c.json(await listLineup(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/getLineup",
    call("user", "What is now or next on a stage.", z.array(SetView)),
    body(StageInput),
    async (c) => c.json(await listLineup(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/getManagers",
    call("user", "Who manages a stage.", z.array(PersonView)),
    body(StageInput),
    async (c) => c.json(await listManagers(c.get("app"), c.req.valid("json"))),
  )
  .post("/rooms/subscribe", call("user", "Subscribe to a stage.", StageView), body(StageInput), async (c) =>
    c.json(await subscribe(c.get("app"), c.req.valid("json"))),
  )
  .post("/rooms/unsubscribe", call("user", "End a subscription.", StageView), body(StageInput), async (c) =>
    c.json(await unsubscribe(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/toggleAlert",
    call("user", "Alerts of a stage that one subscribes to.", StageView),
    body(StageAlertInput),
    async (c) => c.json(await toggleStageAlert(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/search",
    call("user", "Booking stages by name, genre or description.", z.array(StageView)),
    body(StageSearchInput),
    async (c) => c.json(await searchStages(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/update",
    call("user", "Change or convert a stage of one's own.", StageNoticeView),
    body(UpdateStageInput),
    async (c) => c.json(await updateStage(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/create",
    call("user", "A new stage; managers only.", StageView),
    body(CreateStageInput),
    async (c) => c.json(await openOwnStage(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/getLog",
    call("user", "What was done to a stage of one's own, newest first.", z.array(StageLogEntry)),
    body(StageInput),
    async (c) => c.json(await listStageLog(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/generateInstantPrivate",
    call("user", "A new mount and password for a stage of one's own; the old ones end.", StageConnectionView),
    body(StageInput),
    async (c) => c.json(await resetStageConnection(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/media/stageConnection",
    call("user", "What the encoder of an on-demand stage of one's own connects with.", StageConnectionView),
    body(StageInput),
    async (c) => c.json(await openStageConnection(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/sets/cheer",
    call("user", "Cheer whoever is on air, once in three minutes.", CheerView),
    body(CheerInput),
    async (c) => c.json(await cheer(c.get("app"), c.req.valid("json"))),
  );
