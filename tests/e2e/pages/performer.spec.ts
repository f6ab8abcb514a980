/** A performer without a set: going live on the profile, and resetting the key. */

import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("a performer is live on the profile within 10 s and offline within 20 s", async ({
  cue,
  broadcast,
  visit,
  newPerson,
}) => {
  const performer = await newPerson("Performer");
  const ingest = await cue.makePerformer(performer.username);
  const { page, ear } = await visit({ hears: true });
  const profile = new StagePage(page, performer.username);
  await profile.open(`/profile/${performer.id}`);
  const encoder = await broadcast({ ...ingest, format: "opus", track: 5 });
  await expect(profile.live).toBeVisible({ timeout: 10_000 });
  await profile.play();
  await ear.hears(5);
  await encoder.stop();
  await expect(profile.live).toBeHidden({ timeout: 20_000 });
  await expect(profile.bar.getByText("Ended", { exact: true })).toBeVisible();
});

test("resetting the key disconnects the encoder within 5 s, and the old key is refused", async ({
  cue,
  broadcast,
  visit,
  newPerson,
}) => {
  const performer = await newPerson("Careful");
  const old = await cue.makePerformer(performer.username);
  const room = await RoomSocket.open(cue.origin, `profile/${performer.id}`);
  const encoder = await broadcast({ ...old, format: "mp3", track: 6 });
  await room.event("room set", ({ data }) => data.status === "live");

  const { page, context } = await visit({ as: performer });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/djs");
  await page.getByRole("button", { name: "Expand" }).click();
  await page.getByRole("button", { name: "Copy password" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(old.password);

  await page.getByRole("button", { name: "Reset Mount" }).click();
  const confirm = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await confirm.getByRole("button", { name: "Reset Mount" }).click();
  const resetAt = Date.now();
  await encoder.exit(5_000);
  expect(Date.now() - resetAt).toBeLessThan(5_000);

  const retry = await broadcast({ ...old, format: "mp3", track: 6 });
  expect((await retry.exit()).stderr).toMatch(/401/);
  room.close();

  await page.getByRole("button", { name: "Copy password" }).click();
  const renewed = await page.evaluate(() => navigator.clipboard.readText());
  expect(renewed).not.toBe(old.password);
});
