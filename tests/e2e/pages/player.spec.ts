/** The player bar beyond play and stop: its options, and the lock screen. */

import type { Frame, Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { press } from "#tests/fixtures/keyboard.ts";
import { open } from "#tests/fixtures/open.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

type Handlers = Record<string, (() => void) | null>;
type PlayerWindow = Window & { __handlers: Handlers; __cue: { status: string; tapNode: GainNode | null } };

const blog = "http://127.0.0.1:9/a-blog";

const storedSleep = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("cue") ?? "{}").sleep as { endsAt: number } | null);

test("a sleep timer survives navigation and a reload, can be cancelled, and stops the sound", async ({
  cue,
  manager,
  broadcast,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Lullaby", manager: manager.username, isOnDemand: true });
  await broadcast({ ...stage, format: "mp3", track: 1 });
  const { page } = await visit({ as: manager });
  const stagePage = new StagePage(page, "Lullaby");
  await stagePage.open(`/room/${stage.id}`);
  const options = stagePage.bar.getByRole("button", { name: "Player Options" });
  const chip = stagePage.bar.getByRole("button", { name: /^Cancel the sleep timer, 30 minutes left/ });

  await press(page, options);
  const dialog = page.getByRole("dialog", { name: "Player Options" });
  await expect(dialog.getByRole("button", { name: "End of This Set" })).toBeDisabled();
  for (const minutes of [15, 45, 60, 90, 30]) {
    await dialog.getByRole("button", { name: `Sleep in ${minutes} min` }).press("Enter");
    const left = ((await storedSleep(page))?.endsAt ?? 0) - Date.now();
    expect(Math.round(left / 60_000)).toBe(minutes);
  }
  await expect(dialog.getByText(/^The music stops at/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(options).toBeFocused();
  await expect(chip).toBeVisible();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Music" }).click();
  await expect(chip).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  await press(page, chip);
  await expect(chip).toBeHidden();
  expect(await storedSleep(page)).toBeNull();

  // Seconds before its end, the sound fades and then stops.
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("cue") ?? "{}");
    localStorage.setItem(
      "cue",
      JSON.stringify({ ...stored, sleep: { endsAt: Date.now() + 12_000, set: null } }),
    );
  });
  await open(page, `/room/${stage.id}`);
  await stagePage.play();
  const cueNow = () =>
    page.evaluate(() => {
      const { status, tapNode } = (window as unknown as PlayerWindow).__cue;
      return { status, gain: tapNode?.gain.value ?? null };
    });
  await expect.poll(cueNow).toMatchObject({ status: "playing" });
  const { gain } = await cueNow();
  expect(gain).toBeLessThan(0.4);
  await expect.poll(cueNow, { timeout: 14_000 }).toEqual({ status: "init", gain: null });
  await expect(stagePage.bar.getByRole("button", { name: /^Cancel the sleep timer/ })).toBeHidden();
});

test("on a phone, the player bar has all its controls, keeps its options and fits 320 px", async ({
  cue,
  manager,
  broadcast,
  visit,
}) => {
  const name = "Slow Line of a very long name that no bar has room for";
  const stage = await cue.createStage({ name, manager: manager.username, isOnDemand: true });
  const encoder = await broadcast({ ...stage, format: "mp3", track: 1 });
  await encoder.announce("Ein Name ohne Ende, der nicht aufhört", "夜の音楽 in einer sehr langen Fassung");
  const { page } = await visit({ as: manager, phone: true, theme: "light" });
  const stagePage = new StagePage(page, name);
  await stagePage.open(`/room/${stage.id}`);
  await stagePage.play();
  await expect(stagePage.bar.getByText("Live", { exact: true })).toBeVisible();
  const widths = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const favorite = stagePage.bar.getByRole("button", { name: "Favorite this track" });
  await favorite.click();
  await expect(favorite).toHaveAttribute("aria-pressed", "true");
  await stagePage.bar.getByRole("button", { name: "Cheer" }).click();
  await expect(stagePage.bar.getByRole("button", { name: /^Cheer again in/ })).toBeDisabled();
  await stagePage.bar.getByRole("button", { name: "Player Options" }).click();
  const dialog = page.getByRole("dialog", { name: "Player Options" });
  await dialog.getByRole("button", { name: "Visualizer" }).click();
  const visualizer = page.getByRole("dialog", { name: "Visualizer" });
  await expect(visualizer.getByRole("button", { name: `Stop ${name}` })).toBeVisible();
  await visualizer.getByRole("button", { name: "Close" }).click();
  await expect(visualizer).toBeHidden();
  await dialog.getByRole("button", { name: "Sleep in 90 min" }).click();
  for (const label of ["Use less data", "Smooth playback"]) {
    await dialog.getByRole("switch", { name: label }).click();
    await expect(dialog.getByRole("switch", { name: label })).toBeChecked();
  }
  await expect(dialog.getByRole("slider", { name: "Volume" })).toHaveValue("100");
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await widths()).toBe(0);
  await dialog.getByRole("button", { name: "Close" }).click();
  expect(await widths()).toBe(0);
  // Playback has restarted with smooth playback, as far behind live as the stage has been on.
  const bufferMs = () => stagePage.figures().then((figures) => figures.bufferMs);
  await expect.poll(bufferMs).toBeGreaterThan(1_000);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("cue") ?? "{}") as unknown);
  expect(stored).toMatchObject({ isLowData: true, isPatient: true });
});

