import { Hono } from "hono";
import * as z from "zod/mini";
import { ReferralInput, ReferralView } from "#app/domains/accounts/contract/settings.ts";
import { keepReferral, setReferral } from "#app/domains/accounts/referrals.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const referrals = new Hono<HonoEnv>()
  .post(
    "/referrals/temporaryReferral",
    call("public", "Remember for a week who referred this visitor.", z.literal(true)),
    body(ReferralInput),
    async (c) => c.json(await keepReferral(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/referrals/setReferral",
    call("user", "Say, once, who referred the signed-in user.", ReferralView),
    body(ReferralInput),
    async (c) => c.json(await setReferral(c.get("app"), c.req.valid("json"))),
  );
