/** Account settings: notifications, password, blocked users, subscriptions and data. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { ToggleSettings } from "#app/domains/people/accounts/contract/settings.ts";
import { open } from "#tests/fixtures/open.ts";
import { field, toast } from "#tests/fixtures/page-parts.ts";
import { call } from "#tests/fixtures/people.ts";
import { expect, test, type Visit } from "#tests/fixtures/test.ts";

test.describe("notification settings", () => {
  test("have eight switches that are each saved immediately", async ({ visit, newPerson }) => {
    const person = await newPerson("Notified");
    const { page } = await visit({ as: person });
    await open(page, "/settings/notification");
    // The following switches belong to this device and to the quiet hours.
    const switches = (await page.getByRole("switch").all()).slice(0, 8);
    for (const toggle of switches) {
      await toggle.click();
      await expect(toggle).toHaveAttribute("aria-checked", "false");
      await expect(toggle).not.toHaveAttribute("aria-busy");
    }
    const { body } = await person.get<ToggleSettings>("/api/users/getToggleSettings");
    const kept = Object.entries(body).filter(([name]) => name.endsWith("Mails"));
    expect(Object.values(body).filter((isOn) => isOn)).toHaveLength(kept.length);

    await page.getByText("Choose What to Email").click();
    await expect(page.getByRole("switch", { name: "Mentions by email" })).toBeVisible();
  });

  test("revert a switch that could not be saved and show an error", async ({
    visit,
    newPerson,
    allowConsole,
  }) => {
    const person = await newPerson("Unsaved");
    const { page } = await visit({ as: person });
    await open(page, "/settings/notification");
    allowConsole(/saveToggleSettings/);
    await page.route("**/api/users/saveToggleSettings", (route) => route.fulfill({ status: 502, body: "" }));
    const mentions = page.getByRole("switch", { name: "Mentions" });
    await mentions.click();
    await expect(toast(page, "Server is offline")).toBeVisible();
    await expect(mentions).toHaveAttribute("aria-checked", "true");
    await page.unroute("**/api/users/saveToggleSettings");
    await mentions.click();
    await expect(mentions).toHaveAttribute("aria-checked", "false");
  });
});

test.describe("password settings", () => {
  const fill = async (page: Page, current: string, next: string, retype: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByLabel("Confirm new password").fill(retype);
  };
  const submit = (page: Page) => page.getByRole("button", { name: "Change Password" });

  test("show whether the new password is long enough and matches its confirmation", async ({
    visit,
    newPerson,
  }) => {
    const { page } = await visit({ as: await newPerson("Careful") });
    await open(page, "/settings/password");
    await fill(page, "whatever it is", "1234567", "1234567");
    await expect(page.getByText("Your new password must be at least 8 characters long")).toBeVisible();
    await expect(submit(page)).toBeDisabled();
    await fill(page, "whatever it is", "12345678", "1234567");
    await expect(page.getByText("The passwords do not match")).toBeAttached();
    await expect(submit(page)).toBeDisabled();
    await fill(page, "", "12345678", "12345678");
    await expect(page.getByText("The passwords match")).toBeAttached();
    await expect(submit(page)).toBeDisabled();
    await fill(page, "whatever it is", " 2345678 ", " 2345678 ");
    await expect(page.getByText("Your password starts or ends with a space")).toBeVisible();
    await expect(submit(page)).toBeEnabled();
  });

  test("refuse a wrong password at its field, and replace the old password", async ({
    cue,
    visit,
    newPerson,
    allowConsole,
  }) => {
    const person = await newPerson("Changing");
    const { page } = await visit({ as: person });
    await open(page, "/settings/password");
    const next = "another sound password ";
    allowConsole(/status of 403.*\/api\/users\/changePassword/);
    await fill(page, "not this one", next, next);
    await submit(page).click();
    await expect(page.getByText("The password is wrong.")).toBeVisible();
    await expect(page.getByLabel("Current password")).toBeFocused();
    await expect(page.getByLabel("New password", { exact: true })).toHaveValue(next);

    await fill(page, person.password, next, next);
    await submit(page).click();
    await expect(toast(page, "Password changed")).toBeVisible();
    // This device stays signed in.
    await page.getByRole("link", { name: "Feedback" }).click();
    await expect(page.getByRole("heading", { name: "Submit Feedback" })).toBeVisible();
    const logIn = (password: string) =>
      call(cue.origin, null, "POST", "/api/users/login", { body: { user: person.username, password } });
    expect((await logIn(person.password)).status).toBe(401);
    expect((await logIn(next)).status).toBe(200);
  });
});

