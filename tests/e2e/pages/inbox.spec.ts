/** The inbox of two users at the same time: messages, an offline phase, and refusals. */
import type { Page } from "@playwright/test";
import type { SentView } from "#app/domains/air/messages/contract.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { field, inboxLink, log, post, row } from "#tests/fixtures/inbox-page.ts";
import { open } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";
import { samples } from "#tests/helpers/pictures/samples.ts";

async function say(page: Page, text: string) {
  await field(page).fill(text);
  await field(page).press("Enter");
}

/** Returns those of these texts that the conversation shows, in its order. */
const ordered = async (page: Page, texts: string[]) => {
  const shown = await log(page).innerText();
  return shown.split("\n").filter((line) => texts.includes(line));
};

test("messages of two users arrive once and in one order, also after one was offline", async ({
  newPerson,
  visit,
}) => {
  const [ada, nell] = [await newPerson("Ada"), await newPerson("Nell")];
  const { page: there } = await visit({ as: ada });
  await open(there, "/search");
  const { page: here } = await visit({ as: nell, theme: "light" });
  await open(here, `/profile/${ada.id}`);
  await here.getByRole("link", { name: "Message", exact: true }).click();
  await expect(here.getByRole("heading", { name: "New Conversation" })).toBeVisible();
  await expect(here.getByRole("list", { name: "Chosen" })).toContainText(ada.username);
  await expectAccessible(here);
  await say(here, "Hello, heard you last night");
  await expect(here).toHaveURL(/conversation=/);
  await expect(log(here)).toContainText("Delivered");

  await expect(inboxLink(there)).toHaveAccessibleName(/1 unread/);
  await expect(there).toHaveTitle("(1) Search · Cue");
  await inboxLink(there).click();
  await expect(row(there, nell.username)).toContainText("Hello, heard you last night");
  await expect(log(there)).toContainText("Hello, heard you last night");
  await expect(log(here)).toContainText("Read");
  await expect(inboxLink(there)).toHaveAccessibleName("Inbox");
  await expect(there).toHaveTitle("Inbox · Cue");

  await field(there).pressSequentially("Did you");
  await expect(here.getByText(`${ada.username} is writing`)).toBeVisible();
  // A new line.
  await field(there).press("Shift+Enter");
  await field(there).pressSequentially("like it? https://cue.example/a");
  await there.getByRole("button", { name: "Send" }).click();
  await expect(here.getByText("is writing")).toBeHidden();
  const link = log(here).getByRole("link", { name: "https://cue.example/a" });
  await expect(link).toHaveAttribute("rel", /noopener/);
  await expectAccessible(there);

  await there.context().setOffline(true);
  await expect(
    there.getByText("You are offline. Your messages will be sent when you are back online."),
  ).toBeVisible();
  const meanwhile = ["One while you were away", "Two while you were away", "Three while you were away"];
  for (const text of meanwhile) await say(here, text);
  await expect(log(here)).toContainText("Three while you were away");
  await expect(log(here).getByText("Sending")).toHaveCount(0);
  await say(there, "From the train");
  await say(there, "Still on the train");
  await expect(log(there).getByText("Sending")).toHaveCount(2);
  await expect(log(there)).not.toContainText("One while");
  await there.context().setOffline(false);
  const all = [...meanwhile, "From the train", "Still on the train"];
  await expect(log(here)).toContainText("Still on the train");
  await expect(log(there).getByText("Sending")).toHaveCount(0);
  await expect(async () => {
    expect(await ordered(here, all)).toEqual(all);
    expect(await ordered(there, all)).toEqual(all);
  }).toPass();

  await field(here).press("ArrowUp");
  await expect(field(here)).toHaveValue("Three while you were away");
  await say(here, "Three, and now other words");
  await expect(log(there)).toContainText("Three, and now other words");
  await expect(log(there)).toContainText("edited");
  const own = log(here).locator("[data-message]", { hasText: "One while you were away" });
  await own.hover();
  await own.getByRole("button", { name: "Message options" }).click();
  await here.getByRole("menuitem", { name: "Delete" }).click();
  await here.getByRole("alertdialog").getByRole("button", { name: "Delete Message" }).click();
  await expect(log(there)).toContainText("Message deleted");
  await expect(log(there)).not.toContainText("One while you were away");
  await expect(log(here)).toBeFocused();

  await field(there).fill("A thought that is not finished");
  await there.reload();
  await expect(field(there)).toHaveValue("A thought that is not finished");
  await there.getByRole("searchbox").fill("other words");
  await there.getByRole("link", { name: /Three, and now other words/ }).click();
  await expect(log(there).getByText("Three, and now other words")).toBeVisible();
});

