/** Stages in the hands of their managers: bookings, calendar, settings, people, and what each change says. */

import type { Page } from "@playwright/test";
import type { SetView } from "#app/domains/schedule/contract/sets.ts";
import type { SetRequestView } from "#app/domains/sets/contract/requests.ts";
import type { MemberView } from "#app/domains/stages/contract/members.ts";
import type { StageView } from "#app/domains/stages/contract/stages.ts";
import { axeOf } from "#tests/fixtures/axe.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Opens a page and waits until it answers to presses. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => "__cue" in window);
}

const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const confirm = (page: Page, action: string) =>
  page.getByRole("alertdialog").getByRole("button", { name: action, exact: true }).click();

/** The next full hour, whole days from now. */
const inDays = (days: number, hours = 1) => {
  const next = Math.ceil((Date.now() + hourMs) / hourMs) * hourMs + days * dayMs;
  return { start: next, end: next + hours * hourMs };
};

/** Weeks begin on Monday; the first day of all was a Thursday. */
const weekOf = (instant: number) => Math.floor((instant / dayMs + 3) / 7);

/** A stage of a manager's own, and a performer who has passed the test. */
async function prepare(cue: CueInstance, newPerson: (name: string) => Promise<Person>, isOnDemand = false) {
  const [manager, performer] = [await newPerson("Theo"), await newPerson("Ada")];
  await cue.admin("make-manager", manager.username);
  await cue.makePerformer(performer.username);
  const name = `Harbour ${manager.username.split(" ")[1]}`;
  const { id } = await cue.createStage({ name, manager: manager.username, isOnDemand });
  const ask = async (by: Person, name: string, slot: { start: number; end: number }, weeks = 1) => {
    const body = { dj: performer.id, room: id, name, ...slot, weeks, timeZone: "UTC" };
    return (await by.post<SetRequestView>("/api/setRequests/request", body)).body;
  };
  const update = (change: object) => manager.post("/api/rooms/update", { room: id, ...change });
  return { manager, performer, stage: { id, name }, ask, update };
}

const lineupOf = async (person: Person, room: string) =>
  (await person.post<SetView[]>("/api/rooms/getRoomLineup", { room })).body;
const stageOf = async (person: Person, room: string) =>
  (await person.post<StageView>("/api/rooms/getRoom", { room })).body;

