/** A performer's public player while a stage carries their sound. */
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { open } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("the embedded player of a performer plays their set on a stage with its titles", async ({
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

test("the embedded player fits a phone, and shows the follower count if the performer allows it", async ({
  cue,
  newPerson,
  broadcast,
  visit,
}) => {
  const performer = await newPerson("Followed");
  const ingest = await cue.makePerformer(performer.username);
  const fan = await newPerson("Fan");
  await fan.post("/api/users/follow", { user: performer.id });
  await broadcast({ ...ingest, format: "mp3", track: 1 });
  const { page } = await visit();
  const path = `/player/${performer.username.replace(" ", "-")}`;
  const play = page.getByRole("button", { name: `Play ${performer.username}` });
  for (const size of [
    { width: 350, height: 326 },
    { width: 800, height: 326 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await open(page, path);
    await expect(page.getByText(/1 follower$/)).toBeVisible();
    for (const control of [play, page.getByRole("slider", { name: "Volume" })]) {
      const box = await control.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Mute" }).click();
  await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
  await performer.post("/api/djs/saveProfile", { hideFollowsPlayer: true });
  await page.reload();
  await expect(play).toBeVisible();
  await expect(page.getByText(/follower/)).toBeHidden();
  expect(await page.content()).not.toContain('"followerCount",1');
});
