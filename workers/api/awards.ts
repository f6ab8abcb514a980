import { Hono } from "hono";
import * as z from "zod/mini";
import {
  EarnedAwardView,
  GeneralAwardView,
  ManageAwardInput,
  RoomAwardView,
  ShownAwardsView,
} from "#app/domains/awards/contract.ts";
import { listGeneralAwards, listMyAwards, showAward } from "#app/domains/awards/operations.server.ts";
import { listRoomAwards } from "#app/domains/awards/room-awards.server.ts";
import { StageInput } from "#app/domains/stages/contract.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const awards = new Hono<HonoEnv>()
  .get(
    "/awards/getMyAwards",
    call("user", "What the signed-in user has earned, latest first.", z.array(EarnedAwardView)),
    async (c) => c.json(await listMyAwards(c.get("app"))),
  )
  .get(
    "/awards/getGeneralAwards",
    call("user", "What everybody can earn.", z.array(GeneralAwardView)),
    async (c) => c.json(await listGeneralAwards(c.get("app"))),
  )
  .post(
    "/awards/getRoomAwards",
    call("user", "What a stage has given to people, latest first.", z.array(RoomAwardView)),
    body(StageInput),
    async (c) => c.json(await listRoomAwards(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/awards/manage",
    call("user", "Show an earned award as title or badge, or none.", ShownAwardsView),
    body(ManageAwardInput),
    async (c) => c.json(await showAward(c.get("app"), c.req.valid("json"))),
  );
