/** A booked set for its performer and the managers of its stage, and a performer's past performances. */

import type { Page } from "@playwright/test";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addPlayedSets } from "#tests/fixtures/database.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { open } from "#tests/fixtures/open.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const hourMs = 3_600_000;

const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** A performer's set in two days at noon UTC, on a stage with its own manager. */
async function prepare(cue: CueInstance, newPerson: (name: string) => Promise<Person>) {
  const [manager, performer] = [await newPerson("Theo"), await newPerson("Ada")];
  await cue.admin("make-manager", manager.username);
  await cue.makePerformer(performer.username);
  const name = `Boathouse ${manager.username.split(" ")[1]}`;
  const stage = await cue.createStage({ name, manager: manager.username, isOnDemand: false });
  const startsAt = new Date().setUTCHours(12, 0, 0, 0) + 48 * hourMs;
  const { id } = await cue.createSet({
    stage: stage.id,
    performer: performer.username,
    startsAt,
    endsAt: startsAt + hourMs,
    name: "Low tide",
  });
  const read = async () => (await manager.post<OwnSetView>("/api/sets/getOwnSet", { set: id })).body;
  return { manager, performer, stage: { id: stage.id, name }, id, startsAt, read };
}

test("a performer can edit, restore and cancel a set, and is warned before leaving unsaved changes", async ({
  cue,
  newPerson,
  visit,
  allowConsole,
}) => {
  const { manager, performer, stage, id, read } = await prepare(cue, newPerson);
  const { page } = await visit({ as: performer });
  await open(page, `/djs/setdetails/${id}`);
  const details = section(page, "Details");
  await expect(details.getByRole("link", { name: stage.name })).toHaveAttribute("href", `/room/${stage.id}`);
  await expect(details).toContainText(performer.username);
  await expect(page.getByRole("link", { name: "LIVE DASHBOARD" })).toHaveAttribute(
    "href",
    `/djs/live-dashboard/${id}`,
  );
  await expect(page.getByRole("link", { name: "Help" })).toHaveAttribute("href", "/djs/help");
  const calendar = await page.request.get(
    (await page.getByRole("link", { name: "Add to Calendar" }).getAttribute("href")) ?? "",
  );
  expect(await calendar.text()).toContain("SUMMARY:Low tide");
  await expectAccessible(page);

  const test = section(page, "Stream Test");
  await test.getByRole("button", { name: "BEGIN STREAM TEST" }).click();
  await expect(test).toContainText("testing");
  await expect(test.getByRole("button", { name: "Copy mount" })).toBeVisible();
  const ended = page.waitForRequest("**/api/sets/endTest");
  await test.getByRole("button", { name: "STOP AUDIO TEST" }).click();
  await ended;

  await page.getByRole("button", { name: "EDIT SET" }).click();
  await expect(page.getByLabel("Set name")).toBeFocused();
  await expect(section(page, "When")).toContainText("The stage’s managers have to accept another time.");
  await expectAccessible(page);
  await page.getByLabel("Set name").fill("Something else");
  await page.getByRole("button", { name: "Cancel Changes" }).click();
  await expect(page.getByRole("button", { name: "EDIT SET" })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Low tide");

  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Set name")).toHaveValue("Low tide");
  await page.getByLabel("Description").fill("Slow and deep");
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Stay Here" }).click();

  // A manager changes the set first, and the page does not receive the change.
  allowConsole(/status of 409.*sets\/update|ERR_FAILED.*sets\/getOwnSet/);
  await page.route("**/api/sets/getOwnSet", (route) => route.abort());
  const missed = page.waitForEvent("requestfailed");
  await manager.post("/api/sets/update", { set: id, name: "Spring tide" });
  await missed;
  await page.unroute("**/api/sets/getOwnSet");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("alert")).toContainText(
    `${manager.username} changed this set in the meantime. Your changes are kept`,
  );
  await expect(page.getByLabel("Set name")).toHaveValue("Spring tide");
  await expect(page.getByLabel("Description")).toHaveValue("Slow and deep");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Set updated")).toBeVisible();
  await expect(details).toContainText("Slow and deep");
  expect(await read()).toMatchObject({ name: "Spring tide", description: "Slow and deep", revision: 2 });

  // A change that the page receives is shown immediately, even while the user types.
  await page.getByRole("button", { name: "EDIT SET" }).click();
  await page.getByLabel("Description").fill("Deep and slow");
  await manager.post("/api/sets/update", { set: id, name: "Neap tide" });
  await expect(page.getByRole("alert")).toContainText(
    `${manager.username} changed this set in the meantime.`,
  );
  await expect(page.getByLabel("Set name")).toHaveValue("Neap tide");
  await expect(page.getByLabel("Description")).toHaveValue("Deep and slow");
  await page.getByRole("button", { name: "Cancel Changes" }).click();

  await page.getByRole("button", { name: "CANCEL SET" }).click();
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Set", exact: true }).click();
  await expect(toast(page, "Set cancelled")).toBeVisible();
  const now = section(page, "Now");
  await expect(now).toContainText(`${performer.username} cancelled this set just now.`);
  await expect(now).toBeFocused();
  await expect(page.getByRole("button", { name: "EDIT SET" })).toHaveCount(0);
});

