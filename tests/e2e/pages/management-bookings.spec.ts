/** Bookings of a stage for its manager: requests, the schedule, the calendar. */
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { confirm, hourMs, inDays, lineupOf, prepare, weekOf } from "#tests/fixtures/managed-stage.ts";
import { open } from "#tests/fixtures/open.ts";
import { section, toast } from "#tests/fixtures/page-parts.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test.describe("the bookings of a stage", () => {
  test("show an empty state in each section", async ({ cue, newPerson, visit }) => {
    const { manager, stage } = await prepare(cue, newPerson);
    const { page } = await visit({ as: manager });
    await open(page, "/management");
    await page.getByRole("link", { name: stage.name }).first().click();
    await expect(section(page, "INCOMING BOOKINGS")).toContainText("There are no incoming booking requests");
    await expect(section(page, "OUTGOING BOOKINGS")).toContainText("There are no pending booking requests");
    await expect(section(page, "SCHEDULE")).toContainText("No upcoming scheduled sets");
    await expect(section(page, "Stage Settings")).toContainText("Auto Approve BookingsNo");
    await expectAccessible(page);
  });

  test("change on open pages with the state of the set that is on or next", async ({
    cue,
    newPerson,
    visit,
  }) => {
    const { manager, performer, stage } = await prepare(cue, newPerson);
    const list = (await visit({ as: manager })).page;
    const own = (await visit({ as: manager })).page;
    await open(list, "/management");
    await open(own, `/management/${stage.id}`);
    const startsAt = Date.now() + 45_000;
    const set = { stage: stage.id, performer: performer.username, startsAt, endsAt: startsAt + hourMs };
    await cue.createSet({ ...set, name: "Any moment" });
    await expect(list.getByRole("main").getByRole("listitem")).toContainText("CUE");
    await expect(own.getByText("Stage Management")).toContainText("CUE");
  });

  test("let a manager accept or decline a request and cancel an outgoing one", async ({
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

  test("name the set in the way of a series, which then cannot be accepted", async ({
    cue,
    newPerson,
    visit,
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
    await expect(incoming).toContainText("Week 2: Already taken by “In the way”");
    await expect(incoming.getByRole("button", { name: /^Accept/ })).toBeDisabled();
    await expect(incoming.getByRole("button", { name: /^Decline/ })).toBeEnabled();
  });

  test("let a manager move and cancel a set in the calendar by keyboard", async ({
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
    // An hour from now can be in the next week on a Sunday evening.
    if (weekOf(startsAt) !== weekOf(Date.now()))
      await page.getByRole("button", { name: "Next week" }).click();
    await block.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Dawn" });
    await dialog.getByLabel("Duration").selectOption("2 hours");
    await dialog.getByRole("button", { name: /^Move to/ }).press("Enter");
    await expect(toast(page, /Extended to \d/)).toBeVisible();
    await expect(dialog).toBeHidden();
    expect((await lineupOf(manager, stage.id))[0]?.endTime).toBe(startsAt + 2 * hourMs);

    await block.press("Enter");
    await dialog.getByRole("button", { name: /^Cancel Set/ }).press("Enter");
    await expectAccessible(page);
    await confirm(page, "Cancel Set");
    await expect(toast(page, "Set cancelled")).toBeVisible();
    await expect(block).toBeHidden();
    expect(await lineupOf(manager, stage.id)).toEqual([]);
  });
});
