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

/** A tab that is there already comes to the front and goes there; the sound in it goes on. */
async function open({ clients, location }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const url = new URL(path, location.origin);
  // What was pushed leads into this site, whatever it says.
  if (url.origin !== location.origin) return;
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => tab.url === url.href) ?? tabs[0];
  if (there === undefined) {
    await clients.openWindow(url.href);
    return;
  }
  await there.focus();
  if (there.url !== url.href) there.postMessage({ open: path });
}
