/** A past set: its performer, stage, tracks, and the reactions of its listeners. */
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addSetTracks } from "#tests/fixtures/database.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const hourMs = 3_600_000;

test("a past set shows its performer, stage, tracks and totals, except numbers that the performer hides", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const performer = await newPerson("Ada");
  await cue.makePerformer(performer.username);
  const name = `Cellar ${performer.username.split(" ")[1]}`;
  const stage = await cue.createStage({ name, manager: manager.username, isOnDemand: false });
  const startsAt = Date.now() - 3 * hourMs;
  const slot = { stage: stage.id, performer: performer.username, startsAt, endsAt: startsAt + hourMs };
  const longName = `Basement tapes ${"and so on ".repeat(12)}`.trim();
  const { id } = await cue.createSet({ ...slot, name: longName });
  const quiet = await cue.createSet({
    ...slot,
    startsAt: startsAt - 2 * hourMs,
    endsAt: startsAt - hourMs,
    name: "Quiet",
  });
  const of = { id, stageId: stage.id, performerId: performer.id, startsAt, cheeredBy: manager.id };
  addSetTracks(cue, of, [
    { artist: "Nina", title: "Sinnerman", cheers: 1 },
    { artist: "", title: "x".repeat(120), cheers: 9 },
  ]);

  const { page } = await visit({ phone: true });
  await page.goto(`/djs/sets/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: longName })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: performer.username })).toHaveAttribute(
    "href",
    `/profile/${performer.id}`,
  );
  await expect(main.getByRole("link", { name })).toHaveAttribute("href", `/room/${stage.id}`);
  const rows = page.getByRole("region", { name: "Tracklist" }).getByRole("listitem");
  await expect(rows.nth(0)).toContainText(/0:00.*Sinnerman.*Nina.*0 favorites.*1 cheer/s);
  await expect(rows.nth(1)).toContainText(/10:00.*No artist.*9 cheers/s);
  await expect(rows.nth(0).getByRole("img")).toHaveAccessibleName("Cheers: medium, none, none, none, none");
  await expect(rows.nth(1).getByRole("img")).toHaveAccessibleName("Cheers: hot, none, none, none, none");
  await expect(page.getByRole("figure")).toContainText("hot");
  await expect(page).toHaveTitle(`${longName} · ${performer.username} · Cue`);
  await expect(page.locator("meta[property='og:url']")).toHaveAttribute(
    "content",
    `${cue.origin}/djs/sets/${id}`,
  );
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await page.goto(`/djs/sets/${quiet.id}`);
  await expect(main).toContainText("Not played");
  await expect(main).toContainText("This set was not played");
  await expect(page.getByRole("region", { name: "Cheers" })).toHaveCount(0);

  await performer.post("/api/djs/saveProfile", { hideProfileStats: true });
  await page.goto(`/djs/sets/${id}`);
  await expect(main).toContainText(`${performer.username} keeps their statistics private.`);
  await expect(main).toContainText("Sinnerman");
  await expect(page.getByRole("region", { name: "Cheers" })).toHaveCount(0);
  await expect(main).not.toContainText("9 cheers");
});
