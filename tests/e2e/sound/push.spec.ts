/**
 * Notifications while no page is open: turned on in the settings, shown by the service worker, and opened in the
 * existing tab. The browser's own push service is not used: the page gets a subscription of the copy's simulator, and
 * its messages are passed to the browser.
 */
import type { BrowserContext, Page, Worker } from "@playwright/test";
import { expect, test } from "#tests/fixtures/test.ts";

test("a push notification is shown, disappears when read elsewhere, and opens its page in the existing tab", async ({
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
    const here = page.getByRole("switch", { name: "Show notifications here" });
    await expect(here).toHaveAttribute("aria-checked", "false");
    const subscribed = page.waitForResponse("**/api/notifications/subscribe");
    await here.click();
    expect((await subscribed).status()).toBe(200);
    await expect(here).toHaveAttribute("aria-checked", "true");
    await expect(page.getByRole("button", { name: "Send a Test" })).toBeVisible();

    const complaints: string[] = [];
    const push = await pusherTo(context, page, {
      worker,
      origin: cue.origin,
      onComplaint: (text) => complaints.push(text),
    });
    await page.getByRole("button", { name: "Send a Test" }).click();
    await expect.poll(() => lastPushed(page)).toMatchObject({ title: "It works" });
    await push(await lastPushed(page));
    await expect
      .poll(() => shownBy(worker))
      .toEqual([`It works: Notifications for ${reader.username} arrive on this device.`]);
    await click(worker);
    await expect.poll(() => shownBy(worker)).toEqual([]);

    // The content policy did not block its icon.
    expect(complaints.filter((text) => text.includes("/icons/"))).toEqual([]);

    const live = { title: "Ada", body: "Ada is live.", url: "/stats", tag: "live", unread: 1 };
    await push({ ...live, seq: 3, readUpTo: 0 });
    await expect.poll(() => shownBy(worker)).toEqual(["Ada: Ada is live."]);
    await push({ ...live, seq: 4, readUpTo: 3, tag: "later", body: "Ada is live again." });
    await expect.poll(() => shownBy(worker)).toEqual(["Ada: Ada is live again."]);

    // Several at one moment: each is listed, and removed once it is read.
    const burst = ["Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida"];
    await push(
      ...burst.map((tag, at) => ({ ...live, seq: 5 + at, readUpTo: 4, tag, body: `${tag} is live.` })),
    );
    const expected = burst.map((name) => `Ada: ${name} is live.`);
    await expect.poll(async () => (await shownBy(worker)).toSorted()).toEqual(expected);
    await push({ ...live, seq: 13, readUpTo: 12, tag: "last", body: "Ada is live again." });
    await expect.poll(() => shownBy(worker)).toEqual(["Ada: Ada is live again."]);

    await page.evaluate(() => Object.assign(window, { wasNotLoadedAgain: true }));
    await click(worker);
    await expect(page).toHaveURL("/stats");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => "wasNotLoadedAgain" in window)).toBe(true);
    expect(await shownBy(worker)).toEqual([]);

    // A page outside the app cannot navigate: a new tab opens instead.
    await page.goto("/api/openapi.json");
    await push({ ...live, seq: 14, readUpTo: 13 });
    await expect.poll(() => shownBy(worker)).toEqual(["Ada: Ada is live."]);
    expect(await openedBy(worker)).toEqual([new URL("/stats", cue.origin).href]);

    // If the state cannot be determined, the page says so and offers to retry.
    await page.route("**/api/notifications/device", (route) => route.abort());
    await page.goto("/settings/notification");
    await expect(
      page.getByText("We could not check whether this browser shows notifications."),
    ).toBeVisible();
    await page.unroute("**/api/notifications/device");
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(here).toHaveAttribute("aria-checked", "true");

    await here.click();
    await expect(here).toHaveAttribute("aria-checked", "false");
  } finally {
    await context.close();
  }
});

