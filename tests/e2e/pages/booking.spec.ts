/** Requesting sets: a performer books a stage, a manager requests a performer, and a refusal loses no input. */

import type { Page } from "@playwright/test";
import type { SetRequestView } from "#app/domains/air/sets/contract/requests.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { press, tabTo, type } from "#tests/fixtures/keyboard.ts";
import { open } from "#tests/fixtures/open.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A booking stage with its own manager, and a performer who has passed the stream test. */
async function prepare(
  cue: CueInstance,
  newPerson: (name: string) => Promise<Person>,
  settings: object = {},
) {
  const [manager, performer] = [await newPerson("Theo"), await newPerson("Ada")];
  await cue.admin("make-manager", manager.username);
  await cue.makePerformer(performer.username);
  const name = `Pier ${manager.username.split(" ")[1]}`;
  const { id } = await cue.createStage({ name, manager: manager.username, isOnDemand: false });
  const about = { genre: "Dub", description: "By the water", ...settings };
  await manager.post<StageView>("/api/rooms/update", { room: id, ...about });
  return { manager, performer, stage: { id, name } };
}

/** Waits until the form is shown and has the viewer's time zone. */
async function openForm(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.getByLabel("Start day")).toBeVisible();
}

const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text });
const send = (page: Page) => page.getByRole("button", { name: "Send Request" });
const requestsOn = async (manager: Person, room: string) =>
  (await manager.post<SetRequestView[]>("/api/setRequests/getRoomRequests", { room })).body;

/** Expects no axe violation in either theme, and no horizontal scroll on the smallest phone. */
async function inspect(page: Page, isPhone = false): Promise<void> {
  await expectAccessible(page);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "light";
  });
  await expectAccessible(page, { rules: ["color-contrast"] });
  await page.evaluate(() => {
    delete document.documentElement.dataset.theme;
  });
  if (!isPhone) return;
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

test("a performer requests a weekly series by keyboard on a stage that needs approval", async ({
  cue,
  newPerson,
  visit,
}) => {
  const { manager, performer, stage } = await prepare(cue, newPerson, { weekly: true });
  const { page } = await visit({ as: performer });
  await open(page, `/djs`);
  await openForm(page, "/djs/request");
  await expect(page.getByText("Choose a stage", { exact: true })).toBeVisible();
  await expect(send(page)).toBeDisabled();

  // A stage in the list shows its name, description, genre and flags.
  await type(page, page.getByLabel("Search stages"), stage.name);
  const found = page.getByRole("button", { name: stage.name });
  await expect(found).toContainText("Dub");
  await expect(found).toContainText("By the water");
  await expect(found).toContainText("Weekly");
  await press(page, found);
  await expect(page.getByRole("button", { name: "Change stage" })).toBeFocused();
  await expect(page.getByText("Needs approval: your set is booked once a stage manager")).toBeVisible();
  await expect(page.getByText("Nothing yet. The stage is free all day.")).toBeVisible();

  // Choices: 30 days, 12 hours with AM and PM, half hours, and durations of half an hour to three hours.
  const optionsOf = (label: string) => page.getByLabel(label, { exact: true }).locator("option");
  await expect(optionsOf("Start day")).toHaveCount(30);
  await expect(optionsOf("Hour")).toHaveText(Array.from({ length: 12 }, (_, index) => String(index + 1)));
  await expect(optionsOf("Minutes")).toHaveText(["00", "30"]);
  await expect(optionsOf("AM or PM")).toHaveText(["AM", "PM"]);
  await expect(optionsOf("Duration")).toHaveText([
    "0.5 hours",
    "1 hour",
    "1.5 hours",
    "2 hours",
    "2.5 hours",
    "3 hours",
  ]);
  await tabTo(page, page.getByLabel("Start day"));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, page.getByLabel("Hour", { exact: true }));
  await page.keyboard.type("9");
  await tabTo(page, page.getByLabel("AM or PM"));
  await page.keyboard.type("P");
  await tabTo(page, page.getByLabel("Duration"));
  await page.keyboard.press("End");
  await expect(page.getByLabel("Number of weeks")).toHaveValue("1");
  await type(page, page.getByLabel("Number of weeks"), "27");
  await expect(page.getByText("1 to 26")).toBeVisible();
  await type(page, page.getByLabel("Number of weeks"), "3");
  await expect(page.getByText("Weekly, 3 weeks")).toBeVisible();

  const uploadName = page.getByLabel("Upload name");
  await expect(uploadName).toHaveValue(/^Performance on Cue Music - \w+ \d+, \d+$/);
  await expect(send(page)).toBeEnabled();
  await type(page, page.getByLabel("Set name"), "Low Tide");
  await expect(uploadName).toHaveValue("Low Tide - Cue Music");
  await type(page, page.getByLabel("Description"), "Slow and deep");
  await press(page, page.getByRole("switch", { name: "Upload to Mixcloud" }));
  await expect(toast(page, "You must link your music-hosting account to enable uploads.")).toBeVisible();
  await inspect(page);
  await press(page, send(page));
  await expect(toast(page, "Set request sent")).toBeVisible();
  await expect(page).toHaveURL(/\/djs$/);

  const [request] = await requestsOn(manager, stage.id);
  expect(request).toMatchObject({
    name: "Low Tide",
    description: "Slow and deep",
    weeks: 3,
    status: "pending",
  });
  expect(request?.mixcloudName).toBe("Low Tide - Cue Music");
  expect((request?.endTime ?? 0) - (request?.startTime ?? 0)).toBe(3 * hourMs);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(request?.timeZone).toBe(zone);
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
  expect(clock.format(request?.startTime)).toMatch(/^21:(00|30)$/);
});

