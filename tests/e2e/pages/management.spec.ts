/** Stages for their managers: settings, people, and the confirmation of each change. */
import type { MemberView } from "#app/domains/air/stages/contract/members.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { confirm, inDays, lineupOf, prepare, stageOf } from "#tests/fixtures/managed-stage.ts";
import { open } from "#tests/fixtures/open.ts";
import { section, toast } from "#tests/fixtures/page-parts.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test.describe("stage settings", () => {
  test("are saved together, and preview the normalized custom URL", async ({ cue, newPerson, visit }) => {
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
    await page.getByRole("button", { name: "Stay Here" }).click();
    await page.getByRole("button", { name: "Save Stage Settings" }).click();
    await expect(toast(page, "Stage settings saved")).toBeVisible();
    const form = page.locator("form", { has: page.getByRole("button", { name: "Save Stage Settings" }) });
    await expect(form.getByRole("status")).toHaveText("Nothing to save");
    expect(await stageOf(manager, stage.id)).toMatchObject({
      genre: "Ambient",
      customUrl: url,
      weekly: true,
      autoApprove: false,
    });
    await expectAccessible(page);
  });

  test("convert a stage in both directions after a confirmation that names the cancelled sets", async ({
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
    await page.getByRole("button", { name: "Convert to On-Demand Stage" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("This cancels 1 scheduled set.");
    await confirm(page, "Convert to On-Demand Stage");
    await expect(page.getByText("Your stage will go live within 10 seconds after connecting")).toBeVisible();
    expect(await lineupOf(manager, stage.id)).toEqual([]);

    await page.getByRole("button", { name: "Generate new broadcasting key / mount" }).click();
    await confirm(page, "Generate New Key / Mount");
    await expect(toast(page, "New key / mount generated")).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy mount" })).toBeVisible();

    await page.getByRole("button", { name: "Convert to Booking Stage" }).click();
    await confirm(page, "Convert to Booking Stage");
    await expect(page.getByRole("radiogroup", { name: "Members Only Bookings" })).toBeVisible();
  });
});

test.describe("the people of a stage", () => {
  test("include roles that can be added, renamed and removed", async ({ cue, newPerson, visit }) => {
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
    await confirm(page, "Remove Role");
    await expect(toast(page, "Role has been removed")).toBeVisible();
    await expect(roles).toContainText("This stage has no roles yet");
  });

  test("include managers who can be added and removed, except oneself", async ({ cue, newPerson, visit }) => {
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
    await confirm(page, "Add Manager");
    await expect(toast(page, `${performer.username} added as manager`)).toBeVisible();
    await expect(search).toHaveValue("");
    await expect(page.getByRole("main").getByText("No users found")).toHaveCount(0);

    await page.getByRole("button", { name: "Back" }).click();
    const managers = section(page, "Managers");
    await expect(managers.getByRole("button", { name: `Remove ${manager.username}` })).toHaveCount(0);
    await managers.getByRole("button", { name: `Remove ${performer.username} as manager` }).click();
    await confirm(page, "Remove Manager");
    await expect(toast(page, `${performer.username} removed as manager`)).toBeVisible();
  });

  test("include members who can be added, changed, removed, and can leave", async ({
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
      await confirm(page, "Add Member");
      await expect(toast(page, "Member has been added")).toBeVisible();
      await page.getByRole("button", { name: "Close search" }).click();
    };
    await add();
    await page.getByRole("button", { name: new RegExp(`^${performer.username}.*Change Role`) }).click();
    const dialog = page.getByRole("dialog", { name: `Select Role for ${performer.username}` });
    await expect(dialog.getByRole("button", { name: "No Role" })).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Resident" }).click();
    await expect(toast(page, "Member role has been updated")).toBeVisible();
    await page.getByRole("button", { name: `Remove ${performer.username}` }).click();
    await confirm(page, "Remove Member");
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

  test("include Discord and Telegram channels in which the stage posts", async ({
    cue,
    newPerson,
    visit,
    allowConsole,
  }) => {
    // The address that is not a webhook's.
    allowConsole(/the server responded with a status of 400/);
    const { manager, stage } = await prepare(cue, newPerson);
    const { page } = await visit({ as: manager });
    // The simulator is no page of ours: nothing there hydrates.
    await page.goto("/dev/elsewhere/discord/");
    await page.getByRole("button", { name: "New Webhook" }).click();
    const url = (await page.getByText("https://discord.com/api/webhooks/").first().textContent()) ?? "";

    await open(page, `/management/edit/${stage.id}`);
    await page.getByRole("link", { name: "Manage Posts" }).click();
    const form = section(page, "Add Discord Channel");
    await form.getByLabel("Webhook URL").fill("https://example.com/hook");
    await form.getByRole("button", { name: "Add Channel" }).click();
    await expect(form.getByText("That is not a Discord webhook address.")).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel("Webhook URL").fill(url);
    await form.getByRole("button", { name: "Add Channel" }).click();
    await expect(toast(page, "Captain Hook was added.")).toBeVisible();
    await expect(page.getByRole("switch").first()).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Remove Captain Hook" }).click();
    await confirm(page, "Remove Channel");
    await expect(section(page, "Discord Channels").getByText("No channel added yet")).toBeVisible();
  });

  test("a manager can create a stage, and other users cannot open the page for it", async ({
    cue,
    newPerson,
    visit,
    allowConsole,
  }) => {
    const { manager, performer, stage } = await prepare(cue, newPerson);
    const { page } = await visit({ as: manager });
    await open(page, "/management");
    await page.getByRole("button", { name: "Create Stage" }).click();
    const dialog = page.getByRole("dialog", { name: "Create Stage" });
    const name = `Second ${stage.id.slice(-6)}`;
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByText("On-demand stage").click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create Stage" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

    allowConsole(/status of 404/);
    const { page: other } = await visit({ as: performer });
    for (const path of ["", "edit/", "addmanager/", "managemembers/", "posts/"]) {
      await other.goto(`/management/${path}${stage.id}`);
      await expect(other.getByRole("heading", { name: "Page not found" })).toBeVisible();
    }
  });
});
