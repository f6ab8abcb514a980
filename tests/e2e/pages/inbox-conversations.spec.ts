/** The options of a conversation, and the other rows of an inbox. */
import type { Page } from "@playwright/test";
import type { SentView } from "#app/domains/air/messages/contract.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { inboxLink, log, post, row } from "#tests/fixtures/inbox-page.ts";
import { open } from "#tests/fixtures/open.ts";
import { toast } from "#tests/fixtures/page-parts.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const choose = (page: Page, option: string) =>
  page.getByRole("dialog").getByRole("button", { name: option, exact: true }).click();

test("a conversation can be renamed, extended, muted, marked unread and deleted, and the inbox lists server messages", async ({
  cue,
  newPerson,
  visit,
}) => {
  const [owner, friend, third] = [await newPerson("Olga"), await newPerson("Finn"), await newPerson("Tess")];
  const { status, body } = await owner.post<SentView>("/api/messages/new", {
    participants: [friend.id],
    message: "m".repeat(81),
  });
  expect(status).toBe(200);
  await cue.admin("grant-award", owner.username, "--award", "Pioneer");
  await cue.admin("announce", `We move on Sunday, ${owner.username}`);
  await post(friend, "/api/messages/new", { conversation: body.id, message: "Hello" });

  // The background tab is opened first, because the browser draws only once a second there.
  const { page: elsewhere, context } = await visit({ as: owner });
  const page = await context.newPage();
  await open(page, "/inbox");
  await expect(toast(page, `We move on Sunday, ${owner.username}`)).toBeVisible();
  const served = (name: RegExp) => page.getByRole("link", { name });
  await expect(served(/^Pioneer/)).toContainText("You have been awarded a new Pioneer title");
  await expect(served(/^Announcement/)).toContainText("We move on Sunday");
  await expect(page.getByRole("heading", { name: friend.username })).toBeVisible();
  await open(elsewhere, "/stats");
  await expect(toast(elsewhere, "We move on Sunday")).toHaveCount(0);
  // New server messages appear in the open inbox too, in the wording for listeners.
  await cue.admin("grant-award", owner.username, "--award", "Resident");
  await expect(served(/^In Residence/)).toContainText("You have been awarded a new In Residence title");
  const said = await cue.admin<{ number: number }>("announce", `On Monday after all, ${owner.username}`);
  await expect(served(/^Announcement.*On Monday/)).toBeVisible();
  await cue.admin("retract-announcement", String(said.number));
  await expect(served(/^Announcement.*On Monday/)).toHaveCount(0);
  // Once viewed, they are read in every tab.
  await served(/^Notifications/).click();
  await expect(page.getByRole("heading", { name: "Notifications" })).toBeVisible();
  await expect(inboxLink(elsewhere)).toHaveAccessibleName("Inbox");
  await page
    .getByRole("region", { name: "Selected" })
    .getByRole("link", { name: /In Residence/ })
    .click();
  await expect(page.getByRole("heading", { name: "In Residence" })).toBeVisible();
  await served(new RegExp(`^${friend.username}`)).click();

  const options = async (option: string) => {
    await page.getByRole("button", { name: "Conversation options" }).click();
    await expect(page.getByRole("dialog", { name: "What would you like to do?" })).toBeVisible();
    await choose(page, option);
  };
  await page.getByRole("button", { name: "Conversation options" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveText([
    "View Participants",
    "Add Participant",
    "Change Conversation Name",
    "Mark Unread",
    "Mute Notifications",
    "Delete Conversation",
    "Close",
  ]);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Conversation options" })).toBeFocused();

  await options("Change Conversation Name");
  const name = "Harbour night, everything about it";
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Name", { exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name })).toBeVisible();
  // Truncated at 25 characters.
  await expect(row(page, "Harbour night, everything...")).toBeVisible();

  await options("Add Participant");
  await page.getByLabel("Search users").fill("nobody by this name");
  await expect(page.getByRole("dialog").getByText("No users found").last()).toBeVisible();
  await page.getByLabel("Search users").fill(third.username);
  await page.getByRole("button", { name: new RegExp(`${third.username}.*Add`) }).click();
  await expect(log(page)).toContainText(`You added ${third.username}`);
  await post(third, "/api/messages/new", { conversation: body.id, message: "Thank you" });
  await expect(log(page).getByRole("link", { name: third.username })).toBeVisible();

  await options("Mute Notifications");
  for (const choice of ["15 minutes", "1 hour", "8 hours", "24 hours", "Until I unmute it myself"])
    await expect(page.getByRole("dialog").getByRole("button", { name: choice, exact: true })).toBeVisible();
  await choose(page, "8 hours");
  await expect(row(page, "Harbour night")).toContainText("Muted");
  // The mute ends automatically.
  await page.clock.setSystemTime(Date.now() + 8 * 3_600_000);
  await expect(row(page, "Harbour night")).not.toContainText("Muted");
  await page.clock.setSystemTime(Date.now());
  await expect(row(page, "Harbour night")).toContainText("Muted");
  await options("Unmute Notifications");
  await expect(row(page, "Harbour night")).not.toContainText("Muted");

  await expect(inboxLink(elsewhere)).toHaveAccessibleName("Inbox");
  await options("Mark Unread");
  await expect(row(page, "Harbour night")).toContainText("Unread");
  await expect(inboxLink(elsewhere)).toHaveAccessibleName(/1 unread/);
  await page.getByRole("link", { name: /^Harbour night/ }).click();
  await expect(row(page, "Harbour night")).not.toContainText("Unread");
  await expect(inboxLink(elsewhere)).toHaveAccessibleName("Inbox");

  await options("View Participants");
  await page.getByRole("button", { name: `Remove ${third.username}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText(
    `Are you sure you want to remove ${third.username} from this conversation?`,
  );
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("dialog").getByText(third.username)).toBeHidden();
  await page.getByRole("button", { name: "Remove Yourself" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(
    "Are you sure you want to remove yourself from this conversation?",
  );
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  await options("Delete Conversation");
  await expect(page.getByRole("alertdialog")).toContainText("This deletes it only for you.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Conversation" }).click();
  await expect(row(page, "Harbour night")).toHaveCount(0);

  await page.getByRole("link", { name: /^Pioneer/ }).click();
  await expect(page.getByText("You can set it under")).toContainText("Edit Profile in Settings");
  await expectAccessible(page);
  await open(page, "/inbox?notice=taken-back");
  await expect(page.getByText("This message is no longer in your inbox")).toBeVisible();
});
