import { useEffect, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { fromBase64Url } from "#app/domains/people/accounts/token.ts";
import {
  getDeviceCall,
  subscribeDeviceCall,
  unsubscribeDeviceCall,
} from "#app/domains/people/notifications/calls.ts";
import type { PushSubscriptionInput } from "#app/domains/people/notifications/contract.ts";

/**
 * Whether this browser shows notices. `install`: it can once Cue is on its home screen (iOS); `denied`: its owner has
 * denied all notices of this site; `unsupported`: it cannot; `not offered`: this instance does not push; `failed`: it
 * could not be determined.
 */
export type DeviceState =
  | "checking"
  | "unsupported"
  | "not offered"
  | "install"
  | "denied"
  | "failed"
  | "off"
  | "on";

/** The first page registers the service worker when it is idle; private windows may have none. */
const registeredWithinMs = 10_000;
const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));

/** This browser as a device of the viewer: its state, and what turns it on and off. */
export function useDevice(pushKey: string | null): {
  state: DeviceState;
  turn: (isOn: boolean) => Promise<boolean>;
  /** Determines it again. */
  checkAgain: () => void;
} {
  const [state, setState] = useState<DeviceState>("checking");
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    let isCurrent = true;
    readState(pushKey).then(
      (read) => isCurrent && setState(read),
      () => isCurrent && setState("failed"),
    );
    return () => {
      isCurrent = false;
    };
  }, [pushKey, round]);

  const turn = async (isOn: boolean): Promise<boolean> => {
    try {
      const next = isOn && pushKey !== null ? await turnOn(pushKey) : await turnOff();
      setState(next);
      return next === (isOn ? "on" : "off");
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
  const checkAgain = () => {
    setState("checking");
    setRound((before) => before + 1);
  };
  return { state, turn, checkAgain };
}

async function readState(pushKey: string | null): Promise<DeviceState> {
  if (pushKey === null) return "not offered";
  if (!("serviceWorker" in navigator)) return "unsupported";
  if (!("PushManager" in window)) return isUninstalledApple() ? "install" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  const registration = await Promise.race([navigator.serviceWorker.ready, wait(registeredWithinMs)]);
  if (registration === undefined) return "unsupported";
  const subscription = await registration.pushManager.getSubscription();
  if (subscription === null || Notification.permission !== "granted") return "off";
  // Another user who was logged in here may have turned it on.
  const { isOn } = await callApi(getDeviceCall, { endpoint: subscription.endpoint });
  return isOn ? "on" : "off";
}

/** Asks for the permission, which browsers allow only in response to a click. */
async function turnOn(pushKey: string): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscribe(pushManager, fromBase64Url(pushKey));
  // The server validates the browser's data.
  const { endpoint, keys } = subscription.toJSON() as PushSubscriptionInput;
  await callApi(subscribeDeviceCall, { endpoint, keys });
  return "on";
}

/** A browser that is subscribed with another key, from before the instance changed its own, subscribes again. */
async function subscribe(
  pushManager: PushManager,
  applicationServerKey: Uint8Array<ArrayBuffer>,
): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function turnOff(): Promise<DeviceState> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return "off";
  await callApi(unsubscribeDeviceCall, { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  return "off";
}

/** Safari on a phone or tablet only pushes to installed apps. */
function isUninstalledApple(): boolean {
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || isTabletAsMac();
  return isApple && !window.matchMedia("(display-mode: standalone)").matches;
}

/** An iPad identifies as a Mac; no Mac has a touch screen. */
const isTabletAsMac = () => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
