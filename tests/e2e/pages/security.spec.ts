/** Account security: two-step log-in, devices, and the email address. */
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import type {
  EmailView,
  RecoveryCodesView,
  SecondFactorSetupView,
} from "#app/domains/people/accounts/contract/security.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { linkIn, mailTo } from "#tests/fixtures/mails.ts";
import { open } from "#tests/fixtures/open.ts";
import { section, toast } from "#tests/fixtures/page-parts.ts";
import { call } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const security = "/settings/security";

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

test("two-step log-in can be turned on by keyboard, used, and turned off with a recovery code", async ({
  visit,
  newPerson,
  allowConsole,
}) => {
  const person = await newPerson("Twice");
  const { page } = await visit({ as: person });
  await open(page, security);
  const twoStep = section(page, "Two-Step Log-In");
  await twoStep.getByRole("button", { name: "Turn On" }).press("Enter");
  await expect(twoStep.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(twoStep.getByRole("img", { name: /QR code for your authenticator app/ })).toBeVisible();
  const uri = new URL((await twoStep.getByRole("link", { name: "Open in App" }).getAttribute("href")) ?? "");
  const secret = uri.searchParams.get("secret") ?? "";
  await twoStep.getByRole("textbox", { name: "Code from the app" }).fill(codeOf(secret));
  await page.keyboard.press("Enter");

  await expect(twoStep.getByRole("heading", { name: "Save Your Recovery Codes" })).toBeFocused();
  const codes = await twoStep.getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(10);
  const downloading = page.waitForEvent("download");
  await twoStep.getByRole("button", { name: "Download" }).press("Enter");
  expect((await downloading).suggestedFilename()).toBe("cue-recovery-codes.txt");
  await twoStep.getByRole("button", { name: "I Have Saved Them" }).press("Enter");
  await expect(twoStep.getByText("10 recovery codes left")).toBeVisible();

  await test.step("log-in asks for a code", async () => {
    allowConsole(/status of 401.*\/api\/users\/login/);
    await page.getByRole("button", { name: "Logout" }).press("Enter");
    await expect(page.getByRole("button", { name: "Register" })).toBeVisible();
    await open(page, "/");
    await page.getByRole("textbox", { name: "Username or email" }).fill(person.username);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    const code = page.getByRole("textbox", { name: /code/i });
    await code.fill("000000");
    await page.keyboard.press("Enter");
    await expect(page.getByText("That code is wrong or has already been used.")).toBeVisible();
    // The code that turned it on is used; the next one is already valid.
    await code.fill(codeOf(secret, 1));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Live Stages" })).toBeVisible();
  });

  await test.step("a recovery code turns it off", async () => {
    await open(page, security);
    await twoStep.getByRole("button", { name: "Turn Off" }).press("Enter");
    await page.keyboard.type((codes[0] ?? "").toUpperCase());
    await page.keyboard.press("Enter");
    await expect(twoStep.getByText("You log in with your password alone")).toBeVisible();
  });
});

test("a device that is signed out leaves its page immediately, alone or with all others", async ({
  cue,
  visit,
  newPerson,
}) => {
  const person = await newPerson("Devices");
  const logIn = async () => {
    const body = { user: person.username, password: person.password };
    const { body: session } = await call<{ token: string }>(cue.origin, null, "POST", "/api/users/login", {
      body,
    });
    const { page, context } = await visit();
    await context.addCookies([{ name: "cue", value: session.token, url: cue.origin, httpOnly: true }]);
    await open(page, "/");
    await expect(page.getByRole("heading", { name: "Live Stages" })).toBeVisible();
    return page;
  };
  const { page } = await visit({ as: person });
  const [first, second, third] = [await logIn(), await logIn(), await logIn()];
  await open(page, security);
  const devices = section(page, "Devices");
  await expect(devices.getByRole("listitem")).toHaveCount(4);
  await expect(devices.getByRole("listitem").first()).toContainText("THIS DEVICE");

  await devices
    .getByRole("button", { name: /^Sign Out Unknown/ })
    .first()
    .click();
  await expect(toast(page, "The device is signed out.")).toBeVisible();
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  const isOut = (left: Page) => left.getByRole("button", { name: "Register" }).isVisible();
  await expect
    .poll(async () => (await Promise.all([first, second, third].map(isOut))).filter(Boolean).length)
    .toBe(1);

  await devices.getByRole("button", { name: "Sign Out All Others" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  for (const left of [first, second, third]) {
    await expect(left.getByRole("button", { name: "Register" })).toBeVisible();
    await expect(left.getByText("Your session has ended. Please log in again.")).toBeVisible();
  }
  await page.reload();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
});

test("the email address changes after both sides confirm, and the old address can cancel the change", async ({
  cue,
  visit,
  newPerson,
}) => {
  const person = await newPerson("Mover");
  const next = `moved-${Date.now().toString(36)}@listeners.example`;
  const { page } = await visit({ as: person });
  const mailbox = (await visit()).page;
  await open(page, security);
  const email = section(page, "Email Address");
  const ask = async (address: string) => {
    await email.getByRole("button", { name: /^(Change Address|Use a Different Address)/ }).click();
    await email.getByRole("textbox", { name: "New email address" }).fill(address);
    await email.getByLabel("Password", { exact: true }).fill(person.password);
    await email.getByRole("button", { name: "Send Links" }).click();
    await expect(toast(page, "We sent a link to both addresses.")).toBeVisible();
  };

  await ask(`wrong-${next}`);
  await open(mailbox, linkIn(await mailTo(cue.origin, person.email, /Confirm the change/)));
  await mailbox.getByRole("button", { name: "Cancel Change" }).click();
  await expect(mailbox.getByText("Your email address was not changed.")).toBeVisible();

  await open(page, security);
  await ask(next);
  await open(mailbox, linkIn(await mailTo(cue.origin, next, /Confirm your new email/)));
  await mailbox.getByRole("button", { name: "Confirm Address" }).click();
  await expect(mailbox.getByRole("heading", { name: "One more step" })).toBeVisible();
  await page.reload();
  await expect(email.getByText(`${next}: agreed`)).toBeVisible();
  await open(mailbox, linkIn(await mailTo(cue.origin, person.email, /Confirm the change/)));
  await mailbox.getByRole("button", { name: "Confirm Change" }).click();
  await expect(mailbox.getByText(`Your email address is now ${next}.`)).toBeVisible();
  await mailbox.reload();
  await expect(mailbox.getByRole("heading", { name: "This link no longer works" })).toBeVisible();

  await page.reload();
  await expect(email.getByText("Verified", { exact: true })).toBeVisible();
  const { body: view } = await person.get<EmailView>("/api/users/getEmail");
  expect(view).toEqual({ email: next, emailVerified: true, pending: null });
});

for (const [theme, phone] of [
  ["dark", true],
  ["light", false],
] as const) {
  test(`security pages have no axe violation or horizontal scroll, ${theme}, ${phone ? "phone" : "desktop"}`, async ({
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Axe");
    const { page } = await visit({ as: person, theme, phone });
    const check = async () => {
      await expectAccessible(page);
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      if (phone) await page.setViewportSize({ width: 320, height });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width, height });
    };
    await open(page, security);
    await check();
    await section(page, "Email Address").getByRole("button", { name: "Change Address" }).click();
    await section(page, "Passkeys").getByRole("button", { name: "Add a Passkey" }).click();
    const twoStep = section(page, "Two-Step Log-In");
    await twoStep.getByRole("button", { name: "Turn On" }).click();
    await twoStep.getByLabel("Password", { exact: true }).fill(person.password);
    await twoStep.getByRole("button", { name: "Next" }).click();
    await expect(twoStep.getByRole("img")).toBeVisible();
    await check();

    const body = { email: `axe-${person.email}`, password: person.password };
    await person.post("/api/users/changeEmail", body);
    const { body: setup } = await person.post<SecondFactorSetupView>("/api/secondFactor/begin", {
      password: person.password,
    });
    await person.post<RecoveryCodesView>("/api/secondFactor/confirm", { code: codeOf(setup.secret) });
    await open(page, security);
    await twoStep.getByRole("button", { name: "Turn Off" }).click();
    await check();
  });
}
