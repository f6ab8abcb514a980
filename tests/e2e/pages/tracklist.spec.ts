/** A tracklist is corrected by who played it, and named with the help of listeners. */
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addHeard } from "#tests/fixtures/database.ts";
import { expect, test } from "#tests/fixtures/test.ts";
import { encodeText } from "#tests/helpers/encode-text.ts";

const hourMs = 3_600_000;

test("a performer corrects a tracklist by keyboard and touch, listeners see what is hidden as an ID and suggest a name", async ({
  cue,
  manager,
  newPerson,
  visit,
  allowConsole,
}) => {
  const performer = await newPerson("Ada");
  const fan = await newPerson("Fan");
  await cue.makePerformer(performer.username);
  const stage = await cue.createStage({
    name: `Cellar ${performer.username.split(" ")[1]}`,
    manager: manager.username,
    isOnDemand: false,
  });
  const startsAt = Date.now() - 3 * hourMs;
  const endsAt = startsAt + hourMs;
  const slot = { stage: stage.id, performer: performer.username, startsAt, endsAt };
  const { id } = await cue.createSet({ ...slot, name: "Vinyl Night" });
  addHeard(cue, { id, stageId: stage.id, performerId: performer.id, startsAt, endsAt }, [
    { artist: "Nina", title: "Sinnerman", from: 0, to: 10 },
    { artist: "Bad", title: "Tag", from: 10, to: 20 },
    { from: 24, to: 33 },
    { artist: "Ana", title: "Secret", from: 40, to: 60 },
  ]);

  const { page } = await visit({ as: performer });
  await page.goto(`/djs/sets/${id}`);
  const list = page.getByRole("region", { name: "Tracklist" });
  await expect(list).toContainText("Heard 49 of 60 min, named 40.");
  await expect(list).toContainText("Unnamed, 24:00–33:00");
  await page.getByRole("button", { name: "Edit Tracklist" }).click();
  const lines = list.getByRole("list", { name: "Lines" }).locator("> li > button");
  await expect(lines).toHaveCount(4);
  const stored = list.getByText("All corrections are saved.");
  await expect(stored).toBeVisible();
  await expectAccessible(page);

  // The keyboard alone: confirm all, rename the second, split the first, hide the last for good.
  await lines.first().focus();
  await page.keyboard.press("a");
  await expect(lines.nth(0)).toContainText("Confirmed");
  await page.keyboard.press("ArrowDown");
  await expect(lines.nth(1)).toBeFocused();
  await page.keyboard.press("n");
  await page.getByRole("combobox", { name: "Artist" }).fill("Bo");
  await page.getByRole("combobox", { name: "Title" }).fill("Right");
  await page.getByRole("button", { name: "Save Name" }).click();
  await expect(lines.nth(1)).toContainText(/Right.*Bo/s);
  await lines.first().click();
  await page.getByRole("button", { name: "Split" }).click();
  await page.getByRole("textbox", { name: "The next track starts at" }).fill("5:00");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Split" }).click();
  await expect(lines).toHaveCount(5);
  await expect(lines.nth(1)).toContainText("5:00–10:00");
  await lines.last().click();
  await page.getByRole("button", { name: "Hide" }).click();
  await page.getByLabel("Show from").fill(new Date(Date.now() + 48 * hourMs).toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Hide Until Then" }).click();
  await expect(lines.last()).toContainText("Hidden from others");
  await expect(stored).toBeVisible();

  // Two lines in the wrong order exchange their times, by a key and by a button.
  await lines.first().click();
  await page.keyboard.press("d");
  await expect(lines.nth(0)).toContainText("0:00–5:00");
  await expect(lines.nth(0)).toContainText("Unnamed");
  await expect(lines.nth(1)).toContainText(/5:00–10:00.*Sinnerman/s);
  await lines.nth(1).click();
  await page.getByRole("button", { name: "Move Up" }).click();
  await expect(lines.nth(0)).toContainText(/0:00–5:00.*Sinnerman/s);
  await expect(stored).toBeVisible();

  await test.step("what a society asks for is filled in where it is missing", async () => {
    await page.getByRole("combobox", { name: "For Collecting Societies" }).selectOption("gema");
    const left = list.getByRole("list", { name: "Left out" });
    const right = left.getByRole("listitem").filter({ hasText: "Bo – Right" });
    await expect(right).toContainText("composer");
    await right.getByRole("button", { name: "Fill In" }).click();
    await right.getByRole("textbox", { name: "Composer" }).fill("Bo Writer");
    await expectAccessible(page);
    await right.getByRole("button", { name: "Save" }).click();
    await expect(right).toHaveCount(0);
    await expect(list).toContainText("1 line can be reported to GEMA.");
  });

  await test.step("a manager of the stage corrects everything but what is hidden", async () => {
    const managing = await visit({ as: manager });
    await managing.page.goto(`/djs/sets/${id}?tracklist=edit`);
    const theirs = managing.page.getByRole("list", { name: "Lines" }).locator("> li > button");
    await theirs.last().click();
    await expect(theirs.last()).toContainText("ID – ID");
    const region = managing.page.getByRole("region", { name: "Tracklist" });
    await expect(region).toContainText("The performer has hidden this track. Only they can change it.");
    await expect(region).not.toContainText("Secret");
    await expect(region.getByRole("button", { name: "Rename" })).toHaveCount(0);
    await theirs.nth(1).click();
    await managing.page.getByRole("button", { name: "Name", exact: true }).click();
    await managing.page.getByRole("combobox", { name: "Artist" }).fill("Dee");
    await managing.page.getByRole("combobox", { name: "Title" }).fill("From the Booth");
    await managing.page.getByRole("button", { name: "Save Name" }).click();
    await expect(theirs.nth(1)).toContainText(/From the Booth.*Dee/s);
    await expect(region.getByText("All corrections are saved.")).toBeVisible();
  });

  const listener = await visit({ as: fan, phone: true });
  await listener.page.goto(`/djs/sets/${id}`);
  const seen = listener.page.getByRole("region", { name: "Tracklist" });
  await expect(seen).toContainText(/ID.*ID/s);
  await expect(seen).not.toContainText("Secret");
  await expect(listener.page.getByRole("button", { name: "Edit Tracklist" })).toHaveCount(0);
  await listener.page.getByRole("button", { name: "Suggest a name for 24:00–33:00" }).click();
  await listener.page.getByRole("combobox", { name: "Artist" }).fill("Cy");
  await listener.page.getByRole("combobox", { name: "Title" }).fill("White Label");
  await expectAccessible(listener.page);
  await listener.page.getByRole("button", { name: "Suggest", exact: true }).click();
  await expect(seen).toContainText("You suggested Cy – White Label.");

  await page.reload();
  const unnamed = lines.nth(3);
  await expect(unnamed).toContainText("Has suggestions");
  await unnamed.click();
  await page.getByRole("button", { name: "Accept Cy – White Label" }).click();
  await expect(unnamed).toContainText("White Label");
  await expect(stored).toBeVisible();
  await listener.page.reload();
  await expect(seen).toContainText("White Label");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(unnamed).toContainText("Unnamed");
  await expect(stored).toBeVisible();

  // Without a network nothing is lost.
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await lines.nth(4).click();
  await page.getByRole("button", { name: "My Own, Unreleased" }).click();
  await expect(list).toContainText("You are offline. 1 correction kept on this device");
  await page.context().setOffline(false);
  await expect(stored).toBeVisible();
  await expect(list).toContainText("Your own, unreleased.");
});

test("a history file fills in what nobody has named", async ({ cue, manager, newPerson, visit }) => {
  const performer = await newPerson("Ada");
  await cue.makePerformer(performer.username);
  const stage = await cue.createStage({
    name: `Cellar ${performer.username.split(" ")[1]}`,
    manager: manager.username,
    isOnDemand: false,
  });
  const startsAt = Date.now() - 3 * hourMs;
  const endsAt = startsAt + hourMs;
  const slot = { stage: stage.id, performer: performer.username, startsAt, endsAt };
  const { id } = await cue.createSet({ ...slot, name: "Vinyl Night" });
  addHeard(cue, { id, stageId: stage.id, performerId: performer.id, startsAt, endsAt }, [
    { artist: "Nina", title: "Sinnerman", from: 0, to: 10 },
    { from: 24, to: 33 },
  ]);

  const { page } = await visit({ as: performer, phone: true });
  await page.goto(`/djs/sets/${id}?tracklist=edit`);
  await page.getByRole("button", { name: "Add Your History File" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  const night =
    "Vinyl Night\n0:00 Nina - Sinnerman\n24:00 Сай - White Label\n33:10 Bo - Two\n50:00 ID - ID\n";
  await dialog.getByLabel("History file", { exact: true }).setInputFiles({
    name: "night.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(encodeText(night, "windows-1251")),
  });
  await expect(dialog).toContainText("3 tracks on this set");
  // The charset is a guess that can be changed, and what is left out is told before anything is public.
  const tracks = dialog.getByRole("list", { name: "Tracks" });
  await expect(tracks).toContainText("Сай – White Label");
  await expect(dialog).toContainText("The file does not name it.");
  await expect(dialog).toContainText("1 line was not understood");
  await expectAccessible(page);
  const encoding = dialog.getByRole("combobox", { name: "Encoding" });
  await encoding.selectOption("windows-1252");
  await expect(tracks).toContainText("Ñàé – White Label");
  await encoding.selectOption("windows-1251");
  await expect(tracks).toContainText("Сай – White Label");
  await dialog.getByRole("button", { name: "Add to Tracklist" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  const lines = page.getByRole("list", { name: "Lines" }).locator("> li > button");
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(1)).toContainText(/White Label.*Сай/s);
  const listener = await visit({});
  await listener.page.goto(`/djs/sets/${id}`);
  await expect(listener.page.getByRole("region", { name: "Tracklist" })).toContainText("White Label");
});
