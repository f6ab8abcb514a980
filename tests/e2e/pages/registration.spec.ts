/** Registration: the message of every rule, and the emailed link. */
import type { Route } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { tabTo } from "#tests/fixtures/keyboard.ts";
import {
  addressOf,
  button,
  errorToast,
  field,
  freshName,
  heading,
  home,
  password,
} from "#tests/fixtures/landing-page.ts";
import { linkIn, mailTo } from "#tests/fixtures/mails.ts";
import { open } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test.describe("registration", () => {
  test("works by keyboard alone and shows every rule as a message", async ({
    visit,
    newPerson,
    allowConsole,
    cue,
  }) => {
    allowConsole(/status of 409.*\/api\/users\/register/);
    const taken = await newPerson("Taken");
    const { page } = await visit();
    await open(page, "/");
    await tabTo(page, button(page, "Register"));
    await page.keyboard.press("Enter");
    await expect(heading(page, "Register")).toBeFocused();

    await test.step("an invalid username is refused", async () => {
      await tabTo(page, field(page, "Username"));
      for (const name of [".dot", "_line", "two..dots", "two__lines", "space _line", "star*"]) {
        await field(page, "Username").fill(name);
        await expect(page.getByText("Invalid username", { exact: true })).toBeVisible();
        await expect(button(page, "Next")).toBeDisabled();
      }
    });

    await test.step("an existing username is refused in any spelling", async () => {
      await field(page, "Username").fill(`  ${taken.username.toUpperCase()} `);
      await expect(page.getByText("Username already exists")).toBeVisible();
    });

    const name = freshName("夜の Zoë");
    await test.step("the next step needs a valid username and email address", async () => {
      await field(page, "Username").fill(`  ${name}  `);
      await expect(page.getByText("Available")).toHaveCount(1);
      await tabTo(page, field(page, "Email"));
      await page.keyboard.type(taken.email);
      await expect(page.getByText("Email already exists")).toBeVisible();
      await expect(button(page, "Next")).toBeDisabled();
      await field(page, "Email").fill(addressOf(`v${Date.now()}`));
      await expect(button(page, "Next")).toBeEnabled();
      await page.keyboard.press("Enter");
      await expect(page.getByText("Step 2 of 2")).toBeVisible();
    });

    await test.step("a short password is refused once the confirmation has content", async () => {
      await tabTo(page, password(page));
      await page.keyboard.type("short");
      await expect(page.getByText("8 character minimum")).toBeHidden();
      await tabTo(page, password(page, "Confirm password"));
      await page.keyboard.type("s");
      await expect(page.getByText("8 character minimum")).toBeVisible();
    });

    await test.step("the passwords must match, and the captcha must be solved", async () => {
      await password(page).fill("a sound password");
      await password(page, "Confirm password").fill("a sound passwort");
      await expect(page.getByText("The passwords do not match.")).toBeVisible();
      await expectAccessible(page);
      await password(page, "Confirm password").fill("a sound password");
      await expect(page.getByText("The passwords do not match.")).toBeHidden();
      await expect(button(page, "Register")).toBeDisabled();
      await tabTo(page, page.getByRole("checkbox"));
      await page.keyboard.press("Space");
      await expect(button(page, "Register")).toBeEnabled();
    });

    await test.step("a failure shows an error toast and ends the loading state", async () => {
      let isSubmitting = false;
      await page.route("**/api/users/register", async (route) => {
        isSubmitting = await button(page, "Register").isDisabled();
        await route.fulfill({
          status: 409,
          json: { error: "Username already exists", code: "username-taken" },
        });
      });
      await tabTo(page, button(page, "Register"));
      await page.keyboard.press("Enter");
      await expect(errorToast(page, "Username already exists")).toBeVisible();
      expect(isSubmitting, "the button could be pressed twice").toBe(true);
      await page.unroute("**/api/users/register");
      // The captcha was accepted once.
      await expect(button(page, "Register")).toBeDisabled();
      await tabTo(page, page.getByRole("checkbox"));
      await page.keyboard.press("Space");
      await expect(button(page, "Register")).toBeEnabled();
    });

    await password(page, "Confirm password").press("Enter");
    await expect(home(page)).toBeVisible();
    const me = await page.request.get("/api/users/me");
    expect(await me.json()).toMatchObject({ username: name });

    await test.step("the emailed link confirms the email address once", async () => {
      const { email } = (await me.json()) as { email: string };
      const link = linkIn(await mailTo(cue.origin, email, /Confirm/));
      await page.goto(link);
      await expect(page.getByText(email)).toBeVisible();
      await expectAccessible(page);
      // A mail scanner that opens the link does not confirm the address.
      expect(await (await page.request.get("/api/users/me")).json()).toMatchObject({ emailVerified: false });
      await button(page, "Confirm Address").click();
      await expect(heading(page, "Your email is verified")).toBeVisible();
      await page.goto(link);
      await expect(heading(page, "This link no longer works")).toBeVisible();
    });
  });

  test("ignores stale name checks, checks on blur, and returns to log-in on Cancel", async ({ visit }) => {
    const { page } = await visit();
    let slow: Route | undefined;
    const asked: string[] = [];
    await page.route("**/api/users/checkUsername", async (route) => {
      const { username } = route.request().postDataJSON() as { username: string };
      asked.push(username);
      if (username === "Slow") slow = route;
      else await route.fulfill({ json: false });
    });
    await open(page, "/");
    await button(page, "Register").click();
    await field(page, "Username").fill(" Slow ");
    await expect.poll(() => asked).toEqual(["Slow"]);
    await field(page, "Username").fill("Swift");
    await field(page, "Username").blur();
    await expect(page.getByText("Available")).toHaveCount(1);
    await slow?.fulfill({ json: true }).catch(() => {});
    await expect(page.getByText("Username already exists")).toBeHidden();
    await expect(page.getByText("Available")).toHaveCount(1);
    expect(asked).toEqual(["Slow", "Swift"]);

    await button(page, "Cancel").click();
    await expect(heading(page, "Log In")).toBeFocused();
  });
});
