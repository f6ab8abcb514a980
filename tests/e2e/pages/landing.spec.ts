/** Every way in: log-in, registration, recovery, referrals, stores, and the popup of a music service. */

import type { Page, Route } from "@playwright/test";
import { TOTP } from "otpauth";
import type { SecondFactorSetupView } from "#app/domains/accounts/contract/security.ts";
import type { MyProfileView } from "#app/domains/people/contract/my-profile.ts";
import { axeOf } from "#tests/fixtures/axe.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { open, tabTo } from "#tests/fixtures/keyboard.ts";
import { linkIn, mailTo } from "#tests/fixtures/mails.ts";
import { call, Person, solveCaptcha } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const password = (page: Page, name = "Password") => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const toast = (page: Page, text: string) => page.locator("[data-toast=error]", { hasText: text });
const home = (page: Page) => heading(page, "Live Stages");

/** What `pages.spec.ts` cannot reach by an address. */
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axeOf(page).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join()}`),
  ).toEqual([]);
}

let names = 0;
/** A name that nobody has yet. */
const freshName = (name: string) => `${name} ${Date.now().toString(36)}${(names += 1)}`;
const addressOf = (name: string) => `${name.replaceAll(" ", ".")}@visitors.example`;

async function profileOf(person: Person): Promise<MyProfileView> {
  return (await person.post<MyProfileView>("/api/users/getProfile", { user: person.id })).body;
}

test.describe("log-in", () => {
  test("the button is there only while both fields are filled, and Enter submits", async ({
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Enters");
    const { page } = await visit();
    await open(page, "/");
    await expect(button(page, "Log in")).toBeHidden();
    await field(page, "Username or email").fill("   ");
    await password(page).fill("something");
    await expect(button(page, "Log in")).toBeHidden();
    await field(page, "Username or email").fill(`  ${person.email} `);
    await expect(button(page, "Log in")).toBeVisible();
    await password(page).fill("");
    await expect(button(page, "Log in")).toBeHidden();
    await password(page).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(home(page)).toBeVisible();
  });

  test("a refusal is an error toast under the form in the server's words, else 'Unknown error'", async ({
    visit,
    allowConsole,
  }) => {
    allowConsole(/status of (?:401|500|502).*\/api\/users\/login/);
    const { page } = await visit();
    await open(page, "/");
    await field(page, "Username or email").fill("Nobody At All");
    await password(page).fill("not a password");
    await button(page, "Log in").click();
    const refusal = toast(page, "Wrong username, email or password.");
    await expect(refusal).toBeVisible();
    const [form, under] = [await page.locator("form").boundingBox(), await refusal.boundingBox()];
    expect(under?.y).toBeGreaterThanOrEqual((form?.y ?? 0) + (form?.height ?? 0));
    await refusal.click();
    await expect(refusal).toBeHidden();

    await page.route("**/api/users/login", (route) => route.fulfill({ status: 500, body: "<h1>Oops</h1>" }));
    await button(page, "Log in").click();
    await expect(toast(page, "Unknown error")).toBeVisible();
    await page.unroute("**/api/users/login");
    await page.route("**/api/users/login", (route) => route.fulfill({ status: 502, body: "" }));
    await button(page, "Log in").click();
    await expect(toast(page, "Server is offline")).toBeVisible();
  });

  test("an account with a second factor is asked for a code, and a recovery code works once", async ({
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
    await expect(toast(page, "That code is wrong or was used already.")).toBeVisible();
    await expectAccessible(page);

    await button(page, "Back").click();
    await expect(field(page, "Username or email")).toHaveValue(person.username);
    await button(page, "Log in").click();
    await button(page, "Use a recovery code").click();
    await field(page, "Recovery code").fill(codes.recoveryCodes[0] ?? "");
    await page.keyboard.press("Enter");
    await expect(home(page)).toBeVisible();
  });

  test("whoever was sent here from a page goes on to it, and nobody is sent away from the site", async ({
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

  test("a passkey is offered where the browser has them", async ({ visit }) => {
    const { page } = await visit();
    await open(page, "/");
    await expect(button(page, "Log in with a passkey")).toBeVisible();

    const bare = await visit();
    await bare.page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
    await open(bare.page, "/");
    await expect(button(bare.page, "Register")).toBeVisible();
    await expect(button(bare.page, "Log in with a passkey")).toBeHidden();
  });
});

test.describe("registration", () => {
  test("by keyboard alone, with every rule in its words", async ({ visit, newPerson, allowConsole, cue }) => {
    allowConsole(/status of 409.*\/api\/users\/register/);
    const taken = await newPerson("Taken");
    const { page } = await visit();
    await open(page, "/");
    await tabTo(page, button(page, "Register"));
    await page.keyboard.press("Enter");
    await expect(heading(page, "Register")).toBeFocused();

    await test.step("'Invalid username'", async () => {
      await tabTo(page, field(page, "Username"));
      for (const name of [".dot", "_line", "two..dots", "two__lines", "space _line", "star*"]) {
        await field(page, "Username").fill(name);
        await expect(page.getByText("Invalid username", { exact: true })).toBeVisible();
        await expect(button(page, "Next")).toBeDisabled();
      }
    });

    await test.step("'Username already exists', however it is typed", async () => {
      await field(page, "Username").fill(`  ${taken.username.toUpperCase()} `);
      await expect(page.getByText("Username already exists")).toBeVisible();
    });

    const name = freshName("夜の Ζωή");
    await test.step("Next once both are verified", async () => {
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

    await test.step("'8 character minimum' once the confirmation has content", async () => {
      await tabTo(page, password(page));
      await page.keyboard.type("short");
      await expect(page.getByText("8 character minimum")).toBeHidden();
      await tabTo(page, password(page, "Confirm password"));
      await page.keyboard.type("s");
      await expect(page.getByText("8 character minimum")).toBeVisible();
    });

    await test.step("both must be the same, and the captcha solved", async () => {
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

    await test.step("a failure shows as an error toast and ends the waiting", async () => {
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
      await expect(toast(page, "Username already exists")).toBeVisible();
      expect(isSubmitting, "the button could be pressed twice").toBe(true);
      await page.unroute("**/api/users/register");
      // The captcha counted once.
      await expect(button(page, "Register")).toBeDisabled();
      await tabTo(page, page.getByRole("checkbox"));
      await page.keyboard.press("Space");
      await expect(button(page, "Register")).toBeEnabled();
    });

    await password(page, "Confirm password").press("Enter");
    await expect(home(page)).toBeVisible();
    const me = await page.request.get("/api/users/me");
    expect(await me.json()).toMatchObject({ username: name });

    await test.step("the mailed link confirms the address once", async () => {
      const { email } = (await me.json()) as { email: string };
      const link = linkIn(await mailTo(cue.origin, email, /Confirm/));
      await page.goto(link);
      await expect(page.getByText(email)).toBeVisible();
      await expectAccessible(page);
      // Opened by a program that checks mail, it has confirmed nothing.
      expect(await (await page.request.get("/api/users/me")).json()).toMatchObject({ emailVerified: false });
      await button(page, "Confirm this address").click();
      await expect(heading(page, "Your email is verified")).toBeVisible();
      await page.goto(link);
      await expect(heading(page, "This link no longer works")).toBeVisible();
    });
  });

  test("an answer about an older name is dropped, a blur asks at once, Cancel returns to log-in", async ({
    visit,
  }) => {
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
    await expect(heading(page, "Log in")).toBeFocused();
  });
});

test.describe("recovery", () => {
  test("from 'Forgot password' by mail to a new password; the link works once", async ({
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
    await button(page, "Forgot password").click();
    await expect(button(page, "Send the link")).toBeDisabled();
    await field(page, "Username").fill(person.username);
    await field(page, "Email").fill("nobody@nowhere");
    await expect(button(page, "Send the link")).toBeDisabled();
    await field(page, "Email").fill("nobody@nowhere.example");
    await button(page, "Send the link").click();
    await expect(page.getByText("No user exists with those details")).toBeVisible();

    await field(page, "Email").fill(` ${person.email} `);
    await button(page, "Send the link").click();
    await expect(page.getByText("An email has been sent to recover your account")).toBeVisible();
    await expect(button(page, "Send the link")).toBeHidden();
    await expectAccessible(page);

    const link = linkIn(await mailTo(cue.origin, person.email, /password/i));
    expect(link).toMatch(new RegExp(`^${cue.origin}/recover\\?token=[\\w-]{22,}$`));
    const response = await page.goto(link);
    expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
    expect(response?.headers()["cache-control"]).toBe("no-store");
    await page.waitForFunction(() => "__cue" in window);
    await password(page).fill("tiny");
    await password(page, "Confirm password").fill("tiny");
    await expect(page.getByText("8 character minimum")).toBeVisible();
    await expect(button(page, "Change password")).toBeDisabled();
    const fresh = "an entirely new password";
    await password(page).fill(fresh);
    await password(page, "Confirm password").fill(fresh);
    await button(page, "Change password").click();
    await expect(page.getByText("Password changed. Log in with the new one.")).toBeVisible();

    await elsewhere.page.reload();
    await expect(heading(elsewhere.page, "Log in")).toBeVisible();

    await field(page, "Username or email").fill(person.username);
    await password(page).fill(fresh);
    await page.keyboard.press("Enter");
    await expect(home(page)).toBeVisible();

    await test.step("'This link was used already or is too old. Please ask for a new one.'", async () => {
      const late = await visit();
      await open(late.page, link);
      const words = "This link was used already or is too old. Please ask for a new one.";
      await expect(late.page.getByText(words)).toBeVisible();
      await late.page.getByRole("link", { name: "Ask for a new link" }).click();
      await expect(heading(late.page, "Forgot password")).toBeVisible();
    });
  });

  test("a captcha appears when the server asks for one, and goes with the next request", async ({
    visit,
    allowConsole,
  }) => {
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
    await button(page, "Send the link").click();
    await expect(page.getByText("Solve it.")).toBeVisible();
    await expect(button(page, "Send the link")).toBeDisabled();
    await page.getByRole("checkbox").press("Space");
    await button(page, "Send the link").click();
    await expect(page.getByText("An email has been sent to recover your account")).toBeVisible();
    expect(captchas[0]).toBeUndefined();
    expect(captchas[1]).toMatch(/^[\w+/=]+$/);
  });
});

test.describe("promotional tabs", () => {
  test("each has a way back, the active one returns to log-in, and the shape changes", async ({ visit }) => {
    const { page } = await visit();
    await open(page, "/");
    const shape = page.locator("[data-shape]");
    const lines = () => shape.locator("path").first().getAttribute("d");
    const knob = await lines();
    for (const tab of ["listen", "perform", "earn"]) {
      await button(page, tab).click();
      await expect(shape).toHaveAttribute("data-shape", tab);
      await expect(heading(page, "Log in")).toBeHidden();
      await expect.poll(lines).not.toBe(knob);
      await button(page, "Back").click();
      await expect(heading(page, "Log in")).toBeFocused();
      await expect.poll(lines).toBe(knob);
      await button(page, tab).click();
      await button(page, tab).click();
      await expect(heading(page, "Log in")).toBeVisible();
    }
    await button(page, "listen").click();
    await button(page, "earn").click();
    await expect(button(page, "earn")).toHaveAttribute("aria-pressed", "true");
    // What was announced is named, and so is that it is not here.
    const panel = page.getByRole("main");
    await expect(panel).toContainText("platform tokens from tips and subscriptions, recruitment rewards");
    await expect(panel).toContainText(/Announced as coming in 2020.*label payouts.*None of it is here yet/);
    await button(page, "listen").click();
    await expect(panel).toContainText(
      /Donations to performers were announced as coming in 2020.*not here yet/,
    );
  });

  test("LISTEN shows 30 notes that nobody is told about, and that keep still where motion is not wanted", async ({
    visit,
  }) => {
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
  test("without stores keep the form", async ({ visit }) => {
    const { page } = await visit({ phone: true, userAgent: iPhone });
    await open(page, "/");
    await expect(field(page, "Username or email")).toBeVisible();
    await expect(page.getByRole("link", { name: /App Store|Google Play/ })).toHaveCount(0);
  });

  test("with stores show their badges in the place of the form, and take the referral along", async ({
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

      // The app registers from the same place, without the address that the link had.
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
      await button(page, "log in here instead").click();
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

test.describe("referrals", () => {
  test("a shared link is kept through reloads and other pages and brings its owner one more", async ({
    visit,
    newPerson,
    cue,
  }) => {
    const inviter = await newPerson("Inviting");
    const { page } = await visit();
    await open(page, `/ref?id=${inviter.id}`);
    await expect(page).toHaveURL(`${cue.origin}/?id=${inviter.id}`);
    await expect(page.getByText(`${inviter.username} invited you.`)).toBeVisible();

    await page.getByRole("link", { name: "Terms" }).click();
    await expect(heading(page, "Terms")).toBeVisible();
    await open(page, "/");
    await page.reload();
    await button(page, "listen").click();
    await button(page, "listen").click();
    await button(page, "Register").click();
    await expect(page.getByText(`Invited by ${inviter.username}.`)).toBeVisible();

    const name = freshName("Invited");
    await field(page, "Username").fill(name);
    await field(page, "Email").fill(addressOf(name));
    await button(page, "Next").click();
    await password(page).fill("a sound password");
    await password(page, "Confirm password").fill("a sound password");
    await page.getByRole("checkbox").press("Space");
    await button(page, "Register").click();
    await expect(home(page)).toBeVisible();
    expect((await profileOf(inviter)).referralCount).toBe(1);
  });

  test("a link with a slip in it stops nobody", async ({ visit }) => {
    const { page } = await visit();
    await open(page, `/ref?id=${encodeURIComponent("<b>nobody</b>")}`);
    await expect(heading(page, "Log in")).toBeVisible();
    await open(page, "/?id=01ARZ3NDEKTSV4RRFFQ69G5FAV");
    await expect(page.getByText("New here?")).toBeVisible();
  });

  test("signed in, /ref has one's own link, its count, and says once who brought one", async ({
    visit,
    newPerson,
    cue,
  }) => {
    const [inviter, person] = [await newPerson("Bringer"), await newPerson("Late")];
    const { page, context } = await visit({ as: person });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: cue.origin });
    await open(page, `/ref?id=${inviter.id}`);
    await expect(page.getByText("0 Referrals")).toBeVisible();
    await button(page, "Share").click();
    await expect(page.getByText("Referral URL copied to clipboard")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${cue.origin}/ref?id=${person.id}`);

    await button(page, "Yes, they did").click();
    await expect(page.getByText(`You came by ${inviter.username}.`)).toBeVisible();
    await expect(button(page, "Submit Referral")).toBeHidden();
    expect((await profileOf(inviter)).referralCount).toBe(1);
  });
});

