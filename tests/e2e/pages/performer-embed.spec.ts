/** A performer's public player, while a stage carries their sound. */
import { open } from "#tests/fixtures/keyboard.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("a performer who goes on a stage is played there by their own player, under the stage's titles", async ({
  cue,
  manager,
  newPerson,
  broadcast,
  visit,
}) => {
  const performer = await newPerson("Framed");
  const ingest = await cue.makePerformer(performer.username);
  const stage = await cue.createStage({ name: "Frame Hall", manager: manager.username, isOnDemand: false });
  const { page } = await visit();
  await open(page, `/player/${performer.username.replace(" ", "-")}`);
  const player = page.getByRole("main");
  await expect(player).toContainText(`${performer.username} is not performing at this time`);

  const now = Date.now();
  const hourMs = 3_600_000;
  const times = { startsAt: now - 60_000, endsAt: now + hourMs };
  await cue.createSet({ stage: stage.id, performer: performer.username, ...times, name: "In a frame" });
  const encoder = await broadcast({ ...ingest, format: "mp3", track: 1 });
  await encoder.announce("Ana Moura", "Desfado");
  const playsThere = async () => {
    await expect(player.getByRole("heading", { name: performer.username })).toBeVisible();
    await expect(player).toContainText("on Frame Hall");
    await expect(player).toContainText("Desfado");
    await expect(player.getByRole("button", { name: "Play Frame Hall" })).toBeVisible();
  };
  await playsThere();
  await page.reload();
  await playsThere();
});
