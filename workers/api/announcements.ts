import { Hono } from "hono";
import * as z from "zod/mini";
import { CheckInput, CheckView, ServerMessageView } from "#app/domains/announcements/contract.ts";
import { checkAnnouncements, listServerMessages } from "#app/domains/announcements/operations.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const announcements = new Hono<HonoEnv>()
  .post(
    "/announcements/check",
    call("user", "What was announced after the announcement of this number.", CheckView),
    body(CheckInput),
    async (c) => c.json(await checkAnnouncements(c.get("app"), c.req.valid("json"))),
  )
  .get(
    "/announcements/serverMessages",
    call(
      "user",
      "Announcements, and what the signed-in user was awarded, latest first.",
      z.array(ServerMessageView),
    ),
    async (c) => c.json(await listServerMessages(c.get("app"))),
  );