test("the icon of an installed app shows the unread count until everything is read", async ({
  cue,
  newPerson,
  visit,
}) => {
  const [reader, fan] = [await newPerson("Ruth"), await newPerson("Fay")];
  const { page } = await visit({ as: reader });
  await page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void Object.assign(window, { badge: count }),
      clearAppBadge: async () => {},
    });
  });
  const badge = () => page.evaluate(() => (window as { badge?: number }).badge);
  await page.goto("/");
  await expect.poll(badge).toBe(0);
  const followed = await page.request.post("/api/users/follow", {
    headers: { authorization: `Bearer ${fan.token}`, origin: cue.origin },
    data: { user: reader.id },
  });
  expect(followed.status()).toBe(200);
  await expect.poll(badge).toBe(1);
  await page.goto("/inbox?notice=all");
  await expect.poll(badge).toBe(0);
});

/** Makes a subscription in the page as a push service creates it. */
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
  PushManager.prototype.getSubscription = async () => {
    const json = localStorage.getItem(kept);
    return json === null ? null : make(json);
  };
  PushManager.prototype.subscribe = async () => {
    const headers = { "content-type": "application/json" };
    const made = await fetch("/dev/push/browsers", { method: "POST", headers, body: "{}" });
    const { endpoint, keys } = (await made.json()) as PushSubscriptionJSON;
    const json = JSON.stringify({ endpoint, keys });
    localStorage.setItem(kept, json);
    return make(json);
  };
}

/** The last message that the copy's push simulator has received, as the browser reads it. */
async function lastPushed(page: Page): Promise<object> {
  const [last] = (await (await page.request.get("/dev/push/messages.json")).json()) as { payload: object }[];
  return last?.payload ?? {};
}

/**
 * Passes messages to the browser as its push service would, and returns when the worker has shown them. Looking at what
 * is shown any earlier can lose one: Chromium forgets a notification that it stores while it lists those on the screen.
 */
async function pusherTo(
  context: BrowserContext,
  page: Page,
  { worker, origin, onComplaint }: { worker: Worker; origin: string; onComplaint: (text: string) => void },
) {
  await worker.evaluate(countShown);
  const devtools = await context.newCDPSession(page);
  devtools.on("ServiceWorker.workerErrorReported", ({ errorMessage }) =>
    onComplaint(errorMessage.errorMessage),
  );
  const registration = new Promise<string>((found) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) found(first.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registration;
  let pushed = 0;
  return async (...payloads: object[]) => {
    for (const payload of payloads) {
      const data = JSON.stringify(payload);
      await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    }
    pushed += payloads.length;
    const shown = () => worker.evaluate(() => (self as unknown as Scope).shownCount);
    await expect.poll(shown).toBe(pushed);
  };
}

/** Counts, in the worker, the notifications that it has shown. */
function countShown(): void {
  const scope = self as unknown as Scope;
  const { registration } = scope;
  const show = registration.showNotification.bind(registration);
  scope.shownCount = 0;
  registration.showNotification = async (...values) => {
    await show(...values);
    scope.shownCount += 1;
  };
}

/** The part of a service worker's scope that is used here. */
interface Scope {
  Clients: { prototype: { openWindow(url: string): Promise<unknown> } };
  registration: ServiceWorkerRegistration;
  shownCount: number;
  WindowClient: { prototype: { focus(): Promise<unknown> } };
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
}

const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const shown = await (self as unknown as Scope).registration.getNotifications();
    return shown.map(({ title, body }) => `${title}: ${body}`);
  });

/** Clicks a notification as the system does. A page can be focused only by a real click. */
const click = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration, WindowClient, NotificationEvent } = self as unknown as Scope;
    WindowClient.prototype.focus = async function focus() {
      return this;
    };
    const [notification] = await registration.getNotifications();
    if (notification) self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });

/** Clicks, and returns the addresses of the windows that were opened. This is also allowed only for a real click. */
async function openedBy(worker: Worker): Promise<string[]> {
  await worker.evaluate(() => {
    const opened: string[] = [];
    Object.assign(self, { opened });
    (self as unknown as Scope).Clients.prototype.openWindow = async (url) => void opened.push(url);
  });
  await click(worker);
  const opened = () => worker.evaluate(() => (self as unknown as { opened: string[] }).opened);
  await expect.poll(opened).not.toEqual([]);
  return opened();
}