test("a performer moves a set with approval, and hands a set to a substitute who accepts", async ({
  cue,
  newPerson,
  visit,
  allowConsole,
}) => {
  const { manager, performer, stage, id, startsAt, read } = await prepare(cue, newPerson);
  const substitute = await newPerson("Uma");
  await cue.makePerformer(substitute.username);
  const { page } = await visit({ as: performer });
  await open(page, `/djs/setdetails/${id}`);
  await page.getByRole("button", { name: "EDIT SET" }).click();
  await page.getByLabel("Duration").selectOption("2");
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(toast(page, "Set request sent")).toBeVisible();
  const waiting = section(page, "Waiting for an Answer");
  await expect(waiting).toContainText("Booked:");
  await expect(waiting.getByRole("button", { name: "Cancel Request" })).toBeVisible();
  await expectAccessible(page);

  const { page: managing } = await visit({ as: manager });
  await open(managing, `/management/${stage.id}`);
  const incoming = section(managing, "INCOMING BOOKINGS");
  await expect(incoming).toContainText("wants to move this set");
  await expectAccessible(managing);
  await incoming.getByRole("button", { name: "Accept" }).click();
  await expect(toast(managing, "Set confirmed")).toBeVisible();
  expect(await read()).toMatchObject({ startTime: startsAt, endTime: startsAt + 2 * hourMs });

  await expect(waiting).toHaveCount(0);
  await page.getByRole("button", { name: "Find a Substitute" }).click();
  const dialog = page.getByRole("dialog", { name: "Find a Substitute" });
  await dialog.getByLabel("Search performers").fill(substitute.username);
  await dialog.getByRole("button", { name: substitute.username }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send Request" }).click();
  await expect(waiting).toContainText(`offered to ${substitute.username}`);

  const { page: desk } = await visit({ as: substitute });
  await open(desk, "/djs");
  const asked = section(desk, "Incoming Bookings");
  // Once the substitute has it, its former performer cannot open it any more.
  allowConsole(/status of 404.*sets\/getOwnSet/);
  await expect(asked).toContainText(`asked by ${performer.username} to play in their place`);
  await asked.getByRole("button", { name: "Accept" }).click();
  await expect(toast(desk, "Set confirmed")).toBeVisible();
  await expect(page.getByText("This set is no longer yours.")).toBeVisible();
  expect(await read()).toMatchObject({ user: { id: substitute.id }, waiting: null });
});

test("a manager can move a set and see the other weeks of its series, and other users get a 404", async ({
  cue,
  newPerson,
  visit,
  allowConsole,
}) => {
  const { manager, performer, stage, id, startsAt, read } = await prepare(cue, newPerson);
  const { page } = await visit({ as: manager });
  await open(page, `/management/${stage.id}`);
  await section(page, "SCHEDULE").getByRole("link", { name: "Low tide" }).click();
  await expect(page).toHaveURL(new RegExp(`/management/setdetails/${id}$`));
  await expect(section(page, "Details").getByRole("link", { name: performer.username })).toBeVisible();
  await expect(section(page, "Stream Test")).toHaveCount(0);
  await page.getByRole("button", { name: "EDIT SET" }).click();
  await page.getByLabel("Minutes").selectOption("30");
  await page.getByLabel("Duration").selectOption("2.5 hours");
  await page.getByRole("button", { name: "Save Changes" }).press("Enter");
  await expect(toast(page, "Set updated")).toBeVisible();
  expect(await read()).toMatchObject({
    startTime: startsAt + hourMs / 2,
    endTime: startsAt + 3 * hourMs,
  });

  await manager.post("/api/rooms/update", { room: stage.id, weekly: true, autoApprove: true });
  const weekly = { start: startsAt + 6 * hourMs, end: startsAt + 7 * hourMs, weeks: 3, timeZone: "UTC" };
  const body = { dj: performer.id, room: stage.id, name: "Every week", ...weekly };
  await performer.post("/api/setRequests/request", body);
  const { body: mine } = await performer.get<OwnSetView[]>("/api/sets/getMySets");
  const first = mine.find(({ name }) => name === "Every week");
  await open(page, `/management/setdetails/${first?.id}`);
  const series = section(page, "Weekly Series");
  await expect(series).toContainText("Week 1 of 3");
  await series.getByRole("link").nth(1).click();
  await expect(series).toContainText("Week 2 of 3");
  await expectAccessible(page);
  await page.getByRole("button", { name: "CANCEL SET" }).click();
  await page.getByRole("radio", { name: "This week and 1 later week" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel 2 sets" }).click();
  await expect(toast(page, "Set cancelled for 2 weeks")).toBeVisible();
  await expect(series.getByText("CANCELLED")).toHaveCount(2);

  allowConsole(/status of 404/);
  const { page: other } = await visit({ as: performer });
  await other.goto(`/management/setdetails/${id}`);
  await expect(other.getByRole("heading", { name: "Page not found" })).toBeVisible();
  const { page: stranger } = await visit({ as: await newPerson("Nell") });
  await stranger.goto(`/djs/setdetails/${id}`);
  await expect(stranger.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("past performances are paged, link to their pages, and hide their numbers from other users", async ({
  cue,
  newPerson,
  visit,
}) => {
  const { performer, stage } = await prepare(cue, newPerson);
  const { page } = await visit({ as: await newPerson("Nell") });
  const path = `/profile/performances/${performer.id}`;
  await open(page, path);
  await expect(page.getByText("No past performances")).toBeVisible();

  const names = addPlayedSets(cue, { stageId: stage.id, performerId: performer.id, count: 45 });
  await open(page, `/profile/${performer.id}`);
  await page.getByRole("link", { name: "View All past performances" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.first()).toContainText("0 peak listeners");
  await expectAccessible(page);
  for (let shown = 20; shown < names.length; shown += 20) {
    await rows.nth(shown - 1).scrollIntoViewIfNeeded();
    await expect(rows.nth(Math.min(shown + 19, names.length - 1))).toBeAttached();
  }
  const links = rows.getByRole("link", { name: /^Played/ });
  expect(await links.allTextContents()).toEqual(names);
  await expect(links.first()).toHaveAttribute("href", /^\/djs\/sets\/played/);

  await performer.post("/api/djs/saveProfile", { hideProfileStats: true });
  await open(page, path);
  await expect(rows.first()).toContainText("2 h ago");
  await expect(rows.first()).not.toContainText("peak listeners");
});
