/** Following: shown immediately, reverted when the server is unreachable, and the lists of followers. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addFollowers } from "#tests/fixtures/database.ts";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { expectToast, openProfile } from "#tests/fixtures/profile-page.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** The positions of elements, in pixels. */
async function placesOf(page: Page): Promise<unknown> {
  const { main } = new StagePage(page, "");
  const parts = [main.getByRole("heading", { level: 1 }), main.getByRole("button", { name: "Share" })];
  return Promise.all(parts.map((part) => part.boundingBox()));
}

test("a follow shows immediately, is reverted when the server is unreachable, and causes no layout shift", async ({
  cue,
  visit,
  newPerson,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const [fan, star] = [await newPerson("Fan"), await newPerson("Star")];
  await cue.makePerformer(star.username);
  const { page } = await visit({ as: fan });
  await openProfile(page, star);
  const followers = page.getByRole("link", { name: /followers?$/ });
  const follow = page.getByRole("button", { name: `Follow ${star.username}`, exact: true });
  const unfollow = page.getByRole("button", { name: `Unfollow ${star.username}` });
  const bell = page.getByRole("button", { name: `Notify me when ${star.username} goes live` });
  await expect(followers).toHaveText("0followers");
  const before = await placesOf(page);

  const held = Promise.withResolvers<void>();
  await page.route("**/api/users/follow", async (route) => {
    await held.promise;
    await route.abort();
  });
  await follow.click();
  await expect(unfollow).toBeVisible();
  await expect(followers).toHaveText("1follower");
  await expect(bell).toBeVisible();
  expect(await placesOf(page)).toEqual(before);
  held.resolve();
  await expectToast(page, "Server is offline");
  await expect(follow).toBeVisible();
  await expect(followers).toHaveText("0followers");
  await page.unroute("**/api/users/follow");

  await follow.click();
  await expectToast(page, "Following confirmed");
  await expect(bell).toHaveAttribute("aria-pressed", "true");
  await bell.click();
  await expectToast(page, "Your preference has been updated");
  await expect(bell).toHaveAttribute("aria-pressed", "false");
  await expectAccessible(page);

  await page.reload();
  await expect(bell).toHaveAttribute("aria-pressed", "false");
  await expect(followers).toHaveText("1follower");
  await untilInteractive(page);
  await unfollow.click();
  await expect(followers).toHaveText("0followers");
  await expect(bell).toBeHidden();
  expect(await placesOf(page)).toEqual(before);

  // The last of several fast presses wins.
  await follow.click();
  await unfollow.click();
  await follow.click();
  await expectToast(page, "Following confirmed");
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect(followers).toHaveText("1follower");
});

test("a list of followers loads more while scrolling and is restored on return", async ({
  cue,
  visit,
  newPerson,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const [reader, star] = [await newPerson("Reader"), await newPerson("Star")];
  const names = addFollowers(cue, star.id, 65);
  const { page } = await visit({ as: reader });
  const rows = page.getByRole("main").getByRole("listitem");
  const toEnd = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

  await page.goto(`/followers/${star.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Followers" })).toBeVisible();
  await expect(rows).toHaveCount(30);
  await page.route("**/api/users/getFollowersPaginate", (route) => route.abort());
  await untilInteractive(page);
  await toEnd();
  await expect(page.getByRole("alert")).toContainText("We could not load the rest of the list");
  await expectAccessible(page);
  await page.unroute("**/api/users/getFollowersPaginate");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(rows).toHaveCount(60);
  await toEnd();
  await expect(rows).toHaveCount(65);
  const shown = await rows
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link) => decodeURIComponent(link.getAttribute("href") ?? "").replace("/profile/", "")),
    );
  expect(shown.toSorted()).toEqual(names.toSorted());
  await expectAccessible(page);

  const last = rows.last();
  await last.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => window.scrollY);
  await last.getByRole("button", { name: /^Follow/ }).click();
  await expectToast(page, "Following confirmed");
  await last.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: names.at(-1) })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(65);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
  await expect(last.getByRole("button", { name: /^Unfollow/ })).toBeVisible();

  for (const [path, empty] of [
    [`/following/${star.id}`, "Not following any users"],
    ["/followers", "No followers"],
    [`/profile/songs/${star.id}`, "No songs performance"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(empty)).toBeVisible();
    await expectAccessible(page);
  }
});

test("on the smallest phones, the actions of a profile have one row", async ({ visit, newPerson, cue }) => {
  const [fan, star] = [await newPerson("Fan"), await newPerson("Star")];
  await cue.makePerformer(star.username);
  await fan.post("/api/users/follow", { user: star.id });
  const { page } = await visit({ as: fan, phone: true });
  await page.setViewportSize({ width: 320, height: 640 });
  await openProfile(page, star);
  const top = async (name: string) =>
    (await new StagePage(page, "").main.getByRole("button", { name }).first().boundingBox())?.y;
  expect(await top("Share")).toBe(await top("Back"));
});