test.describe("the popup of a music service", () => {
  /** Opens `address` in a popup of `page` and answers what the page is told, or null after a while of silence. */
  const told = (page: Page, address: string) =>
    page.evaluate(async (url) => {
      const message = new Promise((resolve) => {
        window.addEventListener("message", ({ data, origin }) => resolve({ data, origin }), { once: true });
        setTimeout(() => resolve(null), 5_000);
      });
      window.open(url, "music", "width=400,height=600");
      return message;
    }, address);

  test("hands the tokens to the page that opened it, and closes", async ({ visit, cue }) => {
    const { page, context } = await visit();
    // The service's own page, in the same window: it leads back here.
    await context.route("https://music.example/**", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<script>location.replace("${cue.origin}/music-token/${new URL(route.request().url()).pathname.slice(1)}")</script>`,
      }),
    );
    await open(page, "/");
    const closed = context.waitForEvent("page").then((popup) => popup.waitForEvent("close"));
    expect(await told(page, "https://music.example/access-canary.1/refresh-canary~2")).toEqual({
      origin: cue.origin,
      data: { type: "music-token", access: "access-canary.1", refresh: "refresh-canary~2" },
    });
    await closed;
    expect(await told(page, "https://music.example/error")).toMatchObject({
      data: { type: "music-token-error", reason: "failed" },
    });
    expect(await told(page, "https://music.example/subscriptionerror")).toMatchObject({
      data: { type: "music-token-error", reason: "subscription" },
    });
    expect(await cue.logs()).not.toMatch(/(?:access|refresh)-canary/);
  });

  test("tells another site's page nothing, and says what to do where nobody waits for it", async ({
    visit,
    cue,
  }) => {
    const { page, context } = await visit();
    const address = `${cue.origin}/music-token/access-canary/refresh-canary`;
    await context.route("https://evil.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Elsewhere</title>" }),
    );
    await page.goto("https://evil.example/");
    const popup = context.waitForEvent("page");
    expect(await told(page, address)).toBeNull();
    await expect(heading(await popup, "Nothing was connected")).toBeVisible();

    const alone = await visit();
    const seen: string[] = [];
    alone.page.on("request", (request) => {
      const referrer = request.headers().referer;
      if (referrer) seen.push(referrer);
    });
    const response = await alone.page.goto(address);
    expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
    expect(response?.headers()["cache-control"]).toBe("no-store");
    await expect(heading(alone.page, "Nothing was connected")).toBeVisible();
    await expect(alone.page).toHaveURL(`${cue.origin}/music-token`);
    expect(seen, "an address with tokens was passed on").toEqual([]);
  });
});

test("strangers can read what is stored and what is asked of them", async ({ visit }) => {
  const { page } = await visit();
  await open(page, "/");
  await page.getByRole("link", { name: "Privacy" }).click();
  await expect(heading(page, "Privacy")).toBeVisible();
  await page.getByRole("link", { name: "Taking it away" }).click();
  await expect(heading(page, "Taking it away")).toBeInViewport();
  await page.goBack();
  await page.goBack();
  await expect(heading(page, "Log in")).toBeVisible();
  await page.getByRole("link", { name: "Terms" }).click();
  await expect(heading(page, "Terms")).toBeVisible();
});
