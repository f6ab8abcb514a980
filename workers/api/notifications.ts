import { Hono } from "hono";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import {
  DeviceView,
  EndpointInput,
  NotificationSettingsView,
  PushSubscriptionInput,
  QuietHoursInput,
  UnsubscribeInput,
  UnsubscribeView,
} from "#app/domains/notifications/contract.ts";
import {
  getDevice,
  getNotificationSettings,
  setQuietHours,
  subscribeDevice,
  testDevices,
  unsubscribeDevice,
  unsubscribeMail,
} from "#app/domains/notifications/operations.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const notifications = new Hono<HonoEnv>()
  .get(
    "/notifications/settings",
    call("user", "What decides about the caller's notices, beside the toggles.", NotificationSettingsView),
    async (c) => c.json(await getNotificationSettings(c.get("app"))),
  )
  .post(
    "/notifications/subscribe",
    call("user", "Push notices to this browser until the session ends.", DeviceView),
    body(PushSubscriptionInput),
    async (c) => c.json(await subscribeDevice(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/notifications/unsubscribe",
    call("user", "Push nothing to this browser any more.", DeviceView),
    body(EndpointInput),
    async (c) => c.json(await unsubscribeDevice(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/notifications/device",
    call("user", "Whether the caller's notices are pushed to this browser.", DeviceView),
    body(EndpointInput),
    async (c) => c.json(await getDevice(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/notifications/quietHours",
    call("user", "When the caller is not to be disturbed; null for never.", QuietHoursInput),
    body(QuietHoursInput),
    async (c) => c.json(await setQuietHours(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/notifications/test",
    call("user", "Push a test to every device of the caller.", NoticeView),
    async (c) => c.json(await testDevices(c.get("app"))),
  )
  .post(
    "/notifications/unsubscribeMail",
    call("public", "End what a link in a mail ends; the token is the proof.", UnsubscribeView),
    body(UnsubscribeInput),
    async (c) => c.json(await unsubscribeMail(c.get("app"), c.req.valid("json"))),
  );
