/** The performer's dashboard: the next sets, the waiting requests, and live updates while it is open. */

import type { Page } from "@playwright/test";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { SetRequestAnswer } from "#app/domains/air/sets/contract/requests.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { open } from "#tests/fixtures/open.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const press = (page: Page, region: string, name: string | RegExp) =>
  section(page, region).getByRole("button", { name }).click();

/** A performer, and a stage with its manager. */
async function prepare(cue: CueInstance, newPerson: (name: string) => Promise<Person>) {
  const [manager, performer] = [await newPerson("Theo"), await newPerson("Ada")];
  await cue.admin("make-manager", manager.username);
  await cue.makePerformer(performer.username);
  const name = `Quay ${manager.username.split(" ")[1]}`;
  const { id } = await cue.createStage({ name, manager: manager.username, isOnDemand: false });
  /** Requests an hour that starts at least `hours` from now. */
  const ask = async (by: Person, name: string, hours: number) => {
    const start = (Math.floor(Date.now() / hourMs) + 1 + hours) * hourMs;
    const slot = { start, end: start + hourMs, timeZone: "UTC" };
    const body = { dj: performer.id, room: id, name, ...slot };
    return (await by.post<SetRequestAnswer>("/api/setRequests/request", body)).body;
  };
  return { manager, performer, stage: { id, name }, ask };
}

