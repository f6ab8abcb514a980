/** Tap targets in the chat, the player bar, the top bar and tabs are at least 44 px wide and high. */

import type { Page } from "@playwright/test";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const places =
  '[aria-label="Chat"], [aria-label="Player"], [data-top-bar], [role="tablist"], [role="toolbar"]';

/** Returns the controls that are smaller. Links within a sentence have the height of its text. */
const smallTargets = (page: Page) =>
  page.evaluate((within) => {
    const min = 43.5;
    const small: string[] = [];
    for (const place of document.querySelectorAll(within)) {
      for (const control of place.querySelectorAll("a[href], button, input, textarea, [role='tab']")) {
        if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (control.closest("[inert], .sr-only, [dir='auto']:not(button, a, bdi)") !== null) continue;
        const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
        if (width >= min && height >= min) continue;
        const name = control.getAttribute("aria-label") ?? control.textContent;
        small.push(`${name.trim()}: ${Math.round(width)} × ${Math.round(height)}`);
      }
    }
    return small;
  }, places);

test("tap targets in chat, bars and tabs are at least 44 px on phones and tablets", async ({
  cue,
  manager,
  newPerson,
  broadcast,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Thumbs", manager: manager.username, isOnDemand: true });
  const encoder = await broadcast({ ...stage, format: "mp3", track: 1 });
  await encoder.announce("A", "B");
  const talking = await RoomSocket.open(cue.origin, `stage/${stage.id}`, { person: await newPerson("T") });
  for (const msg of ["ok", "a longer one, https://elsewhere.example"])
    await talking.send("roomChat", { msg });
  const { page } = await visit({ as: manager, phone: true });
  const stagePage = new StagePage(page, "Thumbs");
  await stagePage.open(`/room/${stage.id}`);
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 820, height: 1180 },
  ]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => smallTargets(page)).toEqual([]);
    const chat = page.getByRole("button", { name: "Chat", exact: true });
    await chat.click();
    await expect(page.getByRole("log")).toContainText("a longer one");
    await expect.poll(() => smallTargets(page)).toEqual([]);
    await page.getByRole("log").getByRole("button").first().click();
    await page.getByRole("menuitem", { name: "Select Messages" }).click();
    await expect(page.getByRole("toolbar")).toBeVisible();
    await expect.poll(() => smallTargets(page)).toEqual([]);
    await page.getByRole("toolbar").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Close chat" }).click();
    await expect(page.getByRole("log")).toBeHidden();
  }
  for (const path of [
    "/",
    "/inbox",
    "/profile",
    "/management",
    `/management/${stage.id}`,
    "/stats",
    "/djs",
  ]) {
    await page.goto(path);
    await untilInteractive(page);
    await expect.poll(() => smallTargets(page), path).toEqual([]);
  }
  talking.close();
});
