/** A stage while no one performs, the strip on Home, and the controls around every page. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addPlayedSets } from "#tests/fixtures/database.ts";
import { open, openForKeys, untilInteractive } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const minuteMs = 60_000;

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const panel = (page: Page) => page.getByRole("tabpanel");

test("an offline stage shows the upcoming set, the lineup, past sets and an award", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const [listener, performer] = [await newPerson("Nell"), await newPerson("Ada")];
  await cue.makePerformer(performer.username);
  const name = `Lantern ${performer.username.split(" ").at(-1)}`;
  const { id } = await cue.createStage({ name, manager: manager.username, isOnDemand: false });
  const { page } = await visit({ as: listener });
  await open(page, `/room/${id}`);
  const main = page.getByRole("main");
  await expect(main).toContainText("No upcoming performances scheduled");
  await expect(main.getByText("Stage Awards")).toBeHidden();
  await tab(page, "Past Sets").click();
  await expect(page).toHaveURL(/\?tab=pastSets$/);
  await expect(panel(page)).toContainText("No past sets yet");
  await tab(page, "Past Songs").click();
  await expect(panel(page)).toContainText("No songs played yet");

  // An external write to a copy's database blocks its other users, and the page would keep requesting.
  await page.goto("about:blank");
  const [played] = addPlayedSets(cue, { stageId: id, performerId: performer.id, count: 2 });
  await cue.admin("grant-award", performer.username, "--award", "first-set", "--stage", id);
  const startsAt = Date.now() + 3 * minuteMs;
  const slot = { stage: id, performer: performer.username, startsAt, endsAt: startsAt + 30 * minuteMs };
  await cue.createSet({ ...slot, name: "Slow Burn" });
  await open(page, `/room/${id}?tab=pastSets`);
  await expect(tab(page, "Past Sets")).toHaveAttribute("aria-selected", "true");
  await expect(panel(page).getByRole("listitem")).toHaveCount(2);
  await expect(panel(page)).toContainText(`${played}${performer.username}`);
  await expect(panel(page)).toContainText("0 peak listeners");
  await expectAccessible(page);

  const next = main.getByRole("region", { name: "Up next" });
  await expect(next).toContainText(/UP NEXT/);
  await expect(next).toContainText("Slow Burn");
  await next.getByRole("button", { name: `Follow ${performer.username}` }).click();
  const toast = page.locator("[data-toast=confirm]");
  await expect(toast).toContainText("Following confirmed");
  await toast.click();
  await expect(toast).toBeHidden();
  await tab(page, "Lineup").click();
  const entry = panel(page).getByRole("listitem").filter({ hasText: "Slow Burn" });
  await expect(entry.getByRole("button", { name: `Unfollow ${performer.username}` })).toBeVisible();
  await expectAccessible(page);

  await tab(page, "Info").click();
  await panel(page)
    .getByRole("button", { name: new RegExp(performer.username) })
    .click();
  const award = page.getByRole("dialog");
  for (const text of ["Awarded on", "Sets Played", "Total Hours Played", "Accumulated Peak Listeners"])
    await expect(award).toContainText(text);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(award).toBeHidden();

  await page.reload();
  await expect(next.getByRole("button", { name: `Follow ${performer.username}` })).toBeHidden();
  await open(page, "/");
  const strip = page.getByRole("region", { name: "Upcoming Performers" }).getByRole("link", { name });
  await expect(strip).toContainText(/1m \d\ds|CUE|0m/);
  const countdown = await strip.textContent();
  await expect(strip).not.toHaveText(countdown ?? "", { timeout: 3_000 });
  await expectAccessible(page);
});

test("an offline on-demand stage has neither lineup nor past sets", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const { id } = await cue.createStage({
    name: "Quiet Quay",
    manager: manager.username,
    isOnDemand: true,
  });
  const { page } = await visit({ as: await newPerson("Nell") });
  await open(page, `/room/${id}`);
  await expect(page.getByRole("main")).toContainText("Quiet Quay is not performing at this time");
  await expect(page.getByRole("tab")).toHaveText(["Info", "People", "Past Songs"]);
  await expect(panel(page).getByText("Performances", { exact: true })).toBeHidden();
});

test("a subscription shows immediately, is reverted when the server is unreachable, and follows the last click", async ({
  cue,
  manager,
  newPerson,
  visit,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const { id } = await cue.createStage({ name: "Belfry", manager: manager.username, isOnDemand: true });
  const { page } = await visit({ as: await newPerson("Nell") });
  await open(page, `/room/${id}`);
  const subscribe = page.getByRole("button", { name: "Subscribe", exact: true });
  const unsubscribe = page.getByRole("button", { name: "Unsubscribe" });
  const count = (count: number) =>
    expect(page.getByRole("main").locator("dl").first()).toContainText(new RegExp(`subscribers?${count}$`));
  await count(0);

  // The first call is held during two more presses and then fails; the others are sent after it, one by one.
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route("**/api/rooms/*subscribe", async (route) => {
    asked.push(new URL(route.request().url()).pathname.replace("/api/rooms/", ""));
    if (asked.length > 1) return route.continue();
    await held.promise;
    return route.abort();
  });
  await subscribe.click();
  await count(1);
  await unsubscribe.click();
  await count(0);
  await subscribe.click();
  await count(1);
  expect(asked).toEqual(["subscribe"]);
  held.resolve();
  await expect(page.locator("[data-toast]")).toContainText("Server is offline");
  await expect.poll(() => asked).toEqual(["subscribe", "unsubscribe", "subscribe"]);
  await page.waitForLoadState("networkidle");
  await expect(unsubscribe).toBeVisible();
  await count(1);
  await page.reload();
  await expect(unsubscribe).toBeVisible();
  await count(1);
  await untilInteractive(page);

  await page.unroute("**/api/rooms/*subscribe");
  await page.route("**/api/rooms/unsubscribe", (route) => route.abort());
  await unsubscribe.click();
  await expect(page.locator("[data-toast]")).toContainText("Server is offline");
  await expect(unsubscribe).toBeVisible();
  await count(1);
});

