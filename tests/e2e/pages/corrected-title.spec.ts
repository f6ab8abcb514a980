/** A performer corrects their tracklist while they are on air: everyone on the stage sees it at once. */
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const minuteMs = 60_000;

test("a title that its performer corrects on air changes on the open page of the stage", async ({
  cue,
  manager,
  broadcast,
  visit,
  newPerson,
}) => {
  const performer = await newPerson("Decks");
  const ingest = await cue.makePerformer(performer.username);
  const stage = await cue.createStage({ name: "Corner", manager: manager.username, isOnDemand: false });
  const { id: set } = await cue.createSet({
    stage: stage.id,
    performer: performer.username,
    name: "Vinyl Night",
    startsAt: Date.now() - minuteMs,
    endsAt: Date.now() + 30 * minuteMs,
  });
  const encoder = await broadcast({ ...ingest, format: "mp3", track: 1 });
  const { page: ears } = await visit();
  const listener = new StagePage(ears, "Corner");
  await listener.open(`/room/${stage.id}`);
  await listener.play();
  await encoder.announce("Nina", "Wrong Title");
  await expect(listener.live).toContainText("Wrong Title");
  await ears.evaluate(() => Object.assign(window, { isSamePage: true }));

  const { page } = await visit({ as: performer });
  const lines = page.getByRole("list", { name: "Lines" }).locator("> li > button");
  await expect(async () => {
    await page.goto(`/djs/sets/${set}?tracklist=edit`);
    await expect(lines).toHaveCount(1, { timeout: 2_000 });
  }).toPass();
  await lines.first().focus();
  await page.keyboard.press("n");
  await page.getByRole("combobox", { name: "Artist" }).fill("Nina");
  await page.getByRole("combobox", { name: "Title" }).fill("Sinnerman");
  await page.getByRole("button", { name: "Save Name" }).click();
  await expect(listener.live).toContainText("Sinnerman");
  await expect(listener.live).not.toContainText("Wrong Title");
  await expect(listener.bar).toContainText("Sinnerman");

  // The encoder that sends its title again does not undo it.
  await encoder.announce("Nina", "Wrong Title");
  await page.getByRole("button", { name: "Hide" }).click();
  await page.getByRole("button", { name: "Hide for Good" }).click();
  await expect(listener.live).toContainText(/ID\s*ID/);
  await expect(listener.live).not.toContainText("Sinnerman");
  await expect(listener.live).not.toContainText("Wrong Title");
  expect(await ears.evaluate(() => "isSamePage" in window)).toBe(true);
});
