import { Hono } from "hono";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import { MessageInput } from "#app/domains/messages/contract.ts";
import { deleteProfileMessage } from "#app/domains/messages/operations.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const messages = new Hono<HonoEnv>().post(
  "/messages/deleteProfileMessage",
  call("user", "Take a message off one's own profile.", NoticeView),
  body(MessageInput),
  async (c) => c.json(await deleteProfileMessage(c.get("app"), c.req.valid("json"))),
);