test("the dashboard of a new musician shows an empty state in each section", async ({
  cue,
  newPerson,
  visit,
}) => {
  const person = await newPerson("Viola");
  const { page } = await visit({ as: person });
  await open(page, "/");
  const drawer = page.getByRole("navigation", { name: "Pages" });
  await expect(drawer.getByRole("link", { name: "Broadcast" })).toBeVisible();

  await cue.makePerformer(person.username, "musician");
  await open(page, "/djs");
  await expect(page.getByRole("heading", { level: 1, name: "Musician Dashboard" })).toBeVisible();
  await expect(drawer.getByRole("link", { name: "Musicians" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByText("Off air")).toBeVisible();
  for (const figure of ["stage performances", "total peak listeners", "favorites", "cheers"])
    await expect(page.locator("dl > div").filter({ hasText: figure }).locator("dd")).toHaveText("0");
  await expect(page.getByText("0h")).toBeVisible();
  await expect(section(page, "Schedule")).toContainText("No upcoming scheduled performances");
  await expect(section(page, "Incoming Bookings")).toContainText("There are no incoming booking requests");
  await expect(section(page, "Outgoing Bookings")).toContainText("There are no pending booking requests");
  await expect(section(page, "Recent Performances")).toContainText(
    "You have not played any performances yet!",
  );
  const links = {
    "Book Stage Performance": "/djs/request",
    "Run an Audio Test": "/djs/audiotest",
    "How to Use": "/djs/how-to-use",
    Calendar: `${cue.origin}/calendar/performer/${person.id}.ics`,
    RSS: `${cue.origin}/feed/performer/${person.id}.xml`,
  };
  for (const [name, href] of Object.entries(links))
    await expect(page.getByRole("main").getByRole("link", { name })).toHaveAttribute("href", href);

  const share = page.getByRole("button", { name: "Share Profile" });
  await share.click();
  await expect(page.getByRole("dialog", { name: "Share Profile" })).toContainText(
    `${cue.origin}/player/${person.username.replace(" ", "-")}`,
  );
  await page.keyboard.press("Escape");
  await expect(share).toBeFocused();

  await page.getByRole("button", { name: "Expand" }).click();
  await expect(page.getByRole("button", { name: "Copy mount" })).toBeVisible();
  await page.getByRole("button", { name: "Reset Mount" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Your old key expires immediately.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Reset Mount" })).toBeFocused();
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByRole("button", { name: "Copy mount" })).toBeHidden();
});

test("incoming requests appear on the open dashboard and can be accepted or declined", async ({
  cue,
  newPerson,
  visit,
}) => {
  const { manager, performer, stage, ask } = await prepare(cue, newPerson);
  const { page } = await visit({ as: performer });
  await open(page, "/djs");
  const incoming = section(page, "Incoming Bookings");
  await expect(incoming).toContainText("There are no incoming booking requests");

  await ask(manager, "Night Drive", 30);
  await expect(toast(page, `${stage.name} asks you to play “Night Drive”.`)).toBeVisible();
  await expect(incoming.getByRole("listitem")).toContainText(`${stage.name} · asked by ${manager.username}`);
  await ask(manager, "Noise Hour", 30);
  await expect(incoming.getByRole("button", { name: "Accept “Noise Hour”" })).toBeVisible();
  await expectAccessible(page);

  await press(page, "Incoming Bookings", "Accept “Night Drive”");
  await expect(toast(page, "Set confirmed")).toBeVisible();
  const [set] = (await performer.get<SetView[]>("/api/sets/getMySets")).body;
  await expect(section(page, "Schedule").getByRole("link", { name: "Night Drive" })).toHaveAttribute(
    "href",
    `/djs/setdetails/${set?.id}`,
  );

  await expect(incoming).toContainText(`You already play “Night Drive” on ${stage.name}`);
  await expect(incoming.getByRole("button", { name: "Accept “Noise Hour”" })).toBeDisabled();
  await press(page, "Incoming Bookings", "Decline “Noise Hour”");
  await expect(toast(page, "Set request declined")).toBeVisible();
  await expect(incoming).toContainText("There are no incoming booking requests");
});

test("outgoing requests of a performer can be cancelled, accepted or expire", async ({
  cue,
  newPerson,
  visit,
}) => {
  const { manager, performer, stage, ask } = await prepare(cue, newPerson);
  await ask(performer, "Taken back", 30);
  const booked = await ask(performer, "Booked", 40);
  const late = await ask(performer, "Too late", 50);
  const { page } = await visit({ as: performer });
  await page.clock.install();
  await open(page, "/djs");
  const outgoing = section(page, "Outgoing Bookings");
  await expect(section(page, "Incoming Bookings")).toContainText("There are no incoming booking requests");
  await expect(outgoing.getByRole("listitem")).toHaveCount(3);
  await press(page, "Outgoing Bookings", "Cancel Request “Taken back”");
  await expect(toast(page, "Set request cancelled")).toBeVisible();
  await expect(outgoing.getByRole("listitem")).toHaveCount(2);

  await manager.post("/api/setRequests/accept", { request: booked.id });
  await expect(section(page, "Schedule").getByRole("link", { name: "Booked" })).toBeVisible();
  await expect(outgoing.getByRole("listitem")).toHaveCount(1);

  const rival = await newPerson("Rival");
  await cue.makePerformer(rival.username);
  await cue.createSet({
    stage: stage.id,
    performer: rival.username,
    startsAt: late.startTime,
    endsAt: late.endTime,
    name: "Slack water",
  });
  await expect(outgoing).toContainText(`Already taken by “Slack water” with ${rival.username}`);

  const startsAt = Date.now() + 30 * minuteMs;
  await cue.createSet({
    stage: stage.id,
    performer: performer.username,
    startsAt,
    endsAt: startsAt + hourMs,
    name: "Next tide",
  });
  const head = section(page, "Next tide");
  await expect(head).toContainText("STARTS IN");
  await expect(head).toContainText("Connect within 2 minutes of the start");
  await expect(head).toContainText("You can also connect now and wait on standby");
  await expect(head.getByRole("link", { name: "Live Dashboard" })).toHaveAttribute(
    "href",
    /^\/djs\/live-dashboard\/\w+$/,
  );
  await page.clock.fastForward(29 * minuteMs);
  await expect(head).toContainText(`Connect your encoder now. ${stage.name} is ready for your stream.`);
  await expectAccessible(page);
  await page.clock.fastForward(2 * minuteMs);
  await expect(head).toContainText("Your set has started without you.");

  await page.clock.fastForward(60 * hourMs);
  await expect(outgoing).toContainText("There are no pending booking requests");
});
