import { Hono } from "hono";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import {
  ChatSettingsInput,
  ChatterInput,
  ModerationNoticeView,
  ModerationView,
  StageMessageInput,
  TimeoutInput,
} from "#app/domains/stages/contract/moderation.ts";
import { StageInput } from "#app/domains/stages/contract.ts";
import {
  banFromChat,
  deleteStageMessage,
  getModeration,
  liftRestriction,
  timeOut,
  updateChatSettings,
} from "#app/domains/stages/moderation.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const moderation = new Hono<HonoEnv>()
  .post(
    "/roomChat/getModeration",
    call("user", "How the chat of a stage of one's own is kept.", ModerationView),
    body(StageInput),
    async (c) => c.json(await getModeration(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomChat/update",
    call("user", "Slow mode, blocked words and links of a stage's chat.", ModerationNoticeView),
    body(ChatSettingsInput),
    async (c) => c.json(await updateChatSettings(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomChat/deleteMessage",
    call("user", "Take a message off a stage's chat.", NoticeView),
    body(StageMessageInput),
    async (c) => c.json(await deleteStageMessage(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomChat/timeout",
    call("user", "Let somebody not write in a stage's chat for a while.", NoticeView),
    body(TimeoutInput),
    async (c) => c.json(await timeOut(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomChat/ban",
    call("user", "Let somebody not write in a stage's chat until it is lifted.", ModerationNoticeView),
    body(ChatterInput),
    async (c) => c.json(await banFromChat(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomChat/lift",
    call("user", "Let somebody write in a stage's chat again.", ModerationNoticeView),
    body(ChatterInput),
    async (c) => c.json(await liftRestriction(c.get("app"), c.req.valid("json"))),
  );
