/** Toasts do not move the page, and toasts and banners leave the controls of the frame, dialogs and the chat within reach. */

import type { Locator, Page } from "@playwright/test";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const layouts = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;

const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text });

/** Returns the names of controls that cannot be reached because a toast covers them. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const step = 6;
    const covered = new Set<string>();
    for (const toast of document.querySelectorAll("[data-toast]")) {
      const { left, right, top, bottom } = toast.getBoundingClientRect();
      for (let x = left + 1; x < right; x += step) {
        for (let y = top + 1; y < bottom; y += step) {
          const under = document.elementsFromPoint(x, y).find((each) => !toast.contains(each));
          const control = under?.closest("a[href], button, input, textarea, select, [tabindex='0']");
          const name = control?.getAttribute("aria-label") ?? control?.textContent;
          if (control && !control.matches("[data-toast]")) covered.add(name ?? control.outerHTML);
        }
      }
    }
    return [...covered];
  });

/** Whether a press on its center reaches it. */
const isReached = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && element.contains(hit);
  });

const reached = (control: Locator) => expect.poll(() => isReached(control)).toBe(true);

async function expectFree(page: Page, ...controls: Locator[]): Promise<void> {
  await expect.poll(() => coveredControls(page)).toEqual([]);
  for (const control of controls) await reached(control);
}

for (const [layout, viewport] of Object.entries(layouts)) {
  test(`on a ${layout}, toasts do not move the page, and neither they nor the offline banner cover what is in use`, async ({
    cue,
    manager,
    newPerson,
    visit,
    allowConsole,
  }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    const stage = await cue.createStage({ name: "Clearing", manager: manager.username, isOnDemand: true });
    const talking = await RoomSocket.open(cue.origin, `stage/${stage.id}`, {
      person: await newPerson("Talker"),
    });
    const say = (msg: string) => talking.send("roomChat", { msg });
    const { page, context } = await visit({ as: manager, phone: layout === "phone" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.setViewportSize(viewport);
    await page.goto(`/room/${stage.id}`);
    await untilInteractive(page);
    const chat = page.getByRole("button", { name: "Chat", exact: true });
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    const field = page.getByRole("textbox", { name: "Message" });
    const options = page
      .getByRole("region", { name: "Player" })
      .getByRole("button", { name: "Player Options" });
    await expect(page.getByText("Connected", { exact: true })).toBeAttached();
    // The chat is beside the page here: a mention shows a toast only while the chat is closed.
    if (layout === "desktop") await chat.click();
    await expect(field).toBeHidden();

    await test.step("on a scrolled page", async () => {
      const tab = page.getByRole("tab", { name: "Info" });
      // As far up as the top bar allows.
      await tab.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 58));
      const topOfTab = () => tab.evaluate((element) => element.getBoundingClientRect().top);
      const before = await topOfTab();
      await say(`@${manager.username} alpha`);
      await expect(toast(page, "alpha")).toBeVisible();
      await say(`@${manager.username} bravo, which is much longer: ${"and so on ".repeat(20)}`);
      await expect(toast(page, "bravo")).toBeVisible();
      expect(await topOfTab()).toBe(before);
      for (const control of [menu, chat, options]) await reached(control);
      await toast(page, "alpha").click();
      await toast(page, "bravo").click();
      await page.evaluate(() => scrollTo(0, 0));
    });

    await test.step("while a dialog is open, which stays open", async () => {
      await page.getByRole("button", { name: "Share" }).click();
      const copy = page.getByRole("button", { name: "Copy Public URL" });
      await copy.click();
      await expect(toast(page, "Copied to clipboard")).toBeVisible();
      const dialog = page.getByRole("dialog");
      await expectFree(page, copy, dialog.getByRole("button", { name: "Close" }));
      await toast(page, "Copied to clipboard").click();
      await expect(dialog).toBeVisible();
      await dialog.getByRole("button", { name: "Close" }).click();
    });

    await test.step("while the chat is open, also offline", async () => {
      await chat.click();
      const author = page.getByRole("log").getByRole("button", { name: /^Talker/ });
      await author.first().click();
      await page.getByRole("menuitem", { name: "Delete Message" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete Message" }).click();
      await expect(toast(page, "Message deleted")).toBeVisible();
      await context.setOffline(true);
      const banner = page.getByText("You are offline. Music and chat");
      await expect(banner).toBeVisible();
      await reached(banner);
      const send = page.getByRole("button", { name: "Send" });
      await field.fill("Still here");
      await expectFree(page, field, send, author.first(), options);
      await context.setOffline(false);
    });
    talking.close();
  });
}
