/** The recording of a past set: heard on its page and everywhere else, from any moment, also on other sites. */

import type { FavoriteView } from "#app/domains/music/tracks/contract/tracks.ts";
import type { UploadView } from "#app/domains/outside/uploads/contract.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addSetTracks } from "#tests/fixtures/database.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { untilInteractive } from "#tests/fixtures/open.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { recordTones } from "#tests/fixtures/recorded-tones.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const hourMs = 3_600_000;
const partMs = 30_000;

/** A set of an hour in which two tracks were on air, the tones 0 and 1 for half a minute each. */
async function recordSet(cue: CueInstance, { manager, performer }: { manager: Person; performer: Person }) {
  await cue.makePerformer(performer.username);
  const name = `Recorded by ${performer.username}`;
  const stage = await cue.createStage({
    name: `Hall of ${performer.username}`,
    manager: manager.username,
    isOnDemand: false,
  });
  const startsAt = Date.now() - 3 * hourMs;
  const slot = { stage: stage.id, performer: performer.username, startsAt, endsAt: startsAt + hourMs };
  const { id } = await cue.createSet({ ...slot, name });
  const set = { id, stageId: stage.id, performerId: performer.id, startsAt };
  const replay = await recordTones(cue, { stageId: stage.id, parts: 2, partMs, set });
  addSetTracks(cue, { ...set, cheeredBy: manager.id, everyMs: partMs }, [
    { artist: "Nina", title: "First", cheers: 1 },
    { artist: "Nina", title: "Second", cheers: 0 },
  ]);
  return { id, name, stage, replay };
}

test("a past set is heard on its page, on the pages after it, from any moment and on other sites", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const performer = await newPerson("Taped");
  const { id, name, replay } = await recordSet(cue, { manager, performer });
  const listener = await newPerson("Later");
  const { page, ear } = await visit({ as: listener, hears: true });
  const main = page.getByRole("main");
  const bar = page.getByRole("region", { name: "Player" });

  await test.step("its page plays it, and a row plays from its track", async () => {
    await new StagePage(page, name).open(`/djs/sets/${id}`);
    await main.getByRole("button", { name: `Play ${name}` }).click();
    await ear.hears(0);
    const pressedAt = Date.now();
    await main.getByRole("button", { name: "Play Second from 0:30" }).click();
    await ear.hears(1, { since: pressedAt });
  });

  await test.step("the bar continues on other pages, pauses and leads back", async () => {
    await main.getByRole("link", { name: performer.username }).first().click();
    await expect(page).toHaveURL(new RegExp(`/profile/${performer.id}`));
    await expect(bar).toContainText(name);
    await page.waitForTimeout(1_500);
    const pausedAt = Date.now();
    await bar.getByRole("button", { name: "Pause" }).click();
    const silence = await ear.hearsSilence({ since: pausedAt });
    expect((await ear.all("silence")).filter(({ at }) => at < silence.at)).toEqual([]);
    await bar.getByRole("link", { name }).first().click();
    await expect(page).toHaveURL(/\/(replay|djs\/sets)\//);
  });

  await test.step("a favorite belongs to the performer who played it", async () => {
    await new StagePage(page, name).open(`/replay/${replay.id}`);
    await main.getByRole("button", { name: "Favorite First" }).click();
    const favorite = async () => (await listener.get<FavoriteView[]>("/api/favorites/getFavorites")).body[0];
    await expect.poll(async () => (await favorite())?.dj?.id).toBe(performer.id);
    expect(await favorite()).toMatchObject({ set: id, track: { title: "First" } });
    await expectAccessible(page, { within: "main" });
  });

  await test.step("an address leads to a moment; one beyond the end says so", async () => {
    const other = await visit({ hears: true });
    await new StagePage(other.page, name).open(`/replay/${replay.id}?t=35`);
    await other.page
      .getByRole("main")
      .getByRole("button", { name: `Play ${name}` })
      .click();
    const heard = await other.ear.hears(1);
    expect((await other.ear.all("tone")).filter(({ at }) => at < heard.at)).toEqual([]);
    await other.page.goto(`/replay/${replay.id}?t=4000`);
    await expect(
      other.page.getByText("This moment is beyond the end (1:00). Playing the last seconds instead."),
    ).toBeVisible();
    await other.context.close();
  });

  await test.step("its embedded player plays it for a visitor who is signed out", async () => {
    const other = await visit({ hears: true });
    await other.page.goto(`/player/replay/${replay.id}`);
    await untilInteractive(other.page);
    await other.page.getByRole("button", { name: `Play ${name}` }).click();
    await other.ear.hears(0);
    await expect(other.page.getByText("Nina – First")).toBeVisible();
    await other.context.close();
  });

  await test.step("its performer sees how far the upload is, and why it has failed", async () => {
    const own = await visit({ as: performer });
    let upload: UploadView = {
      replay: replay.id,
      set: id,
      name,
      status: "sending",
      bytesSent: 40_000_000,
      bytesTotal: 120_000_000,
      url: null,
      problem: null,
      details: null,
      nextTryAt: null,
      requestedAt: Date.now(),
    };
    await own.page.route("**/api/social/upload", (route) => route.fulfill({ json: upload }));
    await own.page.route("**/api/social/retryUpload", (route) => {
      upload = { ...upload, status: "done", problem: null, url: "https://mixcloud.example/taped/" };
      return route.fulfill({ json: upload });
    });
    await own.page.goto(`/djs/sets/${id}`);
    const state = own.page.getByRole("region", { name: "Upload to Mixcloud" });
    await expect(state).toContainText("Uploading: 40 of 120 MB");
    await expect(state.getByRole("progressbar", { name: "Uploaded" })).toHaveAttribute("value", "40000000");
    upload = { ...upload, status: "failed", problem: "relink" };
    await expect(state).toContainText("Link your account again, then try again.");
    await state.getByRole("button", { name: "Try Again" }).click();
    await expect(state.getByRole("link", { name: "Open on Mixcloud" })).toBeVisible();
    await expectAccessible(own.page, { within: "main" });
  });

  await test.step("and keeps it for themselves: others have the page without it", async () => {
    const own = await visit({ as: performer });
    await own.page.goto(`/djs/sets/${id}`);
    await own.page.getByRole("radio", { name: /^Only me/ }).check();
    await expect
      .poll(async () => (await fetch(`${cue.origin}/replay/${replay.id}.opus`, { method: "HEAD" })).status)
      .toBe(404);
    const other = await visit();
    await new StagePage(other.page, name).open(`/djs/sets/${id}`);
    await expect(other.page.getByRole("main").getByRole("button", { name: `Play ${name}` })).toHaveCount(0);
    await expect(own.page.getByRole("main").getByRole("button", { name: `Play ${name}` })).toBeVisible();
  });
});
