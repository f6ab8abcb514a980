/** The dashboard of a live set for its performer, and for a manager on a phone. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const minuteMs = 60_000;

const status = (page: Page) => page.getByRole("region", { name: "Status" });
const audience = (page: Page) => page.getByRole("region", { name: "Audience" });
const trackRow = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

test("the dashboard of a set shows its live state, tracks, listeners, cheers, favorites and encoder problems", async ({
  cue,
  manager,
  broadcast,
  visit,
  newPerson,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/WebSocket connection|net::ERR_|status of 50\d|status of 404/);
  const [performer, fan] = [await newPerson("Decks"), await newPerson("Fan")];
  const ingest = await cue.makePerformer(performer.username);
  const stage = await cue.createStage({ name: "Booth", manager: manager.username, isOnDemand: false });
  const { id: set } = await cue.createSet({
    stage: stage.id,
    performer: performer.username,
    name: "Night Drive",
    startsAt: Date.now() - minuteMs,
    endsAt: Date.now() + 30 * minuteMs,
  });
  const path = `/djs/live-dashboard/${set}`;

  const { page: stranger } = await visit({ as: fan });
  await stranger.goto(path);
  await expect(stranger.getByRole("heading", { name: "Night Drive" })).toHaveCount(0);

  const { page } = await visit({ as: performer });
  const { page: phone } = await visit({ as: manager, phone: true });
  for (const each of [page, phone]) {
    await each.goto(path);
    await expect(status(each)).toContainText("STARTING LATE");
    await expect(each.getByRole("alert").filter({ hasText: "Not on air" })).toBeVisible();
  }

  const encoder = await broadcast({ ...ingest, format: "mp3", track: 1 });
  for (const each of [page, phone]) await expect(status(each)).toContainText("LIVE");
  await expect(page.getByRole("alert").filter({ hasText: "Not on air" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Your encoder" })).toContainText("MP3");
  await expect(phone.getByRole("region", { name: "Your encoder" })).toHaveCount(0);

  const { page: ears } = await visit();
  const stagePage = new StagePage(ears, "Booth");
  await stagePage.open(`/room/${stage.id}`);
  await stagePage.play();
  await expect(audience(page)).toContainText("listening now1");

  await encoder.announce("Nina", "Sinnerman");
  await expect(trackRow(page, "Sinnerman")).toBeVisible();
  const room = await RoomSocket.open(cue.origin, `stage/${stage.id}`);
  const played = { track: room.state.currentTrack, trackHistory: room.state.currentTrackHistory };
  room.close();
  expect((await fan.post("/api/sets/cheer", { room: stage.id, ...played })).status).toBe(200);
  expect((await fan.post("/api/favorites/favorite", played)).status).toBe(200);
  await encoder.announce("Bill", "Lovely Day");
  for (const each of [page, phone]) {
    await expect(audience(each)).toContainText("favorite1cheer1");
    await expect(trackRow(each, "Sinnerman")).toContainText("1 favorite1 cheer");
    await expect(trackRow(each, "Lovely Day")).toContainText("0 favorites0 cheers");
    await expect(each.getByRole("region", { name: "Cheers" }).getByRole("figure")).toBeVisible();
    await expectAccessible(each);
    expect(await each.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }

  // The box to type what plays, and the chat.
  const playing = page.getByRole("region", { name: "Now Playing" });
  await playing.getByLabel("Artist").fill("Chet");
  await playing.getByLabel("Title").fill("Almost Blue");
  await playing.getByRole("button", { name: "Show as Playing" }).click();
  for (const each of [page, phone]) await expect(trackRow(each, "Almost Blue")).toBeVisible();
  await expect(stagePage.page.getByText("Almost Blue").first()).toBeVisible();
  await page.getByLabel("Message").fill("Hello from the booth");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Chat" })).toContainText("Hello from the booth");

  await phone.getByRole("button", { name: "Chat" }).click();
  await expect(phone.getByRole("dialog", { name: "Chat" })).toContainText("Hello from the booth");
  await phone.keyboard.press("Escape");

  const silentAt = await encoder.play(null);
  await expect(page.getByRole("alert").filter({ hasText: "Silent: nothing is heard" })).toBeVisible({
    timeout: 20_000,
  });
  expect(Date.now() - silentAt, "ms of silence before the alarm").toBeGreaterThan(7_000);
  expect(Date.now() - silentAt, "ms of silence before the alarm").toBeLessThan(14_000);
  await encoder.play(1);
  await expect(page.getByRole("alert").filter({ hasText: "Silent" })).toHaveCount(0);

  await cue.crash("workerd");
  await expect(phone.getByText("This page has lost its connection.")).toBeVisible({ timeout: 15_000 });
  await expect(phone.getByText("This page has lost its connection.")).toHaveCount(0, { timeout: 30_000 });
  await encoder.announce("Alice", "Journey");
  for (const each of [page, phone]) {
    await expect(trackRow(each, "Journey")).toBeVisible({ timeout: 20_000 });
    await expect(trackRow(each, "Sinnerman")).toContainText("1 favorite1 cheer");
    await expect(audience(each)).toContainText("favorite1cheer1");
  }
});
