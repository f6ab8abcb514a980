import { defineCall, takes } from "#app/call.ts";
import { NoticeView } from "../accounts/contract/accounts.ts";
import {
  DeviceView,
  type EndpointInput,
  NotificationSettingsView,
  type PushSubscriptionInput,
  QuietHoursInput,
  type UnsubscribeInput,
  UnsubscribeView,
} from "./contract.ts";

export const getNotificationSettingsCall = defineCall("GET", "/notifications/settings", {
  who: "user",
  answer: NotificationSettingsView,
});

export const subscribeDeviceCall = defineCall("POST", "/notifications/subscribe", {
  who: "user",
  input: takes<typeof PushSubscriptionInput>(),
  answer: DeviceView,
});

export const unsubscribeDeviceCall = defineCall("POST", "/notifications/unsubscribe", {
  who: "user",
  input: takes<typeof EndpointInput>(),
  answer: DeviceView,
});

export const getDeviceCall = defineCall("POST", "/notifications/device", {
  who: "user",
  input: takes<typeof EndpointInput>(),
  answer: DeviceView,
});

export const setQuietHoursCall = defineCall("POST", "/notifications/quietHours", {
  who: "user",
  input: takes<typeof QuietHoursInput>(),
  answer: QuietHoursInput,
});

export const testDevicesCall = defineCall("POST", "/notifications/test", {
  who: "user",
  answer: NoticeView,
});

export const unsubscribeMailCall = defineCall("POST", "/notifications/unsubscribeMail", {
  who: "public",
  input: takes<typeof UnsubscribeInput>(),
  answer: UnsubscribeView,
});
