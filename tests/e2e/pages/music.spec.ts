/** Songs, artists and labels: from a list of played songs to their details. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addArtistPicture, addSongs } from "#tests/fixtures/database.ts";
import { expect, test } from "#tests/fixtures/test.ts";

async function expectSound(page: Page) {
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

test("a song links to its artists, its label and the parent label, and can be favorited", async ({
  cue,
  manager,
  newPerson,
  visit,
  allowConsole,
}) => {
  const [performer, listener] = [await newPerson("Ada"), await newPerson("Lea")];
  await cue.makePerformer(performer.username);
  const mark = performer.username.split(" ")[1] ?? "";
  const place = `Music ${mark}`;
  const stage = await cue.createStage({ name: place, manager: manager.username, isOnDemand: false });
  const label = { id: `label${mark.toLowerCase()}`, name: `Dubs ${mark}`, parent: `Night Bus ${mark}` };
  const long = `Un titre sans fin ${"encore ".repeat(24)}`.trim();
  const [song = ""] = addSongs(cue, { stageId: stage.id, performerId: performer.id }, [
    { artist: `Ana ${mark} feat. Ben ${mark}`, title: `One ${mark} (Dub Mix)`, label },
    { artist: `Ana ${mark}`, title: long },
    { artist: `فيروز ${mark}`, title: "نسّم علينا الهوى" },
    { artist: "", title: `Nobody's ${mark}` },
    { artist: `Ana ${mark}`, title: "" },
  ]);

  // From the list of songs that a performer has played.
  const { page } = await visit({ as: listener });
  await page.goto(`/profile/songs/${performer.id}`);
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.nth(0)).toContainText(/1\.2K listens/);
  await expect(rows.nth(3)).toContainText("No artist");
  await expect(rows.nth(4)).toContainText("No title");
  await rows
    .nth(0)
    .getByRole("link", { name: `One ${mark} (Dub Mix)` })
    .click();

  const main = page.getByRole("main");
  await expect(page).toHaveURL(`/tracks/${song}`);
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(`One ${mark} (Dub Mix)`);
  await expect(page).toHaveTitle(`One ${mark} (Dub Mix) · Ana ${mark} feat. Ben ${mark} · Cue`);
  await expect(page.locator("meta[property='og:type']")).toHaveAttribute("content", "music.song");
  await expect(main).toContainText(/Album\s*Last Stop.*Released\s*May 17, 2019.*Copyright\s*℗ 2019/s);
  const plays = page.getByRole("region", { name: "Recent Plays" }).getByRole("listitem");
  await expect(plays).toHaveCount(1);
  await expect(plays).toContainText(`${performer.username} on ${place}`);
  await expect(plays.getByRole("link", { name: place })).toHaveAttribute("href", `/room/${stage.id}`);

  const stored = page.waitForResponse("**/api/favorites/favorite");
  await main.getByRole("button", { name: "Favorite" }).click();
  await expect(main.getByRole("button", { name: "Favorited", pressed: true })).toBeVisible();
  await stored;
  await page.reload();
  await expect(main.getByRole("button", { name: "Favorited", pressed: true })).toBeVisible();
  await expect(main.getByRole("term").filter({ hasText: /^favorite$/ })).toBeVisible();
  // A refused favorite is reverted.
  allowConsole(/503/);
  await page.route("**/api/favorites/unfavorite", (route) =>
    route.fulfill({ status: 503, json: { error: "The server is busy.", code: "unavailable", status: 503 } }),
  );
  await main.getByRole("button", { name: "Favorited" }).click();
  await expect(page.getByText("The server is busy.")).toBeVisible();
  await expect(main.getByRole("button", { name: "Favorited", pressed: true })).toBeVisible();

  await main.getByRole("link", { name: `Ben ${mark}` }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(`Ben ${mark}`);
  await expect(main.getByRole("listitem")).toHaveCount(1);
  await main.getByRole("link", { name: `Ana ${mark}` }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(`Ana ${mark}`);
  await expect(main.getByRole("listitem")).toHaveCount(3);
  await expectSound(page);

  await page.goto(`/tracks/${song}`);
  await expectSound(page);
  await main.getByRole("link", { name: label.name }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(label.name);
  await expect(main.getByRole("link", { name: `${label.id}.example` })).toBeVisible();
  await expectSound(page);
  await main.getByRole("link", { name: label.parent }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(label.parent);
  await expect(main).toContainText("No songs on this label yet");
});

test("a cover is shown with its song, and with an artist and a label that have no picture; a picture has its author", async ({
  cue,
  manager,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Sleeves", manager: manager.username, isOnDemand: false });
  const label = { id: "sleeves", name: "Sleeve Records", parent: "Paper Goods" };
  const known = { art: "/icons/cover-1400.png", musicbrainz: "8f468f36-8c7e-4fc1-9166-50664d267127" };
  const [song = ""] = addSongs(cue, { stageId: stage.id, performerId: manager.id }, [
    { artist: "Sleeve Artist", title: "Pressed", label, known },
    { artist: "Sleeve Artist", title: `Unpressed ${"and unsleeved ".repeat(6)}`.trim() },
  ]);
  const { page } = await visit({});
  const main = page.getByRole("main");
  const covers = main.locator(`img[src="${known.art}"]`);
  await page.goto(`/tracks/${song}`);
  await expect(covers).toHaveCount(1);
  await expect(main.getByRole("link", { name: "MusicBrainz" })).toHaveAttribute(
    "href",
    `https://musicbrainz.org/recording/${known.musicbrainz}`,
  );
  await expectSound(page);
  await main.getByRole("link", { name: "Sleeve Artist" }).click();
  await expect(main.getByRole("listitem")).toHaveCount(2);
  // In its head and beside the song; the other song has a drawn one.
  await expect(covers).toHaveCount(2);
  await expect(main.getByText("Photo:")).toHaveCount(0);

  const author = `Fotografin ${"Maximiliane-Charlotte ".repeat(5)}`.trim();
  const source = "https://commons.wikimedia.org/wiki/File:Sleeve_Artist.jpg";
  const licenseUrl = "https://creativecommons.org/licenses/by-sa/4.0/";
  const photo = "/icons/512.png";
  addArtistPicture(cue, "Sleeve Artist", {
    photo,
    photoCredit: { author, license: "CC BY-SA 4.0", licenseUrl, source },
  });
  await page.reload();
  await expect(main.locator(`img[src="${photo}"]`)).toHaveCount(1);
  await expect(main.getByText(`Photo: ${author}, CC BY-SA 4.0, cropped`)).toBeVisible();
  await expect(main.getByRole("link", { name: author })).toHaveAttribute("href", source);
  await expect(main.getByRole("link", { name: "CC BY-SA 4.0" })).toHaveAttribute("href", licenseUrl);
  await expect(page.locator("meta[property='og:description']")).toHaveAttribute(
    "content",
    `2 songs, played live 2 times. Photo: ${author}, CC BY-SA 4.0, cropped.`,
  );
  await expectSound(page);
  await page.goto(`/labels/${label.id}`);
  await expect(covers).toHaveCount(2);
  await page.goto(`/labels/${label.id}-parent`);
  await expect(covers).toHaveCount(0);
});

test("unknown songs, artists and labels are not found, and visitors who are signed out see no favorite button", async ({
  cue,
  manager,
  visit,
  allowConsole,
}) => {
  allowConsole(/404/);
  const stage = await cue.createStage({
    name: "Strange music",
    manager: manager.username,
    isOnDemand: false,
  });
  const [song = ""] = addSongs(cue, { stageId: stage.id, performerId: manager.id }, [
    { artist: "AC/DC", title: "Thunder" },
  ]);
  const { page } = await visit({ phone: true });
  for (const path of ["/tracks/nothing", "/artists/Nobody%20at%20all", "/labels/nothing"]) {
    expect((await page.goto(path))?.status()).toBe(404);
  }
  await page.goto(`/tracks/${song}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Thunder");
  await expect(main.getByRole("button", { name: /Favorite/ })).toHaveCount(0);
  await main.getByRole("link", { name: "AC/DC" }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("AC/DC");
  await page.reload();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("AC/DC");
});
