/** The pages behind the links of account emails. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { linkIn, mailTo } from "#tests/fixtures/mails.ts";
import { open, untilInteractive } from "#tests/fixtures/open.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const password = "an entirely new password";

/** Expects no axe violation in either theme, and no horizontal scroll on the narrowest phone. */
async function expectSound(page: Page): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await expectAccessible(page);
  }
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 320, height });
  const past = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(past).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width, height });
}

/** Adds a passkey of the browser's virtual authenticator, as its owner does. */
async function addPasskey(page: Page, person: Person, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await open(page, "/settings/security");
  const passkeys = page.getByRole("region", { name: "Passkeys", exact: true });
  await button(page, "Add a Passkey").click();
  await passkeys.getByRole("textbox", { name: "Passkey name" }).fill(name);
  await passkeys.getByLabel("Password", { exact: true }).fill(person.password);
  await button(page, "Add Passkey").click();
  await expect(passkeys.getByRole("listitem")).toContainText([name]);
}

test("without JavaScript, the button confirms an email address, and opening the link does not", async ({
  cue,
  newPerson,
  browser,
}) => {
  const person = await newPerson("Scriptless");
  await person.get("/api/users/resendVerification");
  const link = linkIn(await mailTo(cue.origin, person.email, /Confirm/));
  const isVerified = async () =>
    (await person.get<{ emailVerified: boolean }>("/api/users/me")).body.emailVerified;
  for (const method of ["HEAD", "GET", "GET"])
    expect((await fetch(link, { method })).status, `${method} of the link`).toBe(200);
  expect(await isVerified()).toBe(false);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByText(person.email)).toBeVisible();
  await button(page, "Confirm Address").click();
  await expect(heading(page, "Your email is verified")).toBeVisible();
  expect(await isVerified()).toBe(true);
  await page.goto(link);
  await expect(heading(page, "This link no longer works")).toBeVisible();
  await context.close();
});

for (const phone of [true, false]) {
  const size = phone ? "phone" : "desktop";
  test(`the pages behind email links are accessible, and recovery lists the passkeys, on a ${size}`, async ({
    cue,
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Linked");
    const owner = await visit({ as: person, phone });
    await person.get("/api/users/resendVerification");
    const { page } = await visit({ phone });
    await open(page, linkIn(await mailTo(cue.origin, person.email, /Confirm/)));
    await expect(button(page, "Confirm Address")).toBeVisible();
    await expectSound(page);
    await button(page, "Confirm Address").click();
    await expect(heading(page, "Your email is verified")).toBeVisible();
    await expectSound(page);

    await addPasskey(owner.page, person, "A phone with rather a long name, left at a friend’s");
    await page.request.post("/api/recovery/request", {
      data: { username: person.username, email: person.email },
    });
    await open(page, linkIn(await mailTo(cue.origin, person.email, /new password/)));
    await expect(page.getByText(/^A phone with/)).toBeVisible();
    await expectSound(page);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password", { exact: true }).fill(password);
    const keep = page.getByRole("switch", { name: "Keep these passkeys" });
    if (phone) await keep.click();
    await expect(keep).toHaveAttribute("aria-checked", String(phone));
    await button(page, "Change Password").click();
    await expect(heading(page, "Password changed")).toBeVisible();
    const words = phone
      ? "These passkeys still work"
      : "These passkeys were removed. You can add yours again";
    await expect(page.getByText(words)).toBeVisible();
    await expectSound(page);
    await page.getByRole("link", { name: "Log In and Check" }).click();
    await page.waitForURL("**/?next=*");
    await untilInteractive(page);
    await page.getByLabel("Username or email").fill(person.username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(heading(page, "Security")).toBeVisible();
  });
}
