/** Passkeys with the browser's virtual authenticator. */
import type { Page } from "@playwright/test";
import { open } from "#tests/fixtures/open.ts";
import { section, toast } from "#tests/fixtures/page-parts.ts";
import { expect, test, type Visit } from "#tests/fixtures/test.ts";

const security = "/settings/security";

/** A virtual authenticator that confirms immediately; with `isWilling` false it cancels the prompt. */
async function fitAuthenticator({ context, page }: Visit) {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognize: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}

async function addPasskey(page: Page, password: string, name: string): Promise<void> {
  const passkeys = section(page, "Passkeys");
  await passkeys.getByRole("button", { name: "Add a Passkey" }).click();
  await passkeys.getByRole("textbox", { name: "Passkey name" }).fill(name);
  await passkeys.getByLabel("Password", { exact: true }).fill(password);
  await passkeys.getByRole("button", { name: "Add Passkey" }).click();
}

test("a passkey can be added, used to log in, renamed and removed", async ({ visit, newPerson }) => {
  const person = await newPerson("Keyed");
  const visiting = await visit({ as: person });
  const { page } = visiting;
  const authenticator = await fitAuthenticator(visiting);
  await open(page, security);
  const passkeys = section(page, "Passkeys");
  await expect(passkeys.getByText("You have no passkeys yet")).toBeVisible();
  await addPasskey(page, person.password, "Kitchen radio");
  await expect(toast(page, "“Kitchen radio” was added")).toBeVisible();
  await expect(passkeys.getByRole("listitem")).toContainText(["Kitchen radio"]);
  await expect(passkeys.getByRole("listitem")).toContainText(["not used yet"]);
  expect(await authenticator.credentials()).toMatchObject([
    { isResidentCredential: true, rpId: "localhost" },
  ]);

  await test.step("the passkey logs in", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("button", { name: "Register" })).toBeVisible();
    await open(page, "/");
    await page.getByRole("button", { name: "Log In with a Passkey" }).click();
    await expect(page.getByRole("heading", { name: "Live Stages" })).toBeVisible();
    await open(page, security);
    await expect(passkeys.getByRole("listitem")).toContainText(["used just now"]);
  });

  await test.step("the passkey is renamed", async () => {
    await passkeys.getByRole("button", { name: "Rename Kitchen radio" }).click();
    await page.keyboard.type("Pocket");
    await page.keyboard.press("Enter");
    await expect(passkeys.getByRole("listitem")).toContainText(["Pocket"]);
  });

  await test.step("the removed passkey no longer logs in", async () => {
    await passkeys.getByRole("button", { name: "Remove Pocket" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove Passkey" }).click();
    await expect(toast(page, "“Pocket” was removed")).toBeVisible();
    await expect(passkeys.getByText("You have no passkeys yet")).toBeVisible();
  });
});

test("a wrong password shows an error at its field, and a cancelled passkey prompt shows none", async ({
  visit,
  newPerson,
  allowConsole,
}) => {
  const person = await newPerson("Called");
  const visiting = await visit({ as: person });
  const { page } = visiting;
  const authenticator = await fitAuthenticator(visiting);
  await open(page, security);
  const passkeys = section(page, "Passkeys");
  allowConsole(/status of 403.*\/api\/passkeys\/addOptions/);
  await addPasskey(page, "not the password", "Key");
  await expect(passkeys.getByText("The password is wrong.")).toBeVisible();
  await expect(passkeys.getByLabel("Password", { exact: true })).toBeFocused();

  await authenticator.recognize(false);
  await passkeys.getByLabel("Password", { exact: true }).fill(person.password);
  await passkeys.getByRole("button", { name: "Add Passkey" }).click();
  await expect(passkeys.getByRole("button", { name: "Add Passkey" })).toBeEnabled();
  await expect(page.locator("[data-toast]")).toHaveCount(0);
  await authenticator.recognize(true);
  await passkeys.getByRole("button", { name: "Add Passkey" }).click();
  await expect(passkeys.getByRole("listitem")).toContainText(["Key"]);
});
