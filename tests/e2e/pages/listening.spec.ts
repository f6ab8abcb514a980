/** Search, favorites and statistics of a listener. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addSongs } from "#tests/fixtures/database.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { open } from "#tests/fixtures/open.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** Expects no axe violation and no horizontal scroll in the current state. */
async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

/** A performer with a stage, and a word that is in no other name. */
async function prepare(cue: CueInstance, manager: Person, newPerson: (name: string) => Promise<Person>) {
  const performer = await newPerson("Ada");
  await cue.makePerformer(performer.username);
  const word = `umbra${performer.username.split(" ")[1]?.toLowerCase()}`;
  const name = `Hall ${word}`;
  const { id } = await cue.createStage({ name, manager: manager.username, isOnDemand: false });
  return { performer, stage: { id, name }, word };
}

test("search finds users, shows an empty state and restores its results on return", async ({
  cue,
  manager,
  newPerson,
  visit,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const { performer, stage, word } = await prepare(cue, manager, newPerson);
  const [song = ""] = addSongs(cue, { stageId: stage.id, performerId: performer.id }, [
    { artist: `宇多田ヒカル ${word}`, title: "真夏の通り雨" },
    { artist: "", title: `Déjà ${word}` },
  ]);
  const listener = await newPerson("Nell");
  const { page, context } = await visit({ as: listener, phone: true });
  await open(page, "/");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("link", { name: "Search", exact: true }).click();

  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/search")) asked.push(request.postDataJSON().search);
  });
  const box = page.getByLabel("Search users and songs");
  const main = page.getByRole("main");
  const row = (name: string) => main.getByRole("listitem").filter({ hasText: name });

  // A search waits until typing has stopped, and an empty query sends no request.
  await box.pressSequentially(performer.username, { delay: 20 });
  await expect(row(performer.username)).toContainText("Performer");
  await expect(page).toHaveURL(/\/search\?q=Ada/);
  await box.fill("");
  await expect(row(performer.username)).toHaveCount(0);
  await expect(main.getByRole("region", { name: "Stages" })).toBeVisible();
  await expect(page).toHaveURL("/search");
  const other = await newPerson("Bo");
  await box.fill(other.username);
  await expect(row(other.username)).toContainText("Listener");
  await box.fill("zzqq");
  await expect(main).toContainText("No search results");
  await expectSound(page);

  // A late response to an earlier query is ignored.
  await page.route("**/api/search", async (route) => {
    if (route.request().postDataJSON().search === `deja ${word}`) await page.waitForTimeout(1_500);
    await route.continue();
  });
  await box.fill(`deja ${word}`);
  await page.waitForRequest("**/api/search");
  await box.fill(`通り ${word}`);
  await expect(row("真夏の通り雨")).toContainText("宇多田ヒカル");
  await page.waitForTimeout(1_500);
  await expect(main.getByRole("listitem")).toHaveCount(1);
  await page.unroute("**/api/search");
  expect(asked).toEqual([performer.username, other.username, "zzqq", `deja ${word}`, `通り ${word}`]);
  await expectSound(page);

  await row("真夏の通り雨").getByRole("link").click();
  await expect(page).toHaveURL(`/tracks/${song}`);
  await page.goBack();
  await expect(box).toHaveValue(`通り ${word}`);
  await expect(row("真夏の通り雨")).toBeVisible();

  await context.setOffline(true);
  await box.fill(word);
  await expect(main.getByRole("alert")).toContainText("You are offline");
  await context.setOffline(false);
  await expect(row(`Déjà ${word}`)).toContainText("No artist");
});

