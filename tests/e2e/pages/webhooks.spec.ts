/** Webhooks, as a performer keeps them. */
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { confirm } from "#tests/fixtures/managed-stage.ts";
import { open } from "#tests/fixtures/open.ts";
import { field, toast } from "#tests/fixtures/page-parts.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("a performer adds a webhook, copies its secret once, replaces it and removes the webhook", async ({
  cue,
  visit,
  newPerson,
  allowConsole,
}) => {
  // The refused address.
  allowConsole(/status of 400/);
  const person = await newPerson("Hooked");
  await cue.makePerformer(person.username);
  const { page } = await visit({ as: person });
  await open(page, "/settings");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Webhooks/ })
    .click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();

  await field(page, "Address").fill("https://127.0.0.1/cue");
  await page.getByRole("button", { name: "Add Webhook" }).click();
  await expect(page.getByText("Enter a public address")).toBeVisible();
  await field(page, "Address").fill("https://hooks.example.com/cue?for=a-rather-long-name-of-software");
  await page.getByLabel("Someone follows or subscribes").uncheck();
  await page.getByRole("button", { name: "Add Webhook" }).click();
  const first = await page.getByText(/^whsec_/).innerText();
  await expect(page.getByRole("button", { name: "6 Events" })).toBeVisible();

  await page.getByRole("button", { name: "New Secret" }).click();
  await confirm(page, "Make New Secret");
  await expect(page.getByText(/^whsec_/)).not.toHaveText(first);
  await page.getByRole("button", { name: "Deliveries" }).click();
  await expect(page.getByText("Nothing sent yet")).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole("button", { name: "New Secret" })).toBeVisible();
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);
  await page.getByRole("switch", { name: "Call this address" }).click();
  await expect(page.getByRole("switch", { name: "Call this address" })).not.toBeChecked();
  await page.getByRole("button", { name: "Remove" }).click();
  await confirm(page, "Remove Webhook");
  await expect(toast(page, "Webhook removed")).toBeVisible();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
});
