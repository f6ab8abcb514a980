import { Hono } from "hono";
import * as z from "zod/mini";
import {
  RecoveredView,
  RecoveryInput,
  RecoveryRequestInput,
} from "#app/domains/accounts/contract/recovery.ts";
import { recover, requestRecovery } from "#app/domains/accounts/recovery.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const recovery = new Hono<HonoEnv>()
  .post(
    "/recovery/request",
    call("public", "Mail a link that sets a new password.", z.literal(true)),
    body(RecoveryRequestInput),
    async (c) => c.json(await requestRecovery(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/recovery/reset",
    call("public", "Set a new password by a mailed link; every session ends.", RecoveredView),
    body(RecoveryInput),
    async (c) => c.json(await recover(c.get("app"), c.req.valid("json"))),
  );
