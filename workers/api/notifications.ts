import {
  getDeviceCall,
  getNotificationSettingsCall,
  setQuietHoursCall,
  subscribeDeviceCall,
  testDevicesCall,
  unsubscribeDeviceCall,
  unsubscribeMailCall,
} from "#app/domains/notifications/calls.ts";
import {
  EndpointInput,
  PushSubscriptionInput,
  QuietHoursInput,
  UnsubscribeInput,
} from "#app/domains/notifications/contract.ts";
import {
  getDevice,
  subscribeDevice,
  testDevices,
  unsubscribeDevice,
} from "#app/domains/notifications/devices.server.ts";
import { getNotificationSettings, setQuietHours } from "#app/domains/notifications/settings.server.ts";
import { unsubscribeMail } from "#app/domains/notifications/unsubscribe.server.ts";
import { type Served, serve } from "./serve.ts";

export const notifications: readonly Served[] = [
  serve(getNotificationSettingsCall, {
    summary: "What decides about the caller's notices, beside the toggles.",
    run: getNotificationSettings,
  }),
  serve(subscribeDeviceCall, {
    summary: "Push notices to this browser until the session ends.",
    input: PushSubscriptionInput,
    run: subscribeDevice,
  }),
  serve(unsubscribeDeviceCall, {
    summary: "Push nothing to this browser any more.",
    input: EndpointInput,
    run: unsubscribeDevice,
  }),
  serve(getDeviceCall, {
    summary: "Whether the caller's notices are pushed to this browser.",
    input: EndpointInput,
    run: getDevice,
  }),
  serve(setQuietHoursCall, {
    summary: "When the caller is not to be disturbed; null for never.",
    input: QuietHoursInput,
    run: setQuietHours,
  }),
  serve(testDevicesCall, { summary: "Push a test to every device of the caller.", run: testDevices }),
  serve(unsubscribeMailCall, {
    summary: "End what a link in a mail ends; the token is the proof.",
    input: UnsubscribeInput,
    run: unsubscribeMail,
  }),
];
