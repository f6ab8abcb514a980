/** How an account is kept its owner's, in a browser whose passkeys are made by its own authenticator. */

import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import type {
  EmailView,
  RecoveryCodesView,
  SecondFactorSetupView,
} from "#app/domains/accounts/contract/security.ts";
import { axeOf } from "#tests/fixtures/axe.ts";
import { call } from "#tests/fixtures/people.ts";
import { expect, test, type Visit } from "#tests/fixtures/test.ts";

const toast = (page: Page, text: string | RegExp) => page.locator("[data-toast]", { hasText: text });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

async function open(page: Page, path = "/settings/security"): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => "__cue" in window);
}

/** An authenticator in the browser that recognises its owner at once; `isWilling` false is one that is called off. */
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
    recognise: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}

async function addPasskey(page: Page, password: string, name: string): Promise<void> {
  const passkeys = section(page, "Passkeys");
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await passkeys.getByRole("textbox", { name: "Name of the passkey" }).fill(name);
  await passkeys.getByLabel("Password", { exact: true }).fill(password);
  await passkeys.getByRole("button", { name: "Add passkey" }).click();
}

async function mailTo(origin: string, to: string, subject: string): Promise<string> {
  const { body } = await call<{ to: string; subject: string; text: string }[]>(
    origin,
    null,
    "GET",
    "/dev/outbox.json",
  );
  const text = body.find((mail) => mail.to === to && mail.subject.includes(subject))?.text;
  if (text === undefined) throw new Error(`no mail "${subject}" to ${to}`);
  return text;
}

const linkIn = (mail: string) => /http\S+/.exec(mail)?.[0] ?? "";

test("a passkey is added, logs its owner in without a password, is renamed and removed", async ({
  visit,
  newPerson,
}) => {
  const person = await newPerson("Keyed");
  const visiting = await visit({ as: person });
  const { page } = visiting;
  const authenticator = await fitAuthenticator(visiting);
  await open(page);
  const passkeys = section(page, "Passkeys");
  await expect(passkeys.getByText("You have no passkeys yet")).toBeVisible();
  await addPasskey(page, person.password, "Kitchen radio");
  await expect(toast(page, "“Kitchen radio” was added")).toBeVisible();
  await expect(passkeys.getByRole("listitem")).toContainText(["Kitchen radio"]);
  await expect(passkeys.getByRole("listitem")).toContainText(["not used yet"]);
  expect(await authenticator.credentials()).toMatchObject([
    { isResidentCredential: true, rpId: "localhost" },
  ]);

  await test.step("it logs in", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("button", { name: "Register" })).toBeVisible();
    await open(page, "/");
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await expect(page.getByRole("heading", { name: "Live Stages" })).toBeVisible();
    await open(page);
    await expect(passkeys.getByRole("listitem")).toContainText(["used just now"]);
  });

  await test.step("it is renamed", async () => {
    await passkeys.getByRole("button", { name: "Rename Kitchen radio" }).click();
    await page.keyboard.type("Pocket");
    await page.keyboard.press("Enter");
    await expect(passkeys.getByRole("listitem")).toContainText(["Pocket"]);
  });

  await test.step("it is removed, and logs in no more", async () => {
    await passkeys.getByRole("button", { name: "Remove Pocket" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove passkey" }).click();
    await expect(toast(page, "“Pocket” was removed")).toBeVisible();
    await expect(passkeys.getByText("You have no passkeys yet")).toBeVisible();
  });
});

test("a wrong password is told at its field, and a passkey that is called off is no failure", async ({
  visit,
  newPerson,
  allowConsole,
}) => {
  const person = await newPerson("Called");
  const visiting = await visit({ as: person });
  const { page } = visiting;
  const authenticator = await fitAuthenticator(visiting);
  await open(page);
  const passkeys = section(page, "Passkeys");
  allowConsole(/status of 403.*\/api\/passkeys\/addOptions/);
  await addPasskey(page, "not the password", "Key");
  await expect(passkeys.getByText("The password is wrong.")).toBeVisible();
  await expect(passkeys.getByLabel("Password", { exact: true })).toBeFocused();

  await authenticator.recognise(false);
  await passkeys.getByLabel("Password", { exact: true }).fill(person.password);
  await passkeys.getByRole("button", { name: "Add passkey" }).click();
  await expect(passkeys.getByRole("button", { name: "Add passkey" })).toBeEnabled();
  await expect(page.locator("[data-toast]")).toHaveCount(0);
  await authenticator.recognise(true);
  await passkeys.getByRole("button", { name: "Add passkey" }).click();
  await expect(passkeys.getByRole("listitem")).toContainText(["Key"]);
});