test("on a phone, the inbox shows either the list or the selection, and a refused message can be retried", async ({
  cue,
  newPerson,
  visit,
  allowConsole,
}) => {
  allowConsole(/status of 4|Failed to load resource/);
  const [reader, pest] = [await newPerson("Rita"), await newPerson("Pest")];
  const closed = await newPerson("Closed");
  await post(closed, "/api/users/saveProfile", { disableDMs: true });
  const { body } = await pest.post<SentView>("/api/messages/new", {
    participants: [reader.id],
    message: "Buy this",
  });
  const { page, context } = await visit({ as: reader, phone: true });
  await open(page, "/inbox");
  await expect(row(page, pest.username)).toContainText("Buy this");
  await expect(log(page)).toHaveCount(0);
  await page.getByRole("link", { name: new RegExp(`^${pest.username}`) }).tap();
  await expect(log(page)).toContainText("Buy this");
  await expectAccessible(page);
  await post(reader, "/api/users/blockUser", { block: pest.id });
  await page.getByRole("link", { name: "Back to inbox" }).tap();
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await page.goto(`/inbox?conversation=${body.id}`);
  await expect(page.getByText("This conversation includes a user you have blocked")).toBeVisible();
  await page.getByRole("button", { name: "View Conversation" }).tap();
  await expect(log(page)).toContainText("Buy this");
  await say(page, "No, thank you");
  await expect(log(page).getByRole("alert")).toContainText(
    "You have blocked this person. Unblock them first.",
  );
  await post(reader, "/api/users/unblockUser", { unblock: pest.id });
  await log(page).getByRole("button", { name: "Retry" }).tap();
  await expect(log(page).getByRole("alert")).toHaveCount(0);
  await expect(log(page)).toContainText("No, thank you");

  await page.route(/\/pictures\//, (route) => route.abort());
  const picture = `data:image/jpeg;base64,${Buffer.from(samples.baseline).toString("base64")}`;
  await post(pest, "/api/messages/new", { conversation: body.id, message: "", picture });
  await expect(log(page)).toContainText("This picture could not be loaded");
  await page.unroute(/\/pictures\//);

  await page.getByRole("link", { name: "Back to inbox" }).tap();
  await page.getByRole("link", { name: "New Conversation" }).tap();
  const search = page.getByRole("combobox", { name: "Search people to message" });
  await search.fill(pest.username);
  await expect(page.getByRole("option", { name: `${pest.username} Listener` })).toBeVisible();
  await search.press("Enter");
  await expect(page.getByRole("list", { name: "Chosen" })).toContainText(pest.username);
  await search.fill(reader.username);
  await expect(page.getByText("No users found").last()).toBeVisible();
  await search.fill("");
  await search.press("Backspace");
  await expect(page.getByRole("list", { name: "Chosen" })).toHaveCount(0);
  // A refused message keeps its recipients until it is edited, even if another conversation is selected.
  await search.fill(closed.username);
  await expect(page.getByRole("option", { name: `${closed.username} Listener` })).toBeVisible();
  await search.press("Enter");
  await say(page, "Are you there?");
  const refused = page.getByRole("alert").filter({ hasText: "Are you there?" });
  await expect(refused).toContainText(`To ${closed.username}`);
  await search.press("Backspace");
  await search.fill(pest.username);
  await expect(page.getByRole("option", { name: `${pest.username} Listener` })).toBeVisible();
  await search.press("Enter");
  const sent = page.waitForRequest("**/api/messages/new");
  await refused.getByRole("button", { name: "Retry" }).tap();
  expect((await sent).postDataJSON()).toMatchObject({ participants: [closed.id] });
  await refused.getByRole("button", { name: "Edit" }).tap();
  await expect(field(page)).toHaveValue("Are you there?");
  const chosen = page.getByRole("list", { name: "Chosen" }).getByRole("listitem");
  await expect(chosen).toHaveCount(1);
  await expect(chosen).toContainText(closed.username);
  await expect(refused).toHaveCount(0);

  // The next user who logs in in this tab does not see the draft.
  await field(page).fill("For nobody else");
  await page.reload();
  await expect(field(page)).toHaveValue("For nobody else");
  await context.addCookies([{ name: "cue", value: pest.token, url: cue.origin, httpOnly: true }]);
  await page.reload();
  await expect(field(page)).toHaveValue("");
});
