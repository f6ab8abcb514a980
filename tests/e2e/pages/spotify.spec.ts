/** Songs that play on Spotify, in the player bar, with the simulators of its accounts and its player. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addSongs } from "#tests/fixtures/database.ts";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const spotifyId = "4uLU6hMCjMI75M1A2tKUQC";

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("cue") ?? "{}").spotify as object | undefined);

/** Presses the icon and a button of the page of Spotify that opens. */
async function pressAndChoose(page: Page, song: string, choice: string) {
  // Until the part that plays songs there has loaded, the icon is a plain link.
  await page.waitForLoadState("networkidle");
  const popup = page.context().waitForEvent("page");
  await page.getByRole("link", { name: `Play ${song} on Spotify` }).click();
  await (await popup).getByRole("button", { name: choice, exact: true }).click();
}

test("a song plays on Spotify in place of the stage, which is heard again after its end", async ({
  cue,
  manager,
  newPerson,
  broadcast,
  visit,
  allowConsole,
}) => {
  // A new device is not known everywhere at once.
  allowConsole(/status of 404/);
  const [performer, listener] = [await newPerson("Ada"), await newPerson("Lea")];
  await cue.makePerformer(performer.username);
  const stage = await cue.createStage({ name: "Elsewhere", manager: manager.username, isOnDemand: true });
  const on = { stageId: stage.id, performerId: performer.id };
  const [song = ""] = addSongs(cue, on, [{ artist: "Ana", title: "Night Bus" }]);
  await cue.admin("describe-track", song, "--spotify", spotifyId);
  await broadcast({ ...stage, format: "mp3", track: 1 });
  const { page } = await visit({ as: listener });
  const stagePage = new StagePage(page, "Elsewhere");
  await stagePage.open(`/room/${stage.id}`);
  await stagePage.play();
  await expect(stagePage.bar.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Past Songs" }).click();

  // Who refuses hears the stage on.
  await pressAndChoose(page, "Night Bus", "Cancel");
  await expect(page.getByText("Your Spotify account was not connected.")).toBeVisible();
  await expect(stagePage.bar.getByText("Live", { exact: true })).toBeVisible();

  await pressAndChoose(page, "Night Bus", "Agree with Premium");
  const bar = stagePage.bar;
  await expect(bar.getByText("On Spotify")).toBeVisible();
  await expect(bar).toContainText("Night Bus Ana");
  await expect(bar.getByRole("link", { name: "Open in Spotify" })).toHaveAttribute(
    "href",
    `https://open.spotify.com/track/${spotifyId}`,
  );
  await expectAccessible(page, { within: "section[aria-label=Player]" });
  await bar.getByRole("button", { name: /^Pause Night Bus/ }).click();
  await expect(bar.getByText("Paused")).toBeVisible();
  await bar.getByRole("button", { name: /^Play Night Bus/ }).click();
  await expect(bar.getByText("On Spotify")).toBeVisible();
  const slider = bar.getByRole("slider", { name: "Position" });
  await expect(slider).toHaveAttribute("aria-valuetext", / of 0:30$/);
  await bar.getByRole("button", { name: "Forward 15 Seconds" }).click();
  await slider.press("End");
  await expect(bar.getByText("Live", { exact: true })).toBeVisible();

  // The second time there is nothing to agree to; closing leads back, too.
  await page.getByRole("link", { name: "Play Night Bus on Spotify" }).click();
  await expect(bar.getByText("On Spotify")).toBeVisible();
  await bar.getByRole("button", { name: "Close Spotify" }).click();
  await expect(bar.getByText("Live", { exact: true })).toBeVisible();

  // Playback moves to another device: nothing of ours starts over it.
  await page.getByRole("link", { name: "Play Night Bus on Spotify" }).click();
  await expect(bar.getByText("On Spotify")).toBeVisible();
  await page.evaluate(() =>
    (window as Window & { Spotify?: { simulated: { moveAway(): void } } }).Spotify?.simulated.moveAway(),
  );
  await expect(page.getByText("Spotify now plays on another device.")).toBeVisible();
  await expect(bar.getByText("Stopped")).toBeVisible();

  expect(await stored(page)).toMatchObject({ access: expect.any(String) });
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("/");
  expect(await stored(page)).toBeUndefined();
});

test("without Premium a listener is told, and songs open at Spotify", async ({
  cue,
  manager,
  newPerson,
  visit,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  const [performer, listener] = [await newPerson("Ada"), await newPerson("Lea")];
  await cue.makePerformer(performer.username);
  const stage = await cue.createStage({ name: "Unpaid", manager: manager.username, isOnDemand: true });
  const on = { stageId: stage.id, performerId: performer.id };
  const [song = ""] = addSongs(cue, on, [{ artist: "Ana", title: "Last Bus" }]);
  await cue.admin("describe-track", song, "--spotify", spotifyId);
  const { page, context } = await visit({ as: listener });
  await context.route("https://open.spotify.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Spotify</title>" }),
  );
  await page.goto(`/tracks/${song}`);
  await untilInteractive(page);
  await expect(page.getByRole("button", { name: "Player Options" })).toBeVisible();
  await pressAndChoose(page, "Last Bus", "Agree without Premium");
  const warning = "You must have Spotify premium to play music through the product";
  await expect(page.getByText(warning)).toBeVisible();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Play Last Bus on Spotify" }).click();
  await expect(await opened).toHaveURL(`https://open.spotify.com/track/${spotifyId}`);
});