test("search groups stages, sets and genres under headings, and arrow keys move through all results", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const { performer, word } = await prepare(cue, manager, newPerson);
  const genre = `Genre ${word}`;
  const name = `Cellar ${word}`;
  const cellar = await cue.createStage({ name, manager: manager.username, isOnDemand: false, genre });
  const startsAt = Date.now() + 3_600_000;
  const times = { startsAt, endsAt: startsAt + 3_600_000 };
  const night = { performer: performer.username, stage: cellar.id, name: `Night ${word}`, ...times };
  await cue.createSet(night);
  const { page } = await visit({ as: await newPerson("Nell"), phone: true });
  await open(page, `/search?q=${word}`);
  const main = page.getByRole("main");
  const group = (title: string) => main.getByRole("region", { name: title });
  await expect(group("Stages").getByRole("link")).toHaveCount(2);
  await expect(group("Sets").getByRole("link", { name: night.name })).toContainText(`on ${name}`);
  await expect(group("Genres").getByRole("link", { name: genre })).toContainText("1 stage");
  await expectSound(page);

  const box = page.getByLabel("Search users and songs");
  await box.press("ArrowDown");
  await expect(group("Stages").getByRole("link").first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(group("Genres").getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(group("Sets").getByRole("link")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/genres/genre-${word}`);
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(genre);
  await expect(main.getByRole("link", { name, exact: true })).toBeVisible();
  await expectSound(page);
});

test("the favorites page shows an empty state, lists favorites and removes one after confirmation", async ({
  cue,
  manager,
  newPerson,
  visit,
  allowConsole,
}) => {
  allowConsole(/500/);
  const { performer, stage, word } = await prepare(cue, manager, newPerson);
  const listener = await newPerson("Nell");
  const { page } = await visit({ as: listener });
  await open(page, "/favorites");
  const main = page.getByRole("main");
  await expect(main).toContainText("No tracks favorited yet");
  await expectSound(page);

  const played = Array.from({ length: 34 }, (_, index) => ({ artist: "Ana", title: `No ${index} ${word}` }));
  const ids = addSongs(cue, { stageId: stage.id, performerId: performer.id }, played);
  const [ownerless = ""] = addSongs(cue, { stageId: stage.id, performerId: "" }, [
    { artist: "", title: `Whose ${word}` },
  ]);
  for (const track of [...ids, ownerless]) {
    await listener.post("/api/favorites/favorite", { track, trackHistory: `play-${track}` });
  }

  await page.reload();
  const rows = main.getByRole("listitem");
  await expect(rows.first()).toContainText(`Performed on the ${stage.name} stage`);
  await expect(rows.first()).toContainText("No artist");
  await expect(rows.first().getByRole("link", { name: stage.name })).toHaveAttribute(
    "href",
    `/room/${stage.id}`,
  );
  await expect(rows.nth(1)).toContainText(`Performed by ${performer.username}`);
  await expect(rows.nth(1).getByRole("link", { name: performer.username })).toHaveAttribute(
    "href",
    `/profile/${performer.id}`,
  );
  await expect(rows).toHaveCount(30);
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(35);
  await page.evaluate(() => scrollTo(0, 0));

  // A refused removal is reverted; a successful one stays.
  const remove = (title: string) => page.getByRole("button", { name: `Remove ${title} from favorites` });
  const dialog = page.getByRole("alertdialog");
  await remove(`Whose ${word}`).click();
  await expect(dialog).toContainText(`“Whose ${word}” by No artist`);
  await expectSound(page);
  await dialog.getByRole("button", { name: "Keep Favorite" }).click();
  await expect(rows).toHaveCount(35);

  await page.route("**/api/favorites/unfavorite", (route) =>
    route.fulfill({ status: 500, json: { error: "Something went wrong.", code: "unknown" } }),
  );
  await remove(`Whose ${word}`).click();
  await dialog.getByRole("button", { name: "Remove Favorite" }).click();
  await expect(page.locator("[data-toast]")).toContainText("Something went wrong.");
  await expect(rows).toHaveCount(35);
  await page.unroute("**/api/favorites/unfavorite");
  const removed = page.waitForResponse("**/api/favorites/unfavorite");
  await remove(`Whose ${word}`).click();
  await dialog.getByRole("button", { name: "Remove Favorite" }).click();
  await expect(remove(`Whose ${word}`)).toBeHidden();
  await expect(remove(`No 33 ${word}`)).toBeFocused();
  await expect(rows).toHaveCount(34);
  expect((await removed).status()).toBe(200);
  await page.reload();
  await expect(rows.first()).toContainText(`No 33 ${word}`);
});

test("the statistics page shows rankings and totals, and updates past songs as they are played", async ({
  cue,
  manager,
  newPerson,
  visit,
  broadcast,
}) => {
  const { performer, stage, word } = await prepare(cue, manager, newPerson);
  addSongs(cue, { stageId: stage.id, performerId: performer.id }, [{ artist: "Ana", title: `Last ${word}` }]);
  const live = await cue.createStage({
    name: `Now ${word}`,
    manager: manager.username,
    isOnDemand: true,
  });
  const { page } = await visit({ as: await newPerson("Nell"), theme: "light" });
  await open(page, "/stats");
  const main = page.getByRole("main");
  const section = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Cue Statistics");
  for (const total of [/unique tracks? played/, /total performances?/, /total users?/, /total performers?/]) {
    await expect(main.getByRole("term").filter({ hasText: total })).toBeVisible();
  }
  await expect(section("Weekly Top Performers")).toBeVisible();
  await expect(section("Top Performers").getByRole("listitem").first()).toContainText(
    /listens?.*sets? played.*favorites?.*cheers?/,
  );
  await expect(section("New Performers").getByRole("listitem").first()).toContainText(performer.username);
  const songs = section("Past Songs Played").getByRole("listitem");
  await expect(songs.first()).toContainText(`Last ${word}`);
  await expectSound(page);

  const encoder = await broadcast({ ...live, format: "mp3", track: 1 });
  await encoder.announce("Lia", `Now ${word}`);
  await expect(songs.first()).toContainText(`Now ${word}`);
  await expect(songs.nth(1)).toContainText(`Last ${word}`);

  await section("Top Performers").getByRole("link", { name: "See More" }).click();
  await expect(page).toHaveURL("/stats/topdjs");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Top 50 Performers");
  await expectSound(page);
  await page.getByRole("link", { name: "Statistics" }).click();
  await section("New Performers").getByRole("link", { name: "See More" }).click();
  await expect(page).toHaveURL("/stats/newestdjs");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("New Performers");
  await expect(main.getByRole("listitem").first()).toContainText(performer.username);
});