test("keyboard shortcuts play and favorite, Stop keeps the play button, and typing in chat does not scroll", async ({
  cue,
  manager,
  broadcast,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Keyhole", manager: manager.username, isOnDemand: true });
  const encoder = await broadcast({ ...stage, format: "mp3", track: 1 });
  await encoder.announce("Ada", "First light");
  const { page } = await visit({ as: manager });
  const stagePage = new StagePage(page, "Keyhole");
  await stagePage.open(`/room/${stage.id}`);
  await expect(stagePage.live.getByText("First light")).toBeVisible();
  await page.keyboard.press("k");
  await expect(stagePage.stopButton).toBeVisible();
  const favorite = stagePage.bar.getByRole("button", { name: "Favorite this track" });
  await expect(favorite).toBeEnabled();
  await page.keyboard.press("l");
  await expect(favorite).toHaveAttribute("aria-pressed", "true");

  await page.evaluate(() => {
    const tall = document.createElement("div");
    tall.style.height = "3000px";
    document.querySelector("main")?.append(tall);
    window.scrollTo(0, 200);
  });
  await page.getByRole("textbox", { name: "Message" }).click();
  const scrolledTo = await page.evaluate(() => window.scrollY);
  await page.keyboard.type("nothing moves");
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolledTo);

  await stagePage.bar.getByRole("button", { name: "Stop Keyhole" }).click();
  await expect(stagePage.bar.getByText("Stopped")).toBeVisible();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Stats" }).click();
  await stagePage.bar.getByRole("button", { name: "Play Keyhole" }).click();
  await expect(stagePage.bar.getByText("Live", { exact: true })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
});

test("the lock screen shows the current track and controls on stages, profiles and embedded players", async ({
  cue,
  manager,
  newPerson,
  broadcast,
  visit,
  allowConsole,
}) => {
  // The favicon of the other site does not exist.
  allowConsole(/ERR_UNSAFE_PORT.*favicon/);
  const stage = await cue.createStage({ name: "Nightstand", manager: manager.username, isOnDemand: true });
  const performer = await newPerson("Ada");
  const ingest = await cue.makePerformer(performer.username);
  for (const where of [stage, ingest]) {
    const encoder = await broadcast({ ...where, format: "mp3", track: 1 });
    await encoder.announce("Ana Moura", "Desfado");
  }
  const { page, context } = await visit();
  await context.addInitScript(() => {
    const handlers: Handlers = {};
    const original = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      handlers[action] = handler as (() => void) | null;
      original(action, handler);
    };
    Object.assign(window, { __handlers: handlers });
  });
  const slug = performer.username.replace(" ", "-");
  const places = [
    { path: `/room/${stage.id}`, name: "Nightstand" },
    { path: `/profile/${performer.id}`, name: performer.username },
    { path: `/player/stage/${stage.id}`, name: "Nightstand", isFramed: true },
    { path: `/player/${slug}`, name: performer.username, isFramed: true },
  ];
  for (const { path, name, isFramed } of places) {
    await test.step(path, async () => {
      let frame: Page | Frame = page;
      if (isFramed) {
        // Another site by its address; a site without TLS gives its frames no audio worklets.
        await page.route(blog, (route) =>
          route.fulfill({
            contentType: "text/html",
            body: `<iframe src="${cue.origin}${path}" width="800" height="326" allow="autoplay"></iframe>`,
          }),
        );
        await page.goto(blog);
        frame = page.frames().find((each) => each.url().includes("/player/")) ?? page;
        await page.unroute(blog);
      } else await open(page, path);
      await frame
        .getByRole("main")
        .getByRole("button", { name: `Play ${name}` })
        .click();
      const told = () =>
        frame.evaluate(() => {
          const { metadata, playbackState } = navigator.mediaSession;
          const { __handlers: handlers } = window as unknown as PlayerWindow;
          const buttons = Object.keys(handlers).filter((action) => handlers[action] !== null);
          const { title, artist, album } = metadata ?? {};
          return { title, artist, album, playbackState, buttons: buttons.sort() };
        });
      const heard = {
        title: "Desfado",
        artist: "Ana Moura",
        album: name,
        buttons: ["pause", "play", "stop"],
      };
      await expect.poll(told).toEqual({ ...heard, playbackState: "playing" });
      const ask = (action: string) =>
        frame.evaluate((which) => (window as unknown as PlayerWindow).__handlers[which]?.(), action);
      await ask("pause");
      const status = () => frame.evaluate(() => (window as unknown as PlayerWindow).__cue.status);
      await expect.poll(status).toBe("init");
      await expect.poll(told).toMatchObject({ ...heard, playbackState: "paused" });
      await ask("play");
      await expect.poll(status).toBe("playing");
      await ask("stop");
      await expect.poll(status).toBe("init");
    });
  }
});
