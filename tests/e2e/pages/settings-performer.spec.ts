/** Performer settings: awards, the performer profile, and linked services. */
import type { Locator } from "@playwright/test";
import { open } from "#tests/fixtures/open.ts";
import { field, toast } from "#tests/fixtures/page-parts.ts";
import { profileOf } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** A disabled switch still reacts to a key and gives the reason. */
const pressDisabled = (target: Locator) => target.press("Enter");

test.describe("award settings", () => {
  test("display a tapped title, or none", async ({ cue, visit, newPerson }) => {
    const person = await newPerson("Awarded");
    await cue.admin("grant-award", person.username, "--award", "pioneer");
    const { page } = await visit({ as: person });
    await open(page, "/settings/profile");
    await page.getByRole("link", { name: "Change Profile Title" }).click();
    await page.getByRole("button", { name: /^Pioneer/ }).click();
    await expect(toast(page, "Displayed award changed")).toBeVisible();
    expect((await profileOf(person)).title).toBe("Pioneer");

    await page.getByRole("button", { name: "About Pioneer" }).click();
    const dialog = page.getByRole("dialog", { name: "Pioneer" });
    for (const figure of [
      "Sets Played",
      "Total Hours Played",
      "Accumulated Peak Listeners",
      "Total Favorites",
      "Total Cheers",
      "Total Referrals",
    ]) {
      await expect(dialog.getByText(figure)).toBeVisible();
    }
    await expect(dialog.getByText(/Awarded on \w+ \d+, \d{4}/)).toBeVisible();
    await expect(dialog.getByText(/when Cue was young\. You can.t earn this one/)).toBeVisible();
    await page.keyboard.press("Escape");

    const none = page.getByRole("button", { name: "No title" });
    await none.click();
    await expect(none).toHaveAttribute("aria-pressed", "true");
    expect((await profileOf(person)).title).toBeNull();
  });

  test("describe awards in the wording for DJs or for musicians", async ({ cue, visit, newPerson }) => {
    const person = await newPerson("Curious");
    await cue.admin("grant-award", person.username, "--award", "ten-hours");
    const { page } = await visit({ as: person });
    await open(page, "/settings/selectaward/badge");
    await expect(page.getByRole("button", { name: "No badge" })).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("link", { name: "Achievable Awards" }).click();
    await expect(page.getByRole("tab", { name: "Musician Awards" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("heading", { name: "Opening Act" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Long Player" })).toContainText("Awarded on");
    await expect(page.getByRole("listitem").filter({ hasText: "Awarded on" })).toHaveCount(1);
    await expect(page.getByRole("region", { name: "From a Stage" })).toContainText("House Act");
    await page.getByRole("tab", { name: "DJ Awards" }).click();
    await expect(page.getByRole("heading", { name: "Opener" })).toBeVisible();
  });
});

test.describe("performer settings", () => {
  test("are hidden from users who only listen", async ({ visit, newPerson, allowConsole }) => {
    const { page } = await visit({ as: await newPerson("Listener") });
    await open(page, "/settings");
    await expect(page.getByRole("link", { name: /^Feedback/ }).first()).toBeVisible();
    await expect(page.getByRole("link", { name: /^Performer Profile/ })).toHaveCount(0);
    allowConsole(/status of 404.*\/settings\/dj/);
    await page.goto("/settings/dj");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  });

  test("save the profile, require a linked account for uploads, and turn a DJ into a musician", async ({
    cue,
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Performer");
    await cue.makePerformer(person.username, "dj");
    const { page } = await visit({ as: person });
    await open(page, "/settings/dj");
    await field(page, "Equipment").fill("Two decks");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expect(toast(page, "Performer profile updated")).toBeVisible();

    // The one switch is with the account: it is the only one, and needs one.
    await expect(page.getByRole("switch", { name: /Mixcloud/ })).toHaveCount(0);
    await expect(page.getByText("No account is linked.")).toBeVisible();
    await page.getByRole("link", { name: "Mixcloud settings" }).click();
    const uploads = page.getByRole("switch", { name: "Upload my sets by default" });
    await expect(uploads).toBeDisabled();
    await pressDisabled(uploads);
    const mustLink = "You must link your music-hosting account to enable uploads.";
    await expect(toast(page, mustLink)).toBeVisible();
    await expect(uploads).toHaveAttribute("aria-checked", "false");
    await open(page, "/settings/dj");

    await page.getByRole("switch", { name: "Display Profile Stats" }).click();
    await page.getByRole("switch", { name: "Display Followers on Player" }).click();
    await expect.poll(async () => (await profileOf(person)).hideFollowsPlayer).toBe(true);
    expect((await profileOf(person)).hideProfileStats).toBe(true);

    await page.getByRole("button", { name: "Change profile type" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Become a musician" }).click();
    await expect(field(page, "Instrument(s)")).toHaveValue("Two decks");
    await expect(field(page, "Digital Audio Workstation")).toBeVisible();
    await expect(page.getByRole("link", { name: "Musicians" })).toBeVisible();
  });
});

test("automated tweets and uploads require a linked account", async ({ visit, newPerson }) => {
  const { page } = await visit({ as: await newPerson("Social") });
  await open(page, "/settings/social");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Twitter/ })
    .click();
  // The list of services has the same words.
  await expect(page.getByRole("heading", { name: "Twitter", level: 1 })).toBeVisible();
  await expect(page.getByText("Not linked", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Link", exact: true })).toBeEnabled();
  await pressDisabled(page.getByRole("switch", { name: "Tweet when I go live" }));
  await expect(toast(page, "You must link your Twitter account to automate tweets.")).toBeVisible();
  await expect(field(page, "Tweet")).toHaveValue("I am LIVE NOW on Cue Music!");
  await expect(page.getByText("230 characters left")).toBeVisible();

  await page.getByRole("link", { name: "Social" }).last().click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Mixcloud/ })
    .click();
  await pressDisabled(page.getByRole("switch", { name: "Upload my sets by default" }));
  const mustLink = "You must link your music-hosting account to enable uploads.";
  await expect(toast(page, mustLink)).toBeVisible();
});
