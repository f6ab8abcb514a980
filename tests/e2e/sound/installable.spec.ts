/** The app's manifest and service worker as a browser sees them, and what works offline. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

type RegisterWindow = Window & { __register?: () => void };
type ListeningWindow = Window & { __cue: { status: string; heardAt: number | null } };

/** Delays the registration that the page does when idle, so that it happens during playback. */
async function holdRegistration(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
    navigator.serviceWorker.register = (...args) =>
      new Promise((done) => {
        (window as unknown as RegisterWindow).__register = () => done(register(...args));
      });
  });
}

/** The paths and total bytes in this browser's caches. */
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = [];
    let bytes = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        paths.push(new URL(request.url).pathname);
        bytes += (await (await cache.match(request))?.arrayBuffer())?.byteLength ?? 0;
      }
    }
    return { paths, bytes };
  });

test("the app can be installed, opens offline, and registers its service worker without interrupting playback", async ({
  cue,
  manager,
  broadcast,
  playwright,
}) => {
  // A private window cannot install anything.
  const context = await playwright.chromium.launchPersistentContext("", {
    baseURL: cue.origin,
    serviceWorkers: "allow",
    viewport: { width: 1440, height: 900 },
    colorScheme: "dark",
  });
  try {
    await context.addCookies([{ name: "cue", value: manager.token, url: cue.origin, httpOnly: true }]);
    const stage = await cue.createStage({ name: "Lifeboat", manager: manager.username, isOnDemand: true });
    await broadcast({ ...stage, format: "mp3", track: 1 });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));

    // An embedded player is part of another site's page and registers nothing.
    await holdRegistration(page);
    await page.goto(`/player/stage/${stage.id}`);
    await untilInteractive(page);

    const stagePage = new StagePage(page, "Lifeboat");
    await stagePage.open(`/room/${stage.id}`);
    await stagePage.play();
    await page.waitForFunction(() => {
      const { status, heardAt } = (window as unknown as ListeningWindow).__cue;
      return status === "playing" && heardAt !== null;
    });
    await page.waitForFunction(() => (window as unknown as RegisterWindow).__register !== undefined);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    const heard = await page.evaluate(async () => {
      const { __cue, __register } = window as unknown as RegisterWindow & ListeningWindow;
      const controlled = new Promise<void>((done) =>
        navigator.serviceWorker.addEventListener("controllerchange", () => done(), { once: true }),
      );
      const log: { status: string; heardAt: number | null }[] = [];
      const timer = setInterval(() => log.push({ status: __cue.status, heardAt: __cue.heardAt }), 50);
      __register?.();
      await controlled;
      await new Promise((done) => setTimeout(done, 1_000));
      clearInterval(timer);
      return log;
    });
    // A stutter of a busy machine is not caused by the worker, whose effect is measured below.
    expect(["playing", "loading"]).toEqual(expect.arrayContaining(heard.map(({ status }) => status)));
    const steps = heard.slice(1).map(({ heardAt }, index) => (heardAt ?? 0) - (heard[index]?.heardAt ?? 0));
    expect(Math.min(...steps), "the ear never goes back").toBeGreaterThanOrEqual(-20);
    expect((heard.at(-1)?.heardAt ?? 0) - (heard[0]?.heardAt ?? 0)).toBeGreaterThan(900);

    const browser = await context.newCDPSession(page);
    const manifest = await browser.send("Page.getAppManifest");
    expect(manifest.errors).toEqual([]);
    expect(JSON.parse(manifest.data ?? "")).toMatchObject({
      name: "Cue Music",
      display: "standalone",
      shortcuts: [{ name: "Home" }, { name: "Favorites" }, { name: "Search" }, { name: "Inbox" }],
    });
    expect((await browser.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);

    // Hashed files of the shell, the offline page, and no response of an API call.
    await page.evaluate(() => fetch("/api/status"));
    const shell = await readCaches(page);
    expect(shell.paths.filter((path) => !/^\/(assets\/[\w.-]+|offline|favicon\.svg)$/.test(path))).toEqual(
      [],
    );
    expect(shell.paths.length).toBeLessThan(25);
    expect(shell.bytes).toBeLessThan(900_000);
    // A listener's browser also caches the pages' files, because a deploy removes them from the server.
    await page.evaluate(() => navigator.serviceWorker.controller?.postMessage("keep pages"));
    await expect
      .poll(async () => (await readCaches(page)).paths.length, { timeout: 20_000 })
      .toBeGreaterThan(100);

    // A tab of a previous build finds its routes in the cache; the server would make it reload.
    const answered = await page.evaluate(async () => {
      const ask = (build: string) => fetch(`/__manifest?paths=/stats&version=${build}`);
      const [name = ""] = await caches.keys();
      const routes = { "routes/stats/route": { id: "routes/stats/route" } };
      const script = `window.__reactRouterManifest=${JSON.stringify({ routes })};`;
      await (await caches.open(name)).put("/assets/manifest-before.js", new Response(script));
      return { kept: await (await ask("before")).json(), unknown: (await ask("unknown")).status };
    });
    expect(answered).toEqual({
      kept: { "routes/stats/route": { id: "routes/stats/route" } },
      unknown: 204,
    });

    // The browser's install prompt waits in the settings. A real one comes at any time and would really ask.
    await page.addInitScript(() =>
      window.addEventListener(
        "beforeinstallprompt",
        (event) => event.isTrusted && event.stopImmediatePropagation(),
      ),
    );
    await page.goto("/settings");
    await untilInteractive(page);
    const install = page.getByRole("button", { name: "Install App" });
    await expect(install).toHaveCount(0);
    await page.evaluate(() => {
      const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
        prompt: async () => document.body.setAttribute("data-asked", ""),
      });
      window.dispatchEvent(offer);
    });
    await install.click();
    await expect(page.locator("body[data-asked]")).toHaveCount(1);
    await expect(install).toHaveCount(0);

    await context.setOffline(true);
    for (const theme of ["dark", "light"]) {
      await page.evaluate((theme) => localStorage.setItem("cue", JSON.stringify({ theme })), theme);
      await page.goto("/favorites");
      await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute(...themeAttribute(theme));
      await expectAccessible(page);
    }
    await page.getByRole("link", { name: "Try Again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
    // API responses are not cached. (A new document may ask before the browser has told it that it is offline.)
    const ask = () =>
      page.evaluate(() =>
        fetch("/api/status").then(
          (answer) => answer.status,
          () => "away",
        ),
      );
    await expect.poll(ask).toBe("away");
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: "Favorites" })).toBeVisible();
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
});

/** Dark is the default and has no attribute. */
function themeAttribute(theme: string): [name: string, value: string | RegExp] {
  return theme === "dark" ? ["lang", "en"] : ["data-theme", theme];
}