test("by keyboard two-step log-in is turned on, asked for, and turned off by a recovery code", async ({
  visit,
  newPerson,
  allowConsole,
}) => {
  const person = await newPerson("Twice");
  const { page } = await visit({ as: person });
  await open(page);
  const twoStep = section(page, "Two-step log-in");
  await twoStep.getByRole("button", { name: "Turn on" }).press("Enter");
  await expect(twoStep.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(twoStep.getByRole("img", { name: /secret as a picture/ })).toBeVisible();
  const uri = new URL(
    (await twoStep.getByRole("link", { name: "Open in the app" }).getAttribute("href")) ?? "",
  );
  const secret = uri.searchParams.get("secret") ?? "";
  await twoStep.getByRole("textbox", { name: "Code that the app shows" }).fill(codeOf(secret));
  await page.keyboard.press("Enter");

  await expect(twoStep.getByRole("heading", { name: "Keep these recovery codes now" })).toBeFocused();
  const codes = await twoStep.getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(10);
  const downloading = page.waitForEvent("download");
  await twoStep.getByRole("button", { name: "Download" }).press("Enter");
  expect((await downloading).suggestedFilename()).toBe("cue-recovery-codes.txt");
  await twoStep.getByRole("button", { name: "I have kept them" }).press("Enter");
  await expect(twoStep.getByText("10 recovery codes left")).toBeVisible();

  await test.step("the log-in asks for a code", async () => {
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
    await expect(page.getByText("That code is wrong or was used already.")).toBeVisible();
    // The code that turned it on is used: the next one counts already.
    await code.fill(codeOf(secret, 1));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Live Stages" })).toBeVisible();
  });

  await test.step("a recovery code turns it off", async () => {
    await open(page);
    await twoStep.getByRole("button", { name: "Turn off" }).press("Enter");
    await page.keyboard.type((codes[0] ?? "").toUpperCase());
    await page.keyboard.press("Enter");
    await expect(twoStep.getByText("Your password alone is enough to log in")).toBeVisible();
  });
});

test("a device that is signed out leaves its page, and all others do at once", async ({
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
  await open(page);
  const devices = section(page, "Devices");
  await expect(devices.getByRole("listitem")).toHaveCount(4);
  await expect(devices.getByRole("listitem").first()).toContainText("THIS DEVICE");

  await devices
    .getByRole("button", { name: /^Sign out Unknown/ })
    .first()
    .click();
  await expect(toast(page, "The device is signed out.")).toBeVisible();
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  const isOut = (left: Page) => left.getByRole("button", { name: "Register" }).isVisible();
  await expect
    .poll(async () => (await Promise.all([first, second, third].map(isOut))).filter(Boolean).length)
    .toBe(1);

  await devices.getByRole("button", { name: "Sign out all others" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  for (const left of [first, second, third]) {
    await expect(left.getByRole("button", { name: "Register" })).toBeVisible();
    await expect(left.getByText("Your session has ended. Please log in again.")).toBeVisible();
  }
  await page.reload();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
});

test("the address changes once both sides have pressed, and the old one can stop it", async ({
  cue,
  visit,
  newPerson,
}) => {
  const person = await newPerson("Mover");
  const next = `moved-${Date.now().toString(36)}@listeners.example`;
  const { page } = await visit({ as: person });
  const mailbox = (await visit()).page;
  await open(page);
  const email = section(page, "Email address");
  const ask = async (address: string) => {
    await email.getByRole("button", { name: /^Change (address|it)/ }).click();
    await email.getByRole("textbox", { name: "New email address" }).fill(address);
    await email.getByLabel("Password", { exact: true }).fill(person.password);
    await email.getByRole("button", { name: "Send both links" }).click();
    await expect(toast(page, "A link was sent to each of the two addresses.")).toBeVisible();
  };

  await ask(`wrong-${next}`);
  await open(mailbox, linkIn(await mailTo(cue.origin, person.email, "is to change")));
  await mailbox.getByRole("button", { name: "Stop the change" }).click();
  await expect(mailbox.getByText("Your email address stays as it is.")).toBeVisible();

  await open(page);
  await ask(next);
  await open(mailbox, linkIn(await mailTo(cue.origin, next, "Confirm your new email")));
  await mailbox.getByRole("button", { name: "Confirm this address" }).click();
  await expect(mailbox.getByRole("heading", { name: "One more to go" })).toBeVisible();
  await page.reload();
  await expect(email.getByText(`${next}: agreed`)).toBeVisible();
  await open(mailbox, linkIn(await mailTo(cue.origin, person.email, "is to change")));
  await mailbox.getByRole("button", { name: "Agree to the change" }).click();
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
  test(`no axe violations and no sideways scroll, ${theme}, ${phone ? "phone" : "desktop"}`, async ({
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Axe");
    const { page } = await visit({ as: person, theme, phone });
    const check = async () => {
      const { violations } = await axeOf(page).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      if (phone) await page.setViewportSize({ width: 320, height });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width, height });
    };
    await open(page);
    await check();
    await section(page, "Email address").getByRole("button", { name: "Change address" }).click();
    await section(page, "Passkeys").getByRole("button", { name: "Add a passkey" }).click();
    const twoStep = section(page, "Two-step log-in");
    await twoStep.getByRole("button", { name: "Turn on" }).click();
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
    await open(page);
    await twoStep.getByRole("button", { name: "Turn off" }).click();
    await check();
  });
}