test.describe("bookings", () => {
  test("'There are no incoming booking requests', 'There are no pending booking requests', 'No upcoming scheduled sets'", async ({
    cue,
    newPerson,
    visit,
  }) => {
    const { manager, stage } = await prepare(cue, newPerson);
    const { page } = await visit({ as: manager });
    await open(page, "/management");
    await page.getByRole("link", { name: stage.name }).first().click();
    await expect(section(page, "INCOMING BOOKINGS")).toContainText("There are no incoming booking requests");
    await expect(section(page, "OUTGOING BOOKINGS")).toContainText("There are no pending booking requests");
    await expect(section(page, "SCHEDULE")).toContainText("No upcoming scheduled sets");
    await expect(section(page, "Stage Settings")).toContainText("Auto Approve BookingsNo");
    expect((await axeOf(page).analyze()).violations).toEqual([]);
  });

  test("'Set confirmed' puts a set on the schedule, 'Set request declined' does not, and a request of one's own is cancelled", async ({
    cue,
    newPerson,
    visit,
  }) => {
    const { manager, performer, stage, ask } = await prepare(cue, newPerson);
    await ask(performer, "Night Drive", inDays(1));
    await ask(performer, "Noise Hour", inDays(2));
    await ask(manager, "By invitation", inDays(3));
    const { page } = await visit({ as: manager });
    await open(page, `/management/${stage.id}`);
    const incoming = section(page, "INCOMING BOOKINGS");
    const entry = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^Management/ });
    await expect(entry).toHaveAccessibleName("Management 2 requests wait for an answer");
    await incoming.getByRole("button", { name: "Accept “Night Drive”" }).click();
    await expect(toast(page, "Set confirmed")).toBeVisible();
    await expect(entry).toHaveAccessibleName("Management 1 request waits for an answer");
    await incoming.getByRole("button", { name: "Decline “Noise Hour”" }).click();
    await expect(toast(page, "Set request declined")).toBeVisible();
    await expect(incoming).toContainText("There are no incoming booking requests");
    await expect(entry).toHaveAccessibleName("Management");
    await section(page, "OUTGOING BOOKINGS")
      .getByRole("button", { name: /^Cancel Request/ })
      .click();
    await expect(toast(page, "Set request cancelled")).toBeVisible();

    const [set] = await lineupOf(manager, stage.id);
    expect(set?.name).toBe("Night Drive");
    await expect(section(page, "SCHEDULE")).toContainText("Night Drive");
    await page.getByRole("tab", { name: "Log" }).click();
    await expect(page.getByRole("tabpanel")).toContainText(
      `${manager.username} confirmed “Night Drive” by ${performer.username}`,
    );
  });

  test("a series that cannot be booked names the taken weeks at the request", async ({
    cue,
    newPerson,
    visit,
    allowConsole,
  }) => {
    const { manager, performer, stage, ask, update } = await prepare(cue, newPerson);
    await update({ weekly: true });
    await ask(performer, "Every week", inDays(1), 3);
    const rival = await newPerson("Rival");
    await cue.makePerformer(rival.username);
    const { start, end } = inDays(8);
    await cue.createSet({
      stage: stage.id,
      performer: rival.username,
      startsAt: start,
      endsAt: end,
      name: "In the way",
    });
    const { page } = await visit({ as: manager });
    await open(page, `/management/${stage.id}`);
    const incoming = section(page, "INCOMING BOOKINGS");
    await expect(incoming).toContainText("Weekly, 3 weeks");
    allowConsole(/status of 409.*setRequests\/accept/);
    await incoming.getByRole("button", { name: /^Accept/ }).click();
    await expect(incoming.getByRole("alert")).toContainText("These weeks are taken: week 2");
    await expect(incoming.getByRole("button", { name: /^Decline/ })).toBeEnabled();
  });

  test("in the calendar, by keyboard, a set is moved ('Set updated') and cancelled ('Set cancelled')", async ({
    cue,
    newPerson,
    visit,
  }) => {
    const { manager, performer, stage } = await prepare(cue, newPerson);
    const startsAt = inDays(0).start;
    const endsAt = startsAt + hourMs;
    await cue.createSet({ stage: stage.id, performer: performer.username, startsAt, endsAt, name: "Dawn" });
    const { page } = await visit({ as: manager });
    await open(page, `/management/${stage.id}`);
    await page.getByRole("tab", { name: "Calendar" }).press("Enter");
    const block = page.getByRole("button", { name: /Dawn/ }).first();
    await page.getByRole("heading", { name: /–/ }).waitFor();
    // An hour from now, on a Sunday evening, is another week.
    if (weekOf(startsAt) !== weekOf(Date.now()))
      await page.getByRole("button", { name: "Week after" }).click();
    await block.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Dawn" });
    await dialog.getByLabel("Duration").selectOption("2 h");
    await dialog.getByRole("button", { name: /^Move to/ }).press("Enter");
    await expect(toast(page, "Set updated")).toBeVisible();
    await expect(dialog).toBeHidden();
    expect((await lineupOf(manager, stage.id))[0]?.endTime).toBe(startsAt + 2 * hourMs);

    await block.press("Enter");
    await dialog.getByRole("button", { name: /^Cancel set/ }).press("Enter");
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    await confirm(page, "Cancel set");
    await expect(toast(page, "Set cancelled")).toBeVisible();
    await expect(block).toBeHidden();
    expect(await lineupOf(manager, stage.id)).toEqual([]);
  });
});

