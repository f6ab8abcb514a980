import { Hono } from "hono";
import {
  FeedbackInput,
  ToggleSettings,
  ToggleSettingsInput,
} from "#app/domains/accounts/contract/settings.ts";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import { submitFeedback } from "#app/domains/accounts/feedback.server.ts";
import { getToggles, saveToggles } from "#app/domains/accounts/toggles.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const settings = new Hono<HonoEnv>()
  .get(
    "/users/getToggleSettings",
    call("user", "What the signed-in user is told, and what is posted for them.", ToggleSettings),
    async (c) => c.json(await getToggles(c.get("app"))),
  )
  .post(
    "/users/saveToggleSettings",
    call("user", "Change some of the toggles; answers all of them.", ToggleSettings),
    body(ToggleSettingsInput),
    async (c) => c.json(await saveToggles(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/feedback/submit",
    call("user", "Tell those who run this instance something.", NoticeView),
    body(FeedbackInput),
    async (c) => c.json(await submitFeedback(c.get("app"), c.req.valid("json"))),
  );
