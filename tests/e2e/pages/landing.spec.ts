/** The other content of the landing page: its tabs, app stores on phones, and stored data. */
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { addressOf, button, field, freshName, heading } from "#tests/fixtures/landing-page.ts";
import { open } from "#tests/fixtures/open.ts";
import { call, Person, profileOf, solveCaptcha } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

test.describe("the promotional tabs", () => {
  test("have a way back to log-in and change the shape", async ({ visit }) => {
    const { page } = await visit();
    await open(page, "/");
    const shape = page.locator("[data-shape]");
    const lines = () => shape.locator("path").first().getAttribute("d");
    const knob = await lines();
    for (const tab of ["listen", "perform", "earn"]) {
      await button(page, tab).click();
      await expect(shape).toHaveAttribute("data-shape", tab);
      await expect(heading(page, "Log In")).toBeHidden();
      await expect.poll(lines).not.toBe(knob);
      await button(page, "Back").click();
      await expect(heading(page, "Log In")).toBeFocused();
      await expect.poll(lines).toBe(knob);
      await button(page, tab).click();
      await button(page, tab).click();
      await expect(heading(page, "Log In")).toBeVisible();
    }
    await button(page, "listen").click();
    await button(page, "earn").click();
    await expect(button(page, "earn")).toHaveAttribute("aria-pressed", "true");
    // What was announced says what became of it.
    const panel = page.getByRole("main");
    await expect(panel).toContainText(
      /Announced as coming in 2020.*platform tokens from tips, recruitment rewards, and label payouts/,
    );
    await expect(panel).toContainText("Subscriptions do not pay tokens");
    await expect(panel).toContainText(/never bought, sold or cashed out.*No one pays or is paid on Cue/);
    await button(page, "listen").click();
    await expect(panel).toContainText(
      /Donations to performers were announced as coming in 2020.*here as tips.*never pay for them/,
    );
  });

  test("show 30 decorative notes in LISTEN, which stand still under reduced motion", async ({ visit }) => {
    const { page } = await visit();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, "/");
    await button(page, "listen").click();
    await expect(page.locator("[aria-hidden=true] [data-notes] > *")).toHaveCount(30);
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter((each) => each.playState === "running").length);
    await expect.poll(moving).toBe(0);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await expect.poll(moving).toBeGreaterThanOrEqual(30);
  });
});

test.describe("phones", () => {
  test("without app stores keep the form", async ({ visit }) => {
    const { page } = await visit({ phone: true, userAgent: iPhone });
    await open(page, "/");
    await expect(field(page, "Username or email")).toBeVisible();
    await expect(page.getByRole("link", { name: /App Store|Google Play/ })).toHaveCount(0);
  });

  test("with app stores show store badges instead of the form and keep the referral", async ({
    browser,
    allowConsole,
  }) => {
    test.setTimeout(180_000);
    allowConsole(/favicon/);
    const shops = await CueInstance.start({
      variables: {
        CUE_APPLE_STORE: "https://apps.example/apple/cue",
        CUE_GOOGLE_STORE: "https://apps.example/google/cue",
      },
    });
    try {
      const inviter = await Person.register(shops.origin, "Inviter");
      const context = await browser.newContext({ userAgent: iPhone, viewport: { width: 360, height: 740 } });
      await context.route("https://apps.example/**", (route) =>
        route.fulfill({ contentType: "text/html", body: "<title>A store</title>" }),
      );
      const page = await context.newPage();
      await open(page, `${shops.origin}/?id=${inviter.id}`);
      await expect(field(page, "Username or email")).toBeHidden();
      const badges = page.getByRole("main").getByRole("listitem").getByRole("link");
      await expect(badges).toHaveText([/Download on the\s*App Store/, /Get it on\s*Google Play/]);
      await expect(page.getByText(`${inviter.username} invited you.`)).toBeVisible();
      await expectAccessible(page);

      const stored = page.waitForRequest("**/api/referrals/temporaryReferral");
      await badges.first().click();
      expect((await stored).postDataJSON()).toEqual({ user: inviter.id });
      await page.waitForURL("https://apps.example/apple/cue");

      // The app registers from the same network address, without the link's referral.
      const username = freshName("Brought");
      const secret = "a sound password";
      const captcha = await solveCaptcha(shops.origin);
      const registration = {
        username,
        email: addressOf(username),
        password: secret,
        retype: secret,
        captcha,
      };
      await call(shops.origin, null, "POST", "/api/users/register", { body: registration });
      expect((await profileOf(inviter)).referralCount).toBe(1);

      await open(page, shops.origin);
      await button(page, "log in here").click();
      await expect(field(page, "Username or email")).toBeVisible();
      await context.close();

      const desktop = await browser.newPage();
      await open(desktop, shops.origin);
      await expect(field(desktop, "Username or email")).toBeVisible();
      await desktop.close();
    } finally {
      await shops.stop();
    }
  });
});

test("visitors who are signed out can read the privacy page and the terms", async ({ visit }) => {
  const { page } = await visit();
  await open(page, "/");
  await page.getByRole("link", { name: "Privacy" }).click();
  await expect(heading(page, "Privacy")).toBeVisible();
  await page.getByRole("link", { name: "Download and Delete" }).click();
  await expect(heading(page, "Download and Delete")).toBeInViewport();
  await page.goBack();
  await page.goBack();
  await expect(heading(page, "Log In")).toBeVisible();
  await page.getByRole("link", { name: "Terms" }).click();
  await expect(heading(page, "Terms")).toBeVisible();
});
