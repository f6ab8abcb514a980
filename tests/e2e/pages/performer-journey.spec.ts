/** A new performer by keyboard alone: from the landing page over the stream test and a booking to a performed set. */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { endSetAt } from "#tests/fixtures/database.ts";
import { press, tabTo, type } from "#tests/fixtures/keyboard.ts";
import { linkIn, mailTo } from "#tests/fixtures/mails.ts";
import { open, untilInteractive } from "#tests/fixtures/open.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const halfHourMs = 30 * 60_000;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const link = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("link", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const toast = (page: Page, words: string) =>
  expect(page.locator("[data-toast]").filter({ hasText: words }).first()).toBeVisible();

test("a new user registers, passes the stream test, gets a booking and performs a set by keyboard alone", async ({
  cue,
  manager,
  broadcast,
  visit,
  newPerson,
}) => {
  test.setTimeout(180_000);
  const stage = await cue.createStage({ name: "Signal Box", manager: manager.username, isOnDemand: false });
  const fan = await newPerson("Fan");
  const { page } = await visit();
  const email = `${Date.now()}@performers.example`;
  const startedAt = Date.now();

  await test.step("registers and verifies the email address", async () => {
    await open(page, "/");
    await press(page, button(page, "Register"));
    await type(page, field(page, "Username"), `Newcomer ${Date.now().toString(36)}`);
    await type(page, field(page, "Email"), email);
    await expect(button(page, "Next")).toBeEnabled();
    await page.keyboard.press("Enter");
    await type(page, field(page, "Password"), "a sound password");
    await type(page, field(page, "Confirm password"), "a sound password");
    await tabTo(page, page.getByRole("checkbox"));
    await page.keyboard.press("Space");
    await expect(button(page, "Register")).toBeEnabled();
    await press(page, button(page, "Register"));
    await expect(page.getByRole("heading", { name: "Live Stages" })).toBeVisible();
    await page.goto(linkIn(await mailTo(cue.origin, email, /Confirm/)));
    await press(page, button(page, "Confirm Address"));
    await expect(heading(page, "Your email is verified")).toBeVisible();
    await press(page, page.getByRole("link", { name: "Go to Cue" }));
    await expect(page.getByRole("heading", { name: "Live Stages" })).toBeVisible();
    await untilInteractive(page);
  });

  const pages = page.getByRole("navigation", { name: "Pages" });
  await test.step("chooses DJ and opens the Mixxx guide", async () => {
    await press(page, pages.getByRole("link", { name: "Broadcast" }));
    await press(page, button(page, /^DJ/));
    await expectAccessible(page);
    await press(page, link(page, /^Mixxx/));
    await expect(heading(page, "Mixxx")).toBeVisible();
  });

  await test.step("passes the stream test by sound, not by silence", async () => {
    await press(page, button(page, "BEGIN STREAM TEST"));
    await expect(button(page, "STOP AUDIO TEST")).toBeVisible();
    const download = page.waitForEvent("download");
    await press(page, button(page, "Download Cue.bcp.xml"));
    const profile = await readFile(await (await download).path(), "utf8");
    const value = (name: string) => new RegExp(`<${name}>/?([^<]*)</${name}>`).exec(profile)?.[1] ?? "";
    const ingest = { mount: value("Mountpoint"), password: value("Password") };
    const encoder = await broadcast({ ...ingest, format: "mp3" });
    await expect(page.getByText("Connected. Now play something")).toBeVisible();
    // Longer than the five seconds that sound would need.
    await Promise.all([expectAccessible(page), sleep(6_000)]);
    await expect(page.getByText("Connected. Now play something")).toBeVisible();
    const early = { data: { type: "dj" }, headers: { origin: cue.origin } };
    expect((await page.request.post("/api/djs/test", early)).status()).toBe(409);

    await encoder.play(2);
    await expect(page.getByText("Audio detected")).toBeVisible();
    await toast(page, "You can now broadcast");
    await expect(heading(page, "DJ Dashboard")).toBeVisible();
    // The encoder stays connected with the same values, and nobody else hears it.
    await expect(page.getByText("The mount from your test is now yours.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "You passed the stream test" })).toBeVisible();
    await encoder.stop();
    for (const value of ["Address", "Port", "Mount", "User", "Password"])
      await expect(button(page, `Copy ${value}`)).toBeVisible();
  });

  await test.step("requests the earliest possible set", async () => {
    await clearOfHalfHour();
    await press(page, link(page, "Book Stage Performance"));
    await type(page, field(page, "Search stages"), "Signal Box");
    await press(page, button(page, /Signal Box/));
    await type(page, field(page, "Set name"), "First Light");
    await expectAccessible(page);
    await press(page, button(page, "Send Request"));
    await toast(page, "Set request sent");
    await expect(section(page, "Outgoing Bookings")).toContainText("First Light");
  });

  await test.step("the manager accepts the request", async () => {
    const { page: desk } = await visit({ as: manager });
    await open(desk, "/management");
    await press(desk, link(desk, "Signal Box").first());
    await expect(section(desk, "INCOMING BOOKINGS")).toContainText("First Light");
    await expectAccessible(desk);
    await press(desk, button(desk, "Accept “First Light”"));
    await toast(desk, "Set confirmed");
    await desk.close();
  });

  const ownSet = section(page, "Schedule").getByRole("link", { name: "First Light" });
  const ingest = { mount: "", password: "" };
  await test.step("the booked set appears without a reload, and its page opens", async () => {
    await expect(ownSet).toBeVisible();
    await expect(section(page, "Outgoing Bookings")).toContainText("There are no pending booking requests");
    await press(page, button(page, "Expand"));
    await press(page, button(page, "Reveal"));
    const detail = (name: string) =>
      page.locator("dl > div").filter({ hasText: name }).locator("dd").first().innerText();
    Object.assign(ingest, { mount: await detail("Mount"), password: await detail("Password") });
    await expectAccessible(page);
    await press(page, ownSet);
    await expect(heading(page, "First Light")).toBeVisible();
    await expectAccessible(page);
  });

  const set = page.url().split("/").at(-1) ?? "";
  await test.step("goes on air when the set starts", async () => {
    // The manager moves the set to now, to save waiting for half an hour.
    const { body: booked } = await manager.post<SetView>("/api/sets/getSet", { set });
    expect(booked.startTime % halfHourMs).toBe(0);
    expect(booked.startTime - startedAt).toBeLessThan(halfHourMs + 60_000);
    const start = Date.now() + 2_000;
    const end = start + (booked.endTime ?? 0) - booked.startTime;
    expect((await manager.post("/api/sets/update", { set, start, end })).status).toBe(200);
    await expect(section(page, "Now")).toContainText("CUE");
    await press(page, link(page, "LIVE DASHBOARD"));
    await expect(section(page, "Status")).toContainText("CUE");
  });

  const encoder = await broadcast({ ...ingest, format: "mp3", track: 3 });
  await test.step("the live dashboard shows the listener and the track", async () => {
    await expect(section(page, "Status")).toContainText("LIVE");
    await expect(page.getByRole("alert").filter({ hasText: "Not on air" })).toHaveCount(0);
    await expect(section(page, "Your Encoder")).toContainText("MP3");
    await encoder.announce("Ada Tone", "Third Pitch");
    await expect(page.getByRole("listitem").filter({ hasText: "Third Pitch" })).toBeVisible();
  });

  await test.step("the live dashboard shows the listener's reactions within two seconds", async () => {
    const { page: room, ear } = await visit({ as: fan, hears: true });
    const stagePage = new StagePage(room, "Signal Box");
    await stagePage.open(`/room/${stage.id}`);
    await press(room, stagePage.playButton);
    await ear.hears(3);
    await expect(section(page, "Audience")).toContainText("listening now1");
    await expect(stagePage.live.getByText("Third Pitch")).toBeVisible();
    // The reactions load after the page, and take the place of what was there.
    await room.waitForLoadState("networkidle");
    for (const [name, shown] of [
      ["Favorite", "favorite1"],
      ["Cheer", "cheer1"],
    ] as const) {
      await press(room, stagePage.live.getByRole("button", { name, exact: true }));
      await expect(section(page, "Audience")).toContainText(shown, { timeout: 2_000 });
    }
    const row = page.getByRole("listitem").filter({ hasText: "Third Pitch" });
    await expect(row).toContainText(/1 favorite.*1 cheer/s);
    await room.close();
  });

  await test.step("the set appears in the list of past performances", async () => {
    await encoder.stop();
    // The set ends now, to save playing it to the end, and the stage is notified of the change.
    endSetAt(cue, set, Date.now() + 1_000);
    await manager.post("/api/sets/update", { set, description: "Until the sun is up" });
    await expectAccessible(page);
    await expect(section(page, "Status")).toContainText("OVER");
    await press(page, link(page, "See the Results"));
    await expect(heading(page, "First Light")).toBeVisible();
    const row = section(page, "Tracklist").getByRole("listitem");
    await expect(row).toContainText(/Third Pitch.*Ada Tone.*1 favorite.*1 cheer/s);
    await expectAccessible(page);
    await press(page, pages.getByRole("link", { name: "DJs" }));
    await expect(section(page, "Recent Performances")).toContainText("First Light");
    await expect(page.getByText("The mount from your test is now yours.")).toHaveCount(0);
  });
});

/** Waits, if needed, until a half hour has passed: a booking of a time that starts meanwhile would be refused. */
async function clearOfHalfHour(): Promise<void> {
  const leftMs = halfHourMs - (Date.now() % halfHourMs);
  if (leftMs < 20_000) await sleep(leftMs);
}