test("a manager requests a performer for a set, and a refusal shows in the form and keeps its input", async ({
  cue,
  newPerson,
  visit,
  allowConsole,
}) => {
  const { manager, performer, stage } = await prepare(cue, newPerson);
  const tomorrow = Math.ceil(Date.now() / hourMs) * hourMs + dayMs;
  const { page } = await visit({ as: manager, phone: true });
  await open(page, "/management");
  await page.getByRole("link", { name: `Request Performer for ${stage.name}` }).click();
  await expect(page.getByLabel("Start day")).toBeVisible();

  const search = page.getByLabel("Search performers");
  await search.fill("nobody is called that");
  await expect(page.getByText("No performers found").last()).toBeVisible();
  await search.fill("");
  await expect(page.getByText("No performers found")).toHaveCount(0);
  await search.fill(performer.username);
  await page.getByRole("button", { name: performer.username }).click();
  await expect(page.getByText(`The set is booked once ${performer.username} accepts it.`)).toBeVisible();

  // A taken time is reported, with the next free one.
  const slot = { startsAt: tomorrow, endsAt: tomorrow + 2 * hourMs };
  await cue.createSet({ stage: stage.id, performer: performer.username, ...slot, name: "In the way" });
  await page.reload();
  await expect(page.getByLabel("Start day")).toBeVisible();
  await search.fill(performer.username);
  await page.getByRole("button", { name: performer.username }).click();
  await chooseTime(page, tomorrow);
  await expect(page.getByText("Taken: “In the way”")).toBeVisible();
  await inspect(page, true);
  await page.getByRole("button", { name: /^Next free/ }).click();
  await expect(page.getByText("Taken: “In the way”")).toBeHidden();

  // Another booking is made while the form is filled in.
  await page.getByLabel("Set name").fill("High Tide");
  await page.getByLabel("Description").fill("Fast and bright");
  await page.route("**/api/sets/**", (route) => route.abort());
  const later = { startsAt: slot.endsAt, endsAt: slot.endsAt + hourMs };
  await cue.createSet({ stage: stage.id, performer: performer.username, ...later, name: "First" });
  allowConsole(/status of 409.*setRequests\/request|ERR_FAILED.*api\/sets/);
  await send(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "That time is taken." })).toBeVisible();
  await expect(page.getByLabel("Set name")).toHaveValue("High Tide");
  await expect(page.getByLabel("Description")).toHaveValue("Fast and bright");
  await expect(page.getByRole("button", { name: "Change performer" })).toBeVisible();

  // The input is not lost when the page is left by mistake either.
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("alertdialog", { name: "Leave without sending?" })).toBeVisible();
  await page.getByRole("button", { name: "Stay Here" }).click();

  await chooseTime(page, tomorrow + dayMs);
  await send(page).click();
  await expect(toast(page, "Set request sent")).toBeVisible();
  await expect(page).toHaveURL(/\/management$/);
  expect(await requestsOn(manager, stage.id)).toMatchObject([
    { name: "High Tide", description: "Fast and bright", dj: { username: performer.username } },
  ]);
});

test("a booking stage shows whether it is for members only or needs approval, and listeners are redirected to /djs", async ({
  cue,
  newPerson,
  visit,
}) => {
  const { manager, performer, stage } = await prepare(cue, newPerson, { membersOnly: true });
  const { page } = await visit({ as: performer });
  // From the stage's lineup to its form.
  await open(page, `/room/${stage.id}`);
  await page.getByRole("tab", { name: "Lineup" }).click();
  await page.getByRole("link", { name: "Book This Stage" }).click();
  await expect(page.getByText("Only members can book this stage, and you are not one yet.")).toContainText(
    manager.username,
  );
  await page.getByLabel("Set name").fill("Ebb");
  await expect(send(page)).toBeDisabled();

  await manager.post("/api/rooms/update", { room: stage.id, membersOnly: false, autoApprove: true });
  await openForm(page, `/djs/request?room=${stage.id}`);
  await expect(page.getByText("This stage approves bookings automatically")).toBeVisible();
  await page.getByLabel("Set name").fill("Ebb");
  await page.getByRole("button", { name: "Book Set" }).click();
  await expect(toast(page, "Set confirmed")).toBeVisible();

  // An on-demand stage takes no bookings from any entry point.
  await manager.post("/api/rooms/update", { room: stage.id, instant: true });
  await openForm(page, `/djs/request?room=${stage.id}`);
  await expect(page.getByText("That stage no longer takes bookings.")).toBeVisible();
  const { page: managing } = await visit({ as: manager });
  await open(managing, `/management/request/${stage.id}`);
  await expect(managing.getByText("An on-demand stage has no schedule to book.")).toBeVisible();
  await managing.goto("/djs/request");
  await expect(managing).toHaveURL(/\/djs$/);
});

/** Chooses the day and time of an instant in the browser's time zone. */
async function chooseTime(page: Page, at: number): Promise<void> {
  const words = await page.evaluate((instant) => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat("en-US", options).format(instant);
    const [hour = "", period = ""] = format({ hour: "numeric", hour12: true }).split(/\s/);
    return { day: format({ weekday: "short", month: "short", day: "numeric" }), hour, period };
  }, at);
  await page.getByLabel("Start day").selectOption(words.day);
  await page.getByLabel("Hour", { exact: true }).selectOption(words.hour);
  await page.getByLabel("Minutes").selectOption("00");
  await page.getByLabel("AM or PM").selectOption(words.period);
}
