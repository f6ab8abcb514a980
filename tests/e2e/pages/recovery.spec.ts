/** A forgotten password, from the request to the new one. */
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { button, field, heading, home, password } from "#tests/fixtures/landing-page.ts";
import { linkIn, mailTo } from "#tests/fixtures/mails.ts";
import { open, untilInteractive } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test.describe("password recovery", () => {
  test("leads from the log-in page by an emailed link to a new password", async ({
    visit,
    newPerson,
    cue,
    allowConsole,
  }) => {
    allowConsole(/status of 404.*\/api\/recovery\/request/);
    const person = await newPerson("Forgetful");
    const elsewhere = await visit({ as: person });
    await open(elsewhere.page, "/");
    await expect(home(elsewhere.page)).toBeVisible();

    const { page } = await visit();
    await open(page, "/");
    await button(page, "Forgot Password").click();
    await expect(button(page, "Send Link")).toBeDisabled();
    await field(page, "Username").fill(person.username);
    await field(page, "Email").fill("nobody@nowhere");
    await expect(button(page, "Send Link")).toBeDisabled();
    await field(page, "Email").fill("nobody@nowhere.example");
    await button(page, "Send Link").click();
    await expect(page.getByText("No user exists with those details")).toBeVisible();

    await field(page, "Email").fill(` ${person.email} `);
    await button(page, "Send Link").click();
    await expect(page.getByText("An email has been sent to recover your account")).toBeVisible();
    await expect(button(page, "Send Link")).toBeHidden();
    await expectAccessible(page);

    const link = linkIn(await mailTo(cue.origin, person.email, /password/i));
    expect(link).toMatch(new RegExp(`^${cue.origin}/recover\\?token=[\\w-]{22,}$`));
    const response = await page.goto(link);
    expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
    expect(response?.headers()["cache-control"]).toBe("no-store");
    await untilInteractive(page);
    await password(page).fill("tiny");
    await password(page, "Confirm password").fill("tiny");
    await expect(page.getByText("8 character minimum")).toBeVisible();
    await expect(button(page, "Change Password")).toBeDisabled();
    const fresh = "an entirely new password";
    await password(page).fill(fresh);
    await password(page, "Confirm password").fill(fresh);
    await button(page, "Change Password").click();
    await expect(page.getByText("Password changed. Log in with your new password.")).toBeVisible();

    await elsewhere.page.reload();
    await expect(heading(elsewhere.page, "Log In")).toBeVisible();

    await field(page, "Username or email").fill(person.username);
    await password(page).fill(fresh);
    await page.keyboard.press("Enter");
    await expect(home(page)).toBeVisible();

    await test.step("rejects a link that was used", async () => {
      const late = await visit();
      await open(late.page, link);
      const words = "This link has already been used or has expired. Please request a new one.";
      await expect(late.page.getByText(words)).toBeVisible();
      await late.page.getByRole("link", { name: "Request New Link" }).click();
      await expect(heading(late.page, "Forgot Password")).toBeVisible();
    });
  });

  test("requires a captcha when the server asks for one", async ({ visit, allowConsole }) => {
    allowConsole(/status of 400.*\/api\/recovery\/request/);
    const { page } = await visit();
    const captchas: (string | undefined)[] = [];
    await page.route("**/api/recovery/request", async (route) => {
      const { captcha } = route.request().postDataJSON() as { captcha?: string };
      captchas.push(captcha);
      if (captcha) await route.fulfill({ json: true });
      else await route.fulfill({ status: 400, json: { error: "Solve it.", code: "captcha-failed" } });
    });
    await open(page, "/?show=recover");
    await field(page, "Username").fill("Somebody");
    await field(page, "Email").fill("somebody@example.com");
    await button(page, "Send Link").click();
    await expect(page.getByText("Solve it.")).toBeVisible();
    await expect(button(page, "Send Link")).toBeDisabled();
    await page.getByRole("checkbox").press("Space");
    await button(page, "Send Link").click();
    await expect(page.getByText("An email has been sent to recover your account")).toBeVisible();
    expect(captchas[0]).toBeUndefined();
    expect(captchas[1]).toMatch(/^[\w+/=]+$/);
  });
});
