/** Tokens from the claim to the performer and back, on the page of tokens. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { confirmEmail } from "#tests/fixtures/database.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { button, heading } from "#tests/fixtures/landing-page.ts";
import { open } from "#tests/fixtures/open.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const grant = (cue: CueInstance, { username }: Person, amount: number) =>
  cue.admin("grant-tokens", username, String(amount), "--reason", "For the workshop");

const balance = (page: Page) => page.locator("[data-balance]");
const row = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });

test("tokens of visitors who are signed out lead to log-in and back", async ({ visit, cue }) => {
  const { page } = await visit();
  await open(page, "/tokens");
  await expect(page).toHaveURL(`${cue.origin}/?next=%2Ftokens`);
  await expect(heading(page, "Log In")).toBeVisible();
});

test("a new user reads how the first tokens are earned and what they are not", async ({
  visit,
  newPerson,
}) => {
  const { page } = await visit({ as: await newPerson("Fresh"), phone: true });
  await open(page, "/settings");
  await page.getByRole("link", { name: /^Tokens/ }).click();
  await expect(page.getByText("Nothing to claim yet")).toBeVisible();
  await expect(page.getByText(/never bought, sold or cashed out/)).toBeVisible();
  await expect(page.getByRole("row", { name: /^Invite someone.*25 each$/ })).toBeVisible();
  await expect(page.getByText("No activity yet")).toBeVisible();
});

test("a grant is claimed with one press, once, and is then in the activity", async ({
  visit,
  newPerson,
  cue,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const person = await newPerson("Claimant");
  await grant(cue, person, 75);
  const { page, context } = await visit({ as: person });
  await open(page, "/tokens");
  await expect(balance(page)).toHaveText("0");
  await expect(page.getByText("From the operators: For the workshop")).toBeVisible();

  await context.setOffline(true);
  await expect(button(page, "Claim 75 Tokens")).toBeDisabled();
  await expect(page.getByText(/^You are offline\. These tokens stay here/)).toBeVisible();
  await context.setOffline(false);

  await button(page, "Claim 75 Tokens").click();
  await expect(page.getByText("75 tokens claimed")).toBeVisible();
  await expect(balance(page)).toHaveText("75");
  await expect(row(page, "+75")).toContainText(/From the operators: For the workshop.*Done/);

  await page.reload();
  await expect(balance(page)).toHaveText("75");
  await expect(button(page, "Claim 75 Tokens")).toBeHidden();
  await expect(page.getByText("Nothing to claim now")).toBeVisible();
});

test("a performer reads what a tip brought and gives it back", async ({ visit, newPerson, cue }) => {
  const [fan, performer] = [await newPerson("Tipper"), await newPerson("Player")];
  await cue.makePerformer(performer.username);
  confirmEmail(cue, fan.id);
  await grant(cue, fan, 40);
  await fan.get("/api/sharedSecrets/claimTokens");
  const tip = { id: crypto.randomUUID(), amount: 25, dj: performer.id, performer: performer.id };
  expect(await fan.post("/api/tokens/tip", tip)).toMatchObject({ status: 200, body: { balance: 15 } });

  const { page } = await visit({ as: performer });
  const received = row(page, `Tip from ${fan.username}`);
  await expect(async () => {
    await open(page, "/tokens");
    await expect(received).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(received).toContainText("+25");
  await expect(page.getByText("25 tokens in 1 tip, without what you gave back.")).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await received.getByRole("button", { name: "Give Back" }).click();
  await expectAccessible(page);
  await button(page, "Give Back 25 Tokens").click();
  await expect(page.getByText("The tip is on its way back.")).toBeVisible();
  await expect(received).toContainText("Given back");
  await expect(received.getByRole("button", { name: "Give Back" })).toBeHidden();
  await expect(balance(page)).toHaveText("0");

  const { page: fans } = await visit({ as: fan });
  await expect(async () => {
    await open(fans, "/tokens");
    await expect(row(fans, `${performer.username} gave your tip back`)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(balance(fans)).toHaveText("40");
});
