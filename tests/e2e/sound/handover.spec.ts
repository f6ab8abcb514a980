/** One listener who presses play once: across pages, and from one performer's set to the next. */

import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("sound goes on while the listener walks through the pages", async ({
  cue,
  manager,
  broadcast,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Walk", manager: manager.username, isOnDemand: true });
  await broadcast({ ...stage, format: "mp3", track: 2 });
  const { page, ear } = await visit({ as: manager });
  const stagePage = new StagePage(page, "Walk");
  await stagePage.open(`/room/${stage.id}`);
  await stagePage.play();
  const heard = await ear.hears(2);
  for (const name of ["Music", "Profile", "Management"]) {
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();
    await page.waitForTimeout(700);
  }
  await stagePage.bar.getByRole("link", { name: "Walk" }).click();
  await expect(stagePage.stopButton).toBeVisible();
  await ear.hearsSound();
  expect(await ear.all("gap", heard.at + 1_000), "the sound had holes on the way").toEqual([]);
  expect(await ear.all("silence")).toEqual([]);

  await stagePage.stopButton.click();
  await ear.hearsSilence({ since: Date.now() - 1_000 });
});

test("at the end of a set the listener hears the next performer, without a click", async ({
  cue,
  manager,
  broadcast,
  visit,
  newPerson,
}) => {
  const stage = await cue.createStage({ name: "Relay", manager: manager.username, isOnDemand: false });
  const [early, late] = await Promise.all([newPerson("Early"), newPerson("Late")]);
  const [earlyIngest, lateIngest] = await Promise.all([
    cue.makePerformer(early.username),
    cue.makePerformer(late.username),
  ]);
  const handoverAt = Date.now() + 22_000;
  const sets = [
    { performer: early.username, startsAt: Date.now() - 60_000, endsAt: handoverAt, name: "First set" },
    { performer: late.username, startsAt: handoverAt, endsAt: handoverAt + 600_000, name: "Second set" },
  ];
  for (const set of sets) await cue.createSet({ stage: stage.id, ...set });

  const first = await broadcast({ ...earlyIngest, format: "mp3", track: 8 });
  await first.announce("Early", "Last of the first");
  const { page, ear } = await visit();
  const stagePage = new StagePage(page, "Relay");
  await stagePage.open(`/room/${stage.id}`);
  await expect(stagePage.live.getByRole("link", { name: early.username })).toBeVisible();
  await stagePage.play();
  await ear.hears(8);

  const second = await broadcast({ ...lateIngest, format: "opus", track: 9 });
  await second.announce("Late", "First of the second");
  const next = await ear.hears(9, { withinMs: handoverAt - Date.now() + 8_000 });
  expect(next.at - handoverAt, "the handover came too early or too late, ms").toBeGreaterThan(-500);
  expect(next.at - handoverAt).toBeLessThan(3_000);
  await expect(stagePage.live.getByRole("link", { name: late.username })).toBeVisible();
  await expect(stagePage.live.getByText("First of the second")).toBeVisible();
  await expect(stagePage.live.getByText("Second set")).toBeVisible();
  await expect(stagePage.bar.getByText("Live", { exact: true })).toBeVisible();
});
