/** A performer who connects before their set hears themselves, makes a choice, and ends the set early. */

import { expectAccessible } from "#tests/fixtures/axe.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const minuteMs = 60_000;

test("an early performer waits on standby, plays on the profile, goes on stage and ends the set", async ({
  cue,
  broadcast,
  visit,
  newPerson,
}) => {
  const [performer, manager] = [await newPerson("Early"), await newPerson("Keeper")];
  const ingest = await cue.makePerformer(performer.username);
  await cue.admin("make-manager", manager.username);
  const name = `Pier ${manager.username.split(" ")[1]}`;
  const stage = await cue.createStage({ name, manager: manager.username, isOnDemand: false });
  const startsAt = Date.now() + 20 * minuteMs;
  const set = await cue.createSet({
    stage: stage.id,
    performer: performer.username,
    startsAt,
    endsAt: startsAt + 60 * minuteMs,
    name: "First swell",
  });
  const fan = await visit();
  await fan.page.goto(`/profile/${performer.id}`);
  const fanSeesLive = fan.page.getByText("LIVE", { exact: true });
  const { page, ear } = await visit({ as: performer, hears: true });
  await page.goto("/djs");
  const encoder = await broadcast({ ...ingest, format: "mp3", track: 3 });

  const panel = page.getByRole("region", { name: "Only you hear your encoder" });
  await expect(panel).toContainText(`${name} takes your stream automatically`, { timeout: 20_000 });
  await expect(page.getByText("On standby: only you hear your encoder")).toBeVisible();
  await panel.getByRole("button", { name: "Listen to Yourself" }).click();
  await ear.hears(3, { withinMs: 15_000 });
  await panel.getByRole("button", { name: "Stop Listening" }).click();
  await expectAccessible(page);
  await expect(fanSeesLive).toHaveCount(0);

  await panel.getByRole("button", { name: "Play on My Profile Until Then" }).click();
  await expect(fanSeesLive.first()).toBeVisible();
  await page.getByRole("button", { name: "Go Back to Standby" }).click();
  await expect(panel).toBeVisible();
  await expect(fanSeesLive).toHaveCount(0);

  const start = Date.now() + 2_000;
  const moved = { set: set.id, start, end: start + 60 * minuteMs };
  expect((await manager.post("/api/sets/update", moved)).status).toBe(200);
  const head = page.getByRole("region", { name: "First swell" });
  await expect(head).toContainText(`You are on air on ${name}`, { timeout: 20_000 });
  await expect(panel).toHaveCount(0);
  await head.getByRole("button", { name: "End Set" }).click();
  const dialog = page.getByRole("alertdialog", { name: "End this set now?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "End Set" }).click();
  await expect(page.locator("[data-toast]", { hasText: "Set ended" })).toBeVisible();
  const ended = page.getByRole("region", { name: "Your set has ended" });
  await expect(ended.getByRole("button", { name: "Play on My Profile" })).toBeVisible({ timeout: 20_000 });
  await expect(fanSeesLive).toHaveCount(0);
  await encoder.stop();
});
