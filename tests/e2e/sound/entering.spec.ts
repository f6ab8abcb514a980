/** A signed-out listener's sound continues while they register or log in, and they count as one listener throughout. */
import type { Page } from "@playwright/test";
import type { Ear } from "#tests/fixtures/rig/ear.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test.beforeEach(() => test.setTimeout(120_000));

test("registering keeps the sound playing and opens the welcome page with the focus at its top", async ({
  cue,
  manager,
  broadcast,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Threshold", manager: manager.username, isOnDemand: true });
  await broadcast({ ...stage, format: "mp3", track: 2 });
  const { page, ear } = await visit();
  const stagePage = new StagePage(page, "Threshold");
  await stagePage.open(`/room/${stage.id}`);
  await stagePage.play();
  const heard = await ear.hears(2);

  await page.getByRole("banner").getByRole("link", { name: "Log In" }).click();
  await page.getByRole("button", { name: "Register" }).click();
  const username = `Entering ${Date.now().toString(36)}`;
  const email = `${Date.now()}@newcomers.example`;
  await page.getByRole("textbox", { name: "Username" }).fill(username);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Password", { exact: true }).fill("a sound password");
  await page.getByLabel("Confirm password").fill("a sound password");
  await page.getByRole("checkbox").press("Space");
  const answered = answerOf(page, "/api/users/register");
  await page.getByRole("button", { name: "Register" }).click();

  await expect(page.getByRole("heading", { name: "Live Stages" })).toBeVisible();
  await expect(page.getByText(`Welcome, ${username}. Check your email: we sent ${email}`)).toBeVisible();
  await isEntered(page);
  await soundWentOn(ear, { heardAt: heard.at, answeredAt: await answered });

  await page.getByRole("main").getByRole("link", { name: "Threshold" }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Threshold" })).toBeVisible();
  await stagePage.say("Here under my name");
  await expect(stagePage.messages.getByText("Here under my name")).toBeVisible();
  await expect(stagePage.messages.getByText(username)).toBeVisible();
  await expect(stagePage.messages.getByText("Sending")).toBeHidden();
});

test("logging in keeps the sound playing and opens the requested page", async ({
  cue,
  manager,
  broadcast,
  visit,
  newPerson,
}) => {
  const person = await newPerson("Entered");
  const stage = await cue.createStage({ name: "Doorstep", manager: manager.username, isOnDemand: true });
  await broadcast({ ...stage, format: "mp3", track: 4 });
  const { page, ear } = await visit();
  const stagePage = new StagePage(page, "Doorstep");
  await stagePage.open(`/room/${stage.id}`);
  await stagePage.play();
  const heard = await ear.hears(4);

  await page.evaluate(async () => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(path: string): Promise<void> };
    };
    await router.navigate("/favorites");
  });
  await page.getByRole("textbox", { name: "Username or email" }).fill(person.username);
  await page.getByLabel("Password").fill(person.password);
  const answered = answerOf(page, "/api/users/login");
  await page.getByLabel("Password").press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Favorites" })).toBeFocused();
  await expect(page.getByText(`Welcome back, ${person.username}.`)).toBeVisible();
  await isEntered(page);
  await soundWentOn(ear, { heardAt: heard.at, answeredAt: await answered });
});

async function isEntered(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const isInMain = () => document.getElementById("main")?.contains(document.activeElement);
  await expect.poll(() => page.evaluate(isInMain), "the focus is in the page").toBe(true);
}

/** Returns when the call was answered: on this machine the server that hashes the password also sends the sound. */
async function answerOf(page: Page, path: string): Promise<number> {
  await page.waitForResponse((response) => response.url().endsWith(path));
  return Date.now();
}

async function soundWentOn(ear: Ear, at: { heardAt: number; answeredAt: number }): Promise<void> {
  await ear.hearsSound();
  expect((await ear.entries())[0]?.at, "the page was loaded anew").toBeLessThanOrEqual(at.heardAt);
  expect(await ear.all("silence", at.answeredAt), "the sound stopped on the way").toEqual([]);
}
