import { Hono } from "hono";
import * as z from "zod/mini";
import { DeskView } from "#app/domains/sets/contract/desk.ts";
import {
  RequestCountsView,
  RequestInput,
  RoomRequestsInput,
  SetRequestAnswer,
  SetRequestInput,
  SetRequestView,
} from "#app/domains/sets/contract/requests.ts";
import { openDesk } from "#app/domains/sets/desk.server.ts";
import {
  acceptSetRequest,
  countRequests,
  declineSetRequest,
  listMyRequests,
  listStageRequests,
  requestSet,
} from "#app/domains/sets/requests.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const requests = new Hono<HonoEnv>()
  .get(
    "/djs/desk",
    call("user", "The signed-in performer's own page: what they play, are asked and have played.", DeskView),
    async (c) => c.json(await openDesk(c.get("app"))),
  )
  .get(
    "/setRequests/getMyRequests",
    call("user", "What waits for an answer about the signed-in performer.", z.array(SetRequestView)),
    async (c) => c.json(await listMyRequests(c.get("app"))),
  )
  .get(
    "/setRequests/getCounts",
    call(
      "user",
      "How many requests wait for the signed-in user's answer: as a performer, and as a manager.",
      RequestCountsView,
    ),
    async (c) => c.json(await countRequests(c.get("app"))),
  )
  .post(
    "/setRequests/getRoomRequests",
    call("user", "What waits for an answer on a stage of one's own.", z.array(SetRequestView)),
    body(RoomRequestsInput),
    async (c) => c.json(await listStageRequests(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/setRequests/request",
    call("user", "Ask for a set, or book it where nobody has to answer.", SetRequestAnswer),
    body(SetRequestInput),
    async (c) => c.json(await requestSet(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/setRequests/accept",
    call("user", "The other party's yes: the sets of the request are booked.", SetRequestAnswer),
    body(RequestInput),
    async (c) => c.json(await acceptSetRequest(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/setRequests/decline",
    call("user", "The other party's no, or the asking party's withdrawal.", SetRequestAnswer),
    body(RequestInput),
    async (c) => c.json(await declineSetRequest(c.get("app"), c.req.valid("json"))),
  );
