/** Log-in: by password, with a second factor, by passkey, and the page that it leads to. */
import { TOTP } from "otpauth";
import type { SecondFactorSetupView } from "#app/domains/people/accounts/contract/security.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { button, errorToast, field, heading, home, password } from "#tests/fixtures/landing-page.ts";
import { open } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test.describe("log-in", () => {
  test("shows its button only while both fields are filled, and submits on Enter", async ({
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Enters");
    const { page } = await visit();
    await open(page, "/");
    await expect(button(page, "Log In")).toBeHidden();
    await field(page, "Username or email").fill("   ");
    await password(page).fill("something");
    await expect(button(page, "Log In")).toBeHidden();
    await field(page, "Username or email").fill(`  ${person.email} `);
    await expect(button(page, "Log In")).toBeVisible();
    await password(page).fill("");
    await expect(button(page, "Log In")).toBeHidden();
    await password(page).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(home(page)).toBeVisible();
  });

  test("shows the error of the server in a toast under the form", async ({ visit, allowConsole }) => {
    allowConsole(/status of (?:401|500|502).*\/api\/users\/login/);
    const { page } = await visit();
    await open(page, "/");
    await field(page, "Username or email").fill("Nobody At All");
    await password(page).fill("not a password");
    await button(page, "Log In").click();
    const refusal = errorToast(page, "Wrong username, email or password.");
    await expect(refusal).toBeVisible();
    const [form, under] = [await page.locator("form").boundingBox(), await refusal.boundingBox()];
    expect(under?.y).toBeGreaterThanOrEqual((form?.y ?? 0) + (form?.height ?? 0));
    await refusal.click();
    await expect(refusal).toBeHidden();

    await page.route("**/api/users/login", (route) => route.fulfill({ status: 500, body: "<h1>Oops</h1>" }));
    await button(page, "Log In").click();
    await expect(errorToast(page, "Unknown error")).toBeVisible();
    await page.unroute("**/api/users/login");
    await page.route("**/api/users/login", (route) => route.fulfill({ status: 502, body: "" }));
    await button(page, "Log In").click();
    await expect(errorToast(page, "Server is offline")).toBeVisible();
  });

  test("asks for a code with a second factor, and accepts a recovery code once", async ({
    visit,
    newPerson,
    allowConsole,
  }) => {
    allowConsole(/status of 401.*\/api\/users\/login/);
    const person = await newPerson("Careful");
    const setup = await person.post<SecondFactorSetupView>("/api/secondFactor/begin", {
      password: person.password,
    });
    const code = new TOTP({ secret: setup.body.secret }).generate();
    const { body: codes } = await person.post<{ recoveryCodes: string[] }>("/api/secondFactor/confirm", {
      code,
    });

    const { page } = await visit();
    await open(page, "/");
    await field(page, "Username or email").fill(person.username);
    await password(page).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(heading(page, "One more step")).toBeVisible();
    await expect(page.getByText("Enter the code from your authenticator app.")).toBeVisible();
    await expect(field(page, "6-digit code")).toBeFocused();
    await expect(field(page, "6-digit code")).toHaveAttribute("autocomplete", "one-time-code");

    // The code that turned it on counts as used.
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await expect(errorToast(page, "That code is wrong or has already been used.")).toBeVisible();
    await expectAccessible(page);

    await button(page, "Back").click();
    await expect(field(page, "Username or email")).toHaveValue(person.username);
    await button(page, "Log In").click();
    await button(page, "Use a Recovery Code").click();
    await field(page, "Recovery code").fill(codes.recoveryCodes[0] ?? "");
    await page.keyboard.press("Enter");
    await expect(home(page)).toBeVisible();
  });

  test("returns to the page that required it, and never leaves the site", async ({
    visit,
    newPerson,
    cue,
  }) => {
    const person = await newPerson("Headed");
    for (const [asked, reached] of [
      ["/djs", "/djs"],
      ["/?next=/%09/evil.example", "/"],
      ["/?next=//evil.example", "/"],
      ["/?next=https://evil.example/", "/"],
    ] as const) {
      const { page, context } = await visit();
      await open(page, asked);
      await field(page, "Username or email").fill(person.username);
      await password(page).fill(person.password);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${cue.origin}${reached}`);
      await context.close();
    }
  });

  test("offers a passkey where the browser supports them", async ({ visit }) => {
    const { page } = await visit();
    await open(page, "/");
    await expect(button(page, "Log In with a Passkey")).toBeVisible();

    const bare = await visit();
    await bare.page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
    await open(bare.page, "/");
    await expect(button(bare.page, "Register")).toBeVisible();
    await expect(button(bare.page, "Log In with a Passkey")).toBeHidden();
  });
});
