/**
 * Notices while no page is open: turned on in the settings, shown by the service worker, leading into the open tab.
 * The push service itself is not here: the browser's own is out of reach, so the page is given a subscription, and
 * what such a service would hand to the browser is handed to it.
 */
import type { BrowserContext, Page, Worker } from "@playwright/test";
import { expect, test } from "#tests/fixtures/test.ts";

test("a pushed notice is shown, goes when it was read elsewhere, and a click leads there in the open tab without a load", async ({
  cue,
  newPerson,
  browser,
}) => {
  const reader = await newPerson("Pia");
  const context = await browser.newContext({
    baseURL: cue.origin,
    serviceWorkers: "allow",
    permissions: ["notifications"],
  });
  try {
    await context.addCookies([{ name: "cue", value: reader.token, url: cue.origin, httpOnly: true }]);
    await context.addInitScript(standInForPushService);
    const page = await context.newPage();
    await page.goto("/settings/notification");
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    await page.evaluate(() => navigator.serviceWorker.ready);
    const here = page.getByRole("switch", { name: "Show notices here" });
    await expect(here).toHaveAttribute("aria-checked", "false");
    const subscribed = page.waitForResponse("**/api/notifications/subscribe");
    await here.click();
    expect((await subscribed).status()).toBe(200);
    await expect(here).toHaveAttribute("aria-checked", "true");
    await expect(page.getByRole("button", { name: "Send me a test" })).toBeVisible();

    const push = await pusherTo(context, page, cue.origin);
    const live = { title: "Ada", body: "Ada is live.", url: "/stats", tag: "live", unread: 1 };
    await push({ ...live, seq: 3, readUpTo: 0 });
    await expect.poll(() => shownBy(worker)).toEqual(["Ada: Ada is live."]);
    await push({ ...live, seq: 4, readUpTo: 3, tag: "later", body: "Ada is live again." });
    await expect.poll(() => shownBy(worker)).toEqual(["Ada: Ada is live again."]);

    await page.evaluate(() => Object.assign(window, { wasNotLoadedAgain: true }));
    await click(worker);
    await expect(page).toHaveURL("/stats");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => "wasNotLoadedAgain" in window)).toBe(true);
    expect(await shownBy(worker)).toEqual([]);

    await page.goto("/settings/notification");
    await here.click();
    await expect(here).toHaveAttribute("aria-checked", "false");
  } finally {
    await context.close();
  }
});

/** In the page: a subscription as a push service gives one, with a key of the browser's own. */
function standInForPushService(): void {
  const kept = "standin";
  const make = (json: string) =>
    ({
      ...JSON.parse(json),
      toJSON: () => JSON.parse(json),
      unsubscribe: async () => {
        localStorage.removeItem(kept);
        return true;
      },
    }) as PushSubscription;
  const base64 = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  PushManager.prototype.getSubscription = async () => {
    const json = localStorage.getItem(kept);
    return json === null ? null : make(json);
  };
  PushManager.prototype.subscribe = async () => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const p256dh = base64(await crypto.subtle.exportKey("raw", pair.publicKey));
    const auth = base64(crypto.getRandomValues(new Uint8Array(16)).buffer);
    const json = JSON.stringify({ endpoint: "https://push.example.com/pia", keys: { p256dh, auth } });
    localStorage.setItem(kept, json);
    return make(json);
  };
}

/** Hands to the browser what its push service would. */
async function pusherTo(context: BrowserContext, page: Page, origin: string) {
  const devtools = await context.newCDPSession(page);
  const registration = new Promise<string>((found) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) found(first.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registration;
  return (payload: object) =>
    devtools.send("ServiceWorker.deliverPushMessage", {
      origin,
      registrationId,
      data: JSON.stringify(payload),
    });
}

/** What is used here of a service worker's scope. */
interface Scope {
  registration: ServiceWorkerRegistration;
  WindowClient: { prototype: { focus(): Promise<unknown> } };
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
}

const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const shown = await (self as unknown as Scope).registration.getNotifications();
    return shown.map(({ title, body }) => `${title}: ${body}`);
  });

/** As the system does when somebody clicks on it. A page may come to the front only for a real click. */
const click = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration, WindowClient, NotificationEvent } = self as unknown as Scope;
    WindowClient.prototype.focus = async function focus() {
      return this;
    };
    const [notification] = await registration.getNotifications();
    if (notification) self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
