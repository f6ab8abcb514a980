/** Blocking and reporting: what each of them ends, and the messages that users see. */

import { expectAccessible } from "#tests/fixtures/axe.ts";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { expectToast, openProfile } from "#tests/fixtures/profile-page.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("a block ends chat, follows and search results, and unblocking restores access", async ({
  cue,
  visit,
  newPerson,
  allowConsole,
}) => {
  allowConsole(/status of 403.*\/api\/users\/follow/);
  const [star, pest] = [await newPerson("Star"), await newPerson("Pest")];
  await cue.makePerformer(star.username);
  const stage = await cue.createStage({ name: "Commons", manager: star.username, isOnDemand: true });
  const his = await openProfile((await visit({ as: pest })).page, star);
  await his.say("first words");
  await his.page.getByRole("button", { name: `Follow ${star.username}`, exact: true }).click();
  await expectToast(his.page, "Following confirmed");

  const { page } = await visit({ as: star });
  const hers = await openProfile(page, star);
  await expect(hers.messages).toContainText("first words");

  await openProfile(page, pest);
  await page.getByRole("button", { name: "Report or block" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Block User" }).click();
  const question = page.getByRole("dialog", { name: `Block ${pest.username}?` });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Block", exact: true }).click();
  await expectToast(page, `${pest.username} has been blocked.`);
  await expect(page.getByText("Would you like to view their profile?")).toBeVisible();
  await expectAccessible(page);

  await his.say("can you hear me");
  await expect(his.page.getByText("You cannot contact this person.")).toBeVisible();
  await his.page.getByRole("button", { name: "Discard" }).click();
  await his.page.reload();
  await untilInteractive(his.page);
  await his.page.getByRole("button", { name: `Follow ${star.username}`, exact: true }).click();
  await expectToast(his.page, "You cannot contact this person.");
  await expect(his.page.getByRole("button", { name: `Follow ${star.username}`, exact: true })).toBeVisible();

  // Earlier messages disappear for her, on a stage too; other users still see each other's messages there.
  const theirs = new StagePage(his.page, "Commons");
  await theirs.open(`/room/${stage.id}`);
  await theirs.say("to everybody");
  await expect(theirs.messages).toContainText("to everybody");
  const common = new StagePage(page, "Commons");
  await common.open(`/room/${stage.id}`);
  await common.say("hello");
  await expect(common.messages).toContainText("hello");
  await expect(common.messages).not.toContainText("to everybody");
  await openProfile(page, star);
  await expect(page.getByRole("complementary", { name: "Chat" })).toContainText("No messages yet");

  await page.goto(`/profile/${pest.id}`);
  await untilInteractive(page);
  await page.getByRole("button", { name: "View Profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: pest.username })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Follow/ })).toBeHidden();
  await page.getByRole("button", { name: "Unblock" }).click();
  await expectToast(page, `${pest.username} is no longer blocked.`);
  await expect(page.getByRole("button", { name: /^Follow/ })).toBeVisible();
  await openProfile(his.page, star);
  await his.say("thank you");
  const again = await openProfile(page, star);
  await expect(again.messages).toContainText("thank you");
});

test("messages of a blocked user disappear from an open chat", async ({ cue, visit, newPerson }) => {
  const [star, pest] = [await newPerson("Star"), await newPerson("Pest")];
  for (const person of [star, pest]) await cue.makePerformer(person.username);
  const his = await openProfile((await visit({ as: pest })).page, pest);
  await his.say("mine");
  const { page } = await visit({ as: star });
  const chat = await openProfile(page, pest);
  await expect(chat.messages).toContainText("mine");
  await page.getByRole("button", { name: "Report or block" }).click();
  await page.getByRole("button", { name: "Block User" }).click();
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText(`${pest.username} is blocked.`)).toBeVisible();
  // The profile of a blocked user has no chat for the one who blocked them.
  await page.getByRole("button", { name: "View Profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: pest.username })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Chat" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Chat" })).toBeHidden();
});

test("a user can report another user once a day with a reason, and cannot report themselves", async ({
  visit,
  newPerson,
}) => {
  const [reader, offender] = [await newPerson("Reader"), await newPerson("Offender")];
  const { page } = await visit({ as: reader, phone: true });
  const report = async (reason: string) => {
    await openProfile(page, offender);
    await page.getByRole("button", { name: "Report or block" }).click();
    await page.getByRole("button", { name: "Report User" }).click();
    await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
    await page.getByRole("radio", { name: reason }).check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("dialog")).toContainText(reason);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Submit Report" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("button", { name: "Report or block" })).toBeFocused();
  };
  await report("Violating broadcasting rules or offensive");
  await expectToast(page, "Your report has been submitted");
  await report("Impersonation");
  await expectToast(page, "You have already reported this person today.");

  await openProfile(page, reader);
  await expect(page.getByRole("link", { name: "Edit Profile" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Report or block" })).toBeHidden();
  await expect(page.getByRole("button", { name: /^Follow/ })).toBeHidden();
});
