/** The life of an account from the first visit to its deletion, by keyboard alone. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { press, tabTo, type } from "#tests/fixtures/keyboard.ts";
import { linkIn, mailTo } from "#tests/fixtures/mails.ts";
import { open } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const password = (page: Page, name = "Password") => page.getByLabel(name, { exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const toast = (page: Page, words: string) =>
  expect(page.locator("[data-toast]").filter({ hasText: words }).first()).toBeVisible();

/** A PNG that the browser has drawn. */
async function drawPng(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 480);
    canvas.getContext("2d")?.fillRect(0, 0, 320, 480);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  return Buffer.from(bytes);
}

test("a user registers, recovers the account, uses every account feature and deletes the account", async ({
  cue,
  visit,
  newPerson,
  allowConsole,
}) => {
  test.setTimeout(180_000);
  // Requests of the page at the moment when its session ends.
  allowConsole(/status of 401.*\/api\/(announcements\/check|setRequests\/getCounts)/);
  const [friend, pest] = [await newPerson("Friend"), await newPerson("Pest")];
  const { page } = await visit();
  const name = `Traveller ${Date.now().toString(36)}`;
  const email = `${Date.now()}@travellers.example`;

  await test.step("registers", async () => {
    await open(page, "/");
    await press(page, button(page, "Register"));
    await type(page, field(page, "Username"), name);
    await type(page, field(page, "Email"), email);
    await expect(button(page, "Next")).toBeEnabled();
    await page.keyboard.press("Enter");
    await type(page, password(page), "a sound password");
    await type(page, password(page, "Confirm password"), "a sound password");
    await tabTo(page, page.getByRole("checkbox"));
    await page.keyboard.press("Space");
    await expect(button(page, "Register")).toBeEnabled();
    await press(page, button(page, "Register"));
    await expect(heading(page, "Live Stages")).toBeVisible();
  });

  await test.step("verifies the email address", async () => {
    await page.goto(linkIn(await mailTo(cue.origin, email, /Confirm/)));
    await press(page, button(page, "Confirm Address"));
    await expect(heading(page, "Your email is verified")).toBeVisible();
  });

  await test.step("logs out and recovers the account", async () => {
    await open(page, "/");
    await press(page, button(page, "Logout"));
    await press(page, button(page, "Forgot Password"));
    await type(page, field(page, "Username"), name);
    await type(page, field(page, "Email"), email);
    await page.keyboard.press("Enter");
    await expect(page.getByText("An email has been sent to recover your account")).toBeVisible();
    await open(page, linkIn(await mailTo(cue.origin, email, /password/i)));
    await type(page, password(page), "another sound password");
    await type(page, password(page, "Confirm password"), "another sound password");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Password changed. Log in with your new password.")).toBeVisible();
    await type(page, field(page, "Username or email"), name);
    await type(page, password(page), "another sound password");
    await page.keyboard.press("Enter");
    await expect(heading(page, "Live Stages")).toBeVisible();
  });

  await test.step("sets a photo", async () => {
    await open(page, "/settings/profile");
    const chooser = page.waitForEvent("filechooser");
    await press(page, button(page, "Choose Photo"));
    const buffer = await drawPng(page);
    await (await chooser).setFiles({ name: "portrait.png", mimeType: "image/png", buffer });
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Crop" }));
    await toast(page, "Profile saved");
  });

  const me = (await (await page.request.get("/api/users/me")).json()) as { id: string };
  await test.step("follows another user and is followed", async () => {
    await open(page, `/profile/${friend.id}`);
    await press(page, button(page, `Follow ${friend.username}`));
    await toast(page, "Following confirmed");
    await friend.post("/api/users/follow", { user: me.id });
    await open(page, "/profile");
    await press(page, page.getByRole("link", { name: /follower$/ }));
    await expect(page.getByRole("link", { name: friend.username })).toBeVisible();
  });

  await test.step("reports and blocks another user", async () => {
    await open(page, `/profile/${pest.id}`);
    await press(page, button(page, "Report or block"));
    await press(page, button(page, "Report User"));
    await tabTo(page, page.getByRole("radio").first());
    await page.keyboard.press("ArrowDown");
    await press(page, button(page, "Next"));
    await press(page, button(page, "Submit Report"));
    await toast(page, "Your report has been submitted");
    await press(page, button(page, "Report or block"));
    await press(page, button(page, "Block User"));
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }));
    await toast(page, `${pest.username} has been blocked.`);
    await expect(page.getByText("Would you like to view their profile?")).toBeVisible();
  });

  await test.step("switches from DJ to musician after becoming a performer", async () => {
    await cue.makePerformer(name);
    await open(page, "/settings/dj");
    await press(page, button(page, "Change profile type"));
    await press(page, button(page, "Become a musician"));
    await toast(page, "Performer profile updated");
    await expect(page.getByRole("link", { name: "Musicians" })).toBeVisible();
  });

  await test.step("toggles every notification switch", async () => {
    await open(page, "/settings/notification");
    const switches = page.getByRole("switch");
    // The switches after the first eight belong to this device and to the quiet hours.
    const states = async () =>
      (await switches.evaluateAll((all) => all.map((each) => each.getAttribute("aria-checked")))).slice(0, 8);
    const before = await states();
    expect(before).toHaveLength(8);
    for (let index = 0; index < 8; index++) {
      await tabTo(page, switches.nth(index));
      const saved = page.waitForResponse((response) => response.url().endsWith("/saveToggleSettings"));
      await page.keyboard.press("Space");
      const turned = before[index] === "true" ? "false" : "true";
      await expect(switches.nth(index)).toHaveAttribute("aria-checked", turned);
      await saved;
    }
    await page.reload();
    expect(await states()).toEqual(before.map((each) => (each === "true" ? "false" : "true")));
  });

  await test.step("downloads the account data", async () => {
    await open(page, "/settings/data");
    const download = page.waitForEvent("download");
    await press(page, button(page, "Download Data"));
    const data = await readFile(await (await download).path(), "utf8");
    expect(data).toContain(name);
    expect(JSON.parse(data)).toBeTruthy();
  });

  await test.step("deletes the account", async () => {
    await type(page, field(page, `Type your username, ${name}`), name);
    await type(page, password(page), "another sound password");
    await page.keyboard.press("Enter");
    await press(page, page.getByRole("alertdialog").getByRole("button", { name: "Delete Account" }));
    await toast(page, "Your account has been deleted.");
    await expect(heading(page, "Log In")).toBeVisible();
    const gone = await friend.post("/api/users/getProfile", { user: me.id });
    expect(gone.status).toBe(404);
  });
});