test("keyboard shortcuts are listed in a dialog, open pages and can be turned off, and the theme is stored", async ({
  newPerson,
  visit,
}) => {
  const { page } = await visit({ as: await newPerson("Nell") });
  await openForKeys(page, "/stats");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const line of ["Play or stop", "Mute or unmute", "Volume up or down", "Home", "Search"])
    await expect(help).toContainText(line);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page).toHaveURL(/\/$/);

  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await help.getByRole("switch", { name: "Use these keys" }).click();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("?");
  await page.keyboard.press("/");
  await expect(help).toBeHidden();
  await expect(page).toHaveURL(/\/$/);

  await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
  await page.getByRole("button", { name: "Light", exact: true }).click();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("cue") ?? "{}") as object);
  expect(stored).toMatchObject({ theme: "light", singleKeys: false });
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("visitors who are signed out can choose a theme and use the shortcuts that the page supports", async ({
  cue,
  manager,
  visit,
}) => {
  const { id } = await cue.createStage({ name: "Foyer", manager: manager.username, isOnDemand: true });
  const { page } = await visit({ phone: true });
  const theme = (name: string) => page.getByRole("group", { name: "Theme" }).getByRole("button", { name });
  await open(page, "/");
  await theme("Light").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expectAccessible(page);
  await open(page, `/room/${id}`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await theme("Dark").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // A phone has no keyboard.
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toHaveCount(0);

  const { page: desk } = await visit();
  await open(desk, `/room/${id}`);
  await desk.getByRole("button", { name: "Keyboard shortcuts" }).click();
  const help = desk.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("Open or close the chat");
  await expectAccessible(desk);
  await desk.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(desk.getByRole("button", { name: "Keyboard shortcuts" })).toBeFocused();

  // The page stays the same, so that an effect of the key would be visible on the next one.
  const { page: wide } = await visit({ as: manager });
  await openForKeys(wide, "/stats");
  await wide.keyboard.press("c");
  await wide.keyboard.press("g");
  await wide.keyboard.press("h");
  await wide.getByRole("main").getByRole("link", { name: "Foyer" }).click();
  const chat = wide.getByRole("complementary", { name: "Chat" });
  await expect(chat).toBeVisible();
  await wide.keyboard.press("c");
  await expect(chat).toBeHidden();
});
