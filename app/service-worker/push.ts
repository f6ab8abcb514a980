import { inClock } from "#app/domains/base/time/ui/in-clock.ts";
import { PushPayload } from "#app/domains/people/notifications/push-message.ts";
import { readViewerClock } from "#app/ui/viewer-clock.ts";

/** The data of a displayed notice: where it leads, and its number among the user's notices. */
interface Shown {
  url: string;
  seq: number | null;
}

/** Shows pushed notices, opens their page on a click, and removes those that were read elsewhere. */
export function listenForPush(worker: ServiceWorkerGlobalScope): void {
  // One after the other: Chromium forgets a notice that it stores while those on the screen are listed. Such a notice is
  // never listed again, and so never removed.
  let shown = Promise.resolve();
  worker.addEventListener("push", (event) => {
    const payload = PushPayload.safeParse(readJson(event.data)).data;
    if (payload === undefined) return;
    shown = shown.catch(() => {}).then(() => show(worker, payload));
    event.waitUntil(shown);
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { url } = event.notification.data as Shown;
    event.waitUntil(open(worker, url));
  });
}

function readJson(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** Every push is shown: browsers withdraw the permission of sites that do not show them. */
async function show(
  { registration, navigator }: ServiceWorkerGlobalScope,
  payload: PushPayload,
): Promise<void> {
  const { title, body, url, tag, seq, readUpTo, unread } = payload;
  await registration.showNotification(title, {
    body: inClock(body, readViewerClock()),
    tag,
    icon: "/icons/192.png",
    data: { url, seq } satisfies Shown,
  });
  for (const shown of await registration.getNotifications()) {
    const place = (shown.data as Shown | null)?.seq ?? null;
    if (place !== null && place <= readUpTo) shown.close();
  }
  // Only where Cue is installed.
  await navigator.setAppBadge?.(unread).catch(() => {});
}

/** Number of tabs that are asked, and how long each is asked, before a new one is opened. */
const maxAsked = 3;
const answerMs = 300;

/** An open tab comes to the front and navigates there; its sound continues. */
async function open({ clients, location }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const url = new URL(path, location.origin);
  // A push can only lead to this site, whatever it contains.
  if (url.origin !== location.origin) return;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  // Without players that are embedded in other sites.
  const tabs = windows.filter(({ frameType }) => frameType === "top-level");
  const there = tabs.find((tab) => tab.url === url.href) ?? (await findAnswering(tabs, path));
  if (there === undefined) await clients.openWindow(url.href);
  else await there.focus();
}

/** The first tab that confirms it: not every page of this site has a shell that could. */
async function findAnswering(tabs: readonly WindowClient[], path: string): Promise<WindowClient | undefined> {
  for (const tab of tabs.slice(0, maxAsked)) if (await goesThere(tab, path)) return tab;
  return undefined;
}

function goesThere(tab: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), answerMs);
    tab.postMessage({ open: path }, [port2]);
  });
}
