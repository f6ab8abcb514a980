import { PushPayload } from "#app/domains/notifications/push-message.ts";

/** What a shown notice remembers: where it leads, and its place among the user's notices. */
interface Shown {
  url: string;
  seq: number | null;
}

/** Shows what is pushed, leads to it on a click, and takes away what was read elsewhere. */
export function listenForPush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => {
    const payload = PushPayload.safeParse(readJson(event.data)).data;
    if (payload !== undefined) event.waitUntil(show(worker, payload));
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

/** Every push is shown: browsers withdraw the permission of who pushes without. */
async function show(
  { registration, navigator }: ServiceWorkerGlobalScope,
  payload: PushPayload,
): Promise<void> {
  const { title, body, url, tag, seq, readUpTo, unread } = payload;
  await registration.showNotification(title, {
    body,
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

/** So many tabs are asked, each for so long, before a new one is opened. */
const maxAsked = 3;
const answerMs = 300;

/** A tab that is there already comes to the front and goes there; the sound in it goes on. */
async function open({ clients, location }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const url = new URL(path, location.origin);
  // What was pushed leads into this site, whatever it says.
  if (url.origin !== location.origin) return;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  // Not the players that are embedded in pages of others.
  const tabs = windows.filter(({ frameType }) => frameType === "top-level");
  const there = tabs.find((tab) => tab.url === url.href) ?? (await findAnswering(tabs, path));
  if (there === undefined) await clients.openWindow(url.href);
  else await there.focus();
}

/** The first that says it goes there: not every page of this site has a shell that could. */
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