test("feedback can be submitted", async ({ visit, newPerson }) => {
  const { page } = await visit({ as: await newPerson("Kind") });
  await open(page, "/settings/feedback");
  const send = page.getByRole("button", { name: "Submit Feedback" });
  await field(page, "Your message").fill("   ");
  await expect(send).toBeDisabled();
  await field(page, "Your message").fill("It sounds like the room.");
  await send.click();
  await expect(toast(page, "Feedback submitted, thank you!")).toBeVisible();
  await expect(field(page, "Your message")).toHaveValue("");
});

test("a blocked user can be unblocked and blocked again from the list", async ({ visit, newPerson }) => {
  const person = await newPerson("Blocker");
  const blocked = await newPerson("Blocked");
  await person.post("/api/users/blockUser", { block: blocked.id });
  const { page } = await visit({ as: person });
  await open(page, "/settings/blocked");
  await page.getByRole("button", { name: `Unblock ${blocked.username}` }).click();
  await expect(toast(page, `${blocked.username} is no longer blocked.`)).toBeVisible();
  await page.getByRole("button", { name: `Block Again ${blocked.username}` }).click();
  await expect(page.getByRole("button", { name: `Unblock ${blocked.username}` })).toBeVisible();
});

test("subscribed stages are marked on Home and listed with their alerts in the notification settings", async ({
  cue,
  manager,
  visit,
  newPerson,
}) => {
  const stage = await cue.createStage({
    name: "Harbour Light",
    manager: manager.username,
    isOnDemand: false,
  });
  const person = await newPerson("Subscriber");
  const { page } = await visit({ as: person });
  await open(page, "/settings/subscriptions");
  await expect(page.getByText("No subscriptions yet")).toBeVisible();
  await person.post("/api/rooms/subscribe", { room: stage.id });
  await open(page, "/");
  await expect(page.getByRole("listitem").filter({ hasText: "Harbour Light" }).first()).toContainText(
    "Subscribed",
  );
  await open(page, "/settings/notification");
  await page.getByRole("link", { name: "Your subscriptions" }).click();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "Harbour Light" });
  const alert = row.getByRole("button", { name: "Notify me when Harbour Light goes live" });
  await expect(alert).toHaveAttribute("aria-pressed", "true");
  await alert.click();
  await expect(toast(page, "Your preference has been updated")).toBeVisible();
  await page.reload();
  await expect(alert).toHaveAttribute("aria-pressed", "false");
  await row.getByRole("button", { name: "Unsubscribe Harbour Light" }).click();
  await expect(row).toContainText("Not subscribed");
  // The change is still on its way when the stage is opened, which shows it nevertheless.
  await page.route("**/api/rooms/subscribe", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await row.getByRole("button", { name: "Subscribe Harbour Light" }).click();
  await expect(row).toContainText("Alert on");
  await row.getByRole("link", { name: "Harbour Light" }).click();
  await expect(page.getByRole("main").getByText("Subscribed", { exact: true })).toBeVisible();
});

test.describe("data settings", () => {
  test("offer a download of one's own data as valid JSON", async ({ visit, newPerson }) => {
    const person = await newPerson("Exporting");
    const { page } = await visit({ as: person });
    await open(page, "/settings/data");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download Data" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^cue-.+-\d{4}-\d\d-\d\d\.json$/);
    const text = await readFile(await file.path(), "utf8");
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text).toContain(person.email);
  });

  test("delete the account after two confirmations, after which it cannot log in", async ({
    cue,
    visit,
    newPerson,
    allowConsole,
  }) => {
    const person = await newPerson("Parting");
    const visitor: Visit = await visit({ as: person });
    const { page } = visitor;
    await open(page, "/settings/data");
    const remove = page.getByRole("button", { name: "Delete Account" });
    await field(page, `Type your username, ${person.username}`).fill(`${person.username} not`);
    await page.getByLabel("Password").fill("not this one");
    await expect(remove).toBeDisabled();
    await field(page, `Type your username, ${person.username}`).fill(person.username);

    const dialog = page.getByRole("alertdialog", { name: "Delete your account permanently?" });
    allowConsole(/status of 403.*\/api\/users\/deleteAccount/);
    await remove.click();
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expect(page.getByText("The password is wrong.")).toBeVisible();

    await page.getByLabel("Password").fill(person.password);
    await remove.click();
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expect(toast(page, "Your account has been deleted.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Username or email" })).toBeVisible();
    const logIn = await call(cue.origin, null, "POST", "/api/users/login", {
      body: { user: person.username, password: person.password },
    });
    expect(logIn.status).toBe(401);
  });
});
