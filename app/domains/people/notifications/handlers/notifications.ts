import { type Served, serve } from "#workers/api/serve.ts";
import {
  getDeviceCall,
  getNotificationSettingsCall,
  setQuietHoursCall,
  subscribeDeviceCall,
  testDevicesCall,
  unsubscribeDeviceCall,
  unsubscribeMailCall,
} from "../calls.ts";
import { EndpointInput, PushSubscriptionInput, QuietHoursInput, UnsubscribeInput } from "../contract.ts";
import { getDevice, subscribeDevice, testDevices, unsubscribeDevice } from "../devices.server.ts";
import { getNotificationSettings, setQuietHours } from "../settings.server.ts";
import { unsubscribeMail } from "../unsubscribe.server.ts";

export const notifications: readonly Served[] = [
  serve(getNotificationSettingsCall, {
    summary: "The caller's notification settings besides the toggles.",
    run: getNotificationSettings,
  }),
  serve(subscribeDeviceCall, {
    summary: "Push notifications to this browser until the session ends.",
    input: PushSubscriptionInput,
    run: subscribeDevice,
  }),
  serve(unsubscribeDeviceCall, {
    summary: "Stop push notifications to this browser.",
    input: EndpointInput,
    run: unsubscribeDevice,
  }),
  serve(getDeviceCall, {
    summary: "Whether notifications are pushed to this browser.",
    input: EndpointInput,
    run: getDevice,
  }),
  serve(setQuietHoursCall, {
    summary: "Set the caller's quiet hours; null for none.",
    input: QuietHoursInput,
    run: setQuietHours,
  }),
  serve(testDevicesCall, {
    summary: "Send a test notification to every device of the caller.",
    run: testDevices,
  }),
  serve(unsubscribeMailCall, {
    summary: "Unsubscribe with the token of an email's link; needs no session.",
    input: UnsubscribeInput,
    run: unsubscribeMail,
  }),
];