test.describe("settings of a stage", () => {
  test("they are saved as one, and a custom URL is shown as it will become", async ({
    cue,
    newPerson,
    visit,
  }) => {
    const { manager, stage } = await prepare(cue, newPerson);
    const { page } = await visit({ as: manager });
    await open(page, `/management/edit/${stage.id}`);
    const url = `tide-${stage.id.slice(-6).toLowerCase()}`;
    await page.getByLabel("Genre").fill("Ambient");
    await page.getByLabel("Custom URL").fill(`Tide!! ${stage.id.slice(-6)}`);
    await expect(page.getByText("lowercase-letters-and-dashes-only")).toBeVisible();
    await expect(page.getByText(`/room/${url}`)).toBeVisible();
    await page.getByRole("radiogroup", { name: "Weekly Bookings" }).getByText("Yes").click();

    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.getByRole("button", { name: "Save Stage Settings" }).click();
    await expect(toast(page, "Stage settings saved")).toBeVisible();
    await expect(page.getByText("Nothing to save")).toBeVisible();
    expect(await stageOf(manager, stage.id)).toMatchObject({
      genre: "Ambient",
      customUrl: url,
      weekly: true,
      autoApprove: false,
    });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
  });

  test("a conversion asks first, cancels the sets and goes both ways; 'New key / mount generated'", async ({
    cue,
    newPerson,
    visit,
  }) => {
    const { manager, performer, stage } = await prepare(cue, newPerson);
    const { start, end } = inDays(1);
    await cue.createSet({
      stage: stage.id,
      performer: performer.username,
      startsAt: start,
      endsAt: end,
      name: "Gone",
    });
    const { page } = await visit({ as: manager });
    await open(page, `/management/edit/${stage.id}`);
    await page.getByRole("button", { name: "Convert to on-demand stage" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("This cancels 1 set of the schedule.");
    await confirm(page, "Convert to on-demand stage");
    await expect(page.getByText("Your stage will go live within 10 seconds after connecting")).toBeVisible();
    expect(await lineupOf(manager, stage.id)).toEqual([]);

    await page.getByRole("button", { name: "Generate new broadcasting key / mount" }).click();
    await confirm(page, "Generate new key");
    await expect(toast(page, "New key / mount generated")).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy mount" })).toBeVisible();

    await page.getByRole("button", { name: "Convert to booking stage" }).click();
    await confirm(page, "Convert to booking stage");
    await expect(page.getByRole("radiogroup", { name: "Members Only Bookings" })).toBeVisible();
  });
});

test.describe("people of a stage", () => {
  test("\"Role '{role}' has been added\", 'Role has been updated', 'Role has been removed'; Back leaves the field first", async ({
    cue,
    newPerson,
    visit,
  }) => {
    const { manager, stage } = await prepare(cue, newPerson);
    const { page } = await visit({ as: manager });
    await open(page, `/management/edit/${stage.id}`);
    const roles = section(page, "Roles");
    await roles.getByRole("button", { name: "Add Role" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(roles.getByLabel("New role")).toBeHidden();
    await roles.getByRole("button", { name: "Add Role" }).click();
    await expect(roles.getByLabel("New role")).toBeFocused();
    await expect(roles.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
    await page.keyboard.type("Resident");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Role 'Resident' has been added")).toBeVisible();
    await roles.getByRole("button", { name: "Rename Resident" }).click();
    await roles.getByLabel("New name for Resident").fill("Host");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Role has been updated")).toBeVisible();
    await roles.getByRole("button", { name: "Remove Host" }).click();
    await confirm(page, "Remove role");
    await expect(toast(page, "Role has been removed")).toBeVisible();
    await expect(roles).toContainText("This stage has no roles yet");
  });

  test("'{username} added as manager' and '{username} removed as manager', never oneself; 'No users found'", async ({
    cue,
    newPerson,
    visit,
  }) => {
    const { manager, performer, stage } = await prepare(cue, newPerson);
    const { page } = await visit({ as: manager });
    await open(page, `/management/edit/${stage.id}`);
    await page.getByRole("link", { name: "Add Manager" }).click();
    await expect(page.getByRole("heading", { name: `Add Stage Manager for ${stage.name}` })).toBeVisible();
    const search = page.getByLabel("Search users");
    await search.fill(manager.username);
    await expect(page.getByRole("main").getByText("No users found").last()).toBeVisible();
    await search.fill(performer.username);
    await page.getByRole("button", { name: performer.username }).click();
    await confirm(page, "Add manager");
    await expect(toast(page, `${performer.username} added as manager`)).toBeVisible();
    await expect(page.getByRole("main").getByText("No users found").last()).toBeVisible();

    await page.getByRole("button", { name: "Back" }).click();
    const managers = section(page, "Managers");
    await expect(managers.getByRole("button", { name: `Remove ${manager.username}` })).toHaveCount(0);
    await managers.getByRole("button", { name: `Remove ${performer.username} as manager` }).click();
    await confirm(page, "Remove manager");
    await expect(toast(page, `${performer.username} removed as manager`)).toBeVisible();
  });

  test("'Member has been added', 'Member role has been updated', 'Member has been removed', 'You have renounced your membership'", async ({
    cue,
    newPerson,
    visit,
  }) => {
    const { manager, performer, stage } = await prepare(cue, newPerson);
    await manager.post("/api/roomMembers/addRole", { room: stage.id, role: "Resident" });
    const { page } = await visit({ as: manager });
    await open(page, `/management/managemembers/${stage.id}`);
    const add = async () => {
      await page.getByRole("button", { name: "Add Stage Member" }).click();
      await page.getByLabel("Search users").fill(performer.username);
      await page.getByRole("button", { name: performer.username }).first().click();
      await confirm(page, "Add member");
      await expect(toast(page, "Member has been added")).toBeVisible();
      await page.getByRole("button", { name: "Close the search" }).click();
    };
    await add();
    await page.getByRole("button", { name: new RegExp(`^${performer.username}.*Change role`) }).click();
    const dialog = page.getByRole("dialog", { name: `Select Role for ${performer.username}` });
    await expect(dialog.getByRole("button", { name: "No Role" })).toHaveAttribute("aria-pressed", "true");
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    await dialog.getByRole("button", { name: "Resident" }).click();
    await expect(toast(page, "Member role has been updated")).toBeVisible();
    await page.getByRole("button", { name: `Remove ${performer.username}` }).click();
    await confirm(page, "Remove member");
    await expect(toast(page, "Member has been removed")).toBeVisible();
    await expect(page.getByText("This stage has no members yet")).toBeVisible();

    await add();
    const { page: stagePage } = await visit({ as: performer });
    await open(stagePage, `/room/${stage.id}`);
    await stagePage.getByRole("tab", { name: "People" }).click();
    await stagePage.getByRole("button", { name: "Quit Membership" }).click();
    await confirm(stagePage, "Quit Membership");
    await expect(toast(stagePage, "You have renounced your membership")).toBeVisible();
    const members = await manager.post<MemberView[]>("/api/roomMembers/getMembers", { room: stage.id });
    expect(members.body).toEqual([]);
  });

  test("a manager creates a stage and is on its page; somebody else finds no such page", async ({
    cue,
    newPerson,
    visit,
    allowConsole,
  }) => {
    const { manager, performer, stage } = await prepare(cue, newPerson);
    const { page } = await visit({ as: manager });
    await open(page, "/management");
    await page.getByRole("button", { name: "Create a stage" }).click();
    const dialog = page.getByRole("dialog", { name: "Create a stage" });
    const name = `Second ${stage.id.slice(-6)}`;
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByText("On-demand stage").click();
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    await dialog.getByRole("button", { name: "Create stage" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

    allowConsole(/status of 404/);
    const { page: other } = await visit({ as: performer });
    for (const path of ["", "edit/", "addmanager/", "managemembers/"]) {
      await other.goto(`/management/${path}${stage.id}`);
      await expect(other.getByRole("heading", { name: "Nothing plays here" })).toBeVisible();
    }
  });
});
