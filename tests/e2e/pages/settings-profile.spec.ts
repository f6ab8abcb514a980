/** Profile settings: what is saved, what is refused, and where an error is shown. */
import { tabTo } from "#tests/fixtures/keyboard.ts";
import { open } from "#tests/fixtures/open.ts";
import { field, toast } from "#tests/fixtures/page-parts.ts";
import { profileOf } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test.describe("profile settings", () => {
  test("can be edited and saved by keyboard alone", async ({ visit, newPerson }) => {
    const person = await newPerson("Keys");
    const { page } = await visit({ as: person });
    await open(page, "/settings");
    await tabTo(page, page.getByRole("main").getByRole("link", { name: /^Profile/ }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Edit Profile" })).toBeVisible();

    await tabTo(page, field(page, "First name"));
    await page.keyboard.type("  Nell ");
    await tabTo(page, field(page, "Last name"));
    await page.keyboard.type("Hart");
    await tabTo(page, field(page, "Bio"));
    await page.keyboard.type("Hears everything.");
    await tabTo(page, field(page, "Tags"));
    await page.keyboard.type("house, ambient");
    await page.keyboard.press("Enter");
    await page.keyboard.type("dub");
    await page.keyboard.press("Tab");
    await page.keyboard.type("mistake");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Backspace");
    await tabTo(page, page.getByRole("button", { name: "Save Profile" }));
    await page.keyboard.press("Enter");

    await expect(toast(page, "Profile saved")).toBeVisible();
    await expect(page.getByText("Nothing to save")).toBeVisible();
    const { first, last, bio, tags } = await profileOf(person);
    expect({ first, last, bio, tags }).toEqual({
      first: "Nell",
      last: "Hart",
      bio: "Hears everything.",
      tags: ["house", "ambient", "dub"],
    });
  });

  test("suggest a city while its name is typed, which arrow and Enter select", async ({
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Settled");
    const { page } = await visit({ as: person });
    await open(page, "/settings/profile");
    const location = page.getByRole("combobox", { name: "Location" });
    await location.pressSequentially("reykj");
    await expect(page.getByRole("option", { name: /^Reykjav/ }).first()).toBeVisible();
    await location.press("ArrowDown");
    await location.press("Enter");
    await expect(location).toHaveValue(/^Reykjav.+, Iceland$/);
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    expect((await profileOf(person)).location).toMatch(/^Reykjav.+, Iceland$/);
  });

  test("refuse a sixth tag", async ({ visit, newPerson }) => {
    const { page } = await visit({ as: await newPerson("Tags") });
    await open(page, "/settings/profile");
    await field(page, "Tags").pressSequentially("1,2,3,4,5,6,");
    const chips = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Remove / }) });
    await expect(chips).toHaveText(["1", "2", "3", "4", "5"]);
  });

  test("show a refused username at its field and keep the other input", async ({
    visit,
    newPerson,
    allowConsole,
  }) => {
    const other = await newPerson("Other");
    const person = await newPerson("Renamed");
    const { page } = await visit({ as: person });
    await open(page, "/settings/profile");
    const username = field(page, "Username");
    await field(page, "First name").fill("Kept");
    await username.fill("__nobody__");
    await expect(page.getByText("Invalid username")).toBeVisible();
    await username.fill(other.username);
    await expect(page.getByText("Username already exists")).toBeVisible();

    // Saved anyway, the server refuses it.
    allowConsole(/status of 409.*\/api\/users\/saveProfile/);
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(username).toBeFocused();
    await expect(page.getByText("Username already exists")).toBeVisible();
    await expect(field(page, "First name")).toHaveValue("Kept");

    await username.fill(`${person.username}x`);
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    await expect(page.getByText(/You can change it again from \w+ \d+, \d{4}/)).toBeVisible();
    await expect(username).not.toBeEditable();
  });

  test("offer to resend the verification email until the address is verified", async ({
    cue,
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Unverified");
    const { page } = await visit({ as: person });
    await open(page, "/settings/profile");
    await expect(page.getByText("Email is not yet verified")).toBeVisible();
    await page.getByRole("button", { name: "Send Email" }).click();
    await expect(toast(page, person.email)).toBeVisible();
    const mails = (await (await fetch(`${cue.origin}/dev/outbox.json`)).json()) as {
      to: string;
      text: string;
    }[];
    const link = mails.find(({ to }) => to === person.email)?.text.match(/http\S+/)?.[0];
    await page.goto(link ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("");
    await open(page, "/settings/profile");
    await expect(page.getByText("Email is not yet verified")).toBeHidden();
  });

  test("have three switches that are each saved immediately", async ({ visit, newPerson }) => {
    const person = await newPerson("Switches");
    const { page } = await visit({ as: person });
    await open(page, "/settings/profile");
    for (const name of ["Show follows", "Show badge in chat", "Disable direct messages"]) {
      const toggle = page.getByRole("switch", { name });
      const before = await toggle.getAttribute("aria-checked");
      await toggle.click();
      await expect(toggle).toHaveAttribute("aria-checked", before === "true" ? "false" : "true");
      await expect(toggle).not.toHaveAttribute("aria-busy");
    }
    const { hideFollows, badgeDisplayChat, disableDMs } = await profileOf(person);
    expect({ hideFollows, badgeDisplayChat, disableDMs }).toEqual({
      hideFollows: true,
      badgeDisplayChat: false,
      disableDMs: true,
    });
    const reader = await visit({ as: await newPerson("Reader") });
    await open(reader.page, `/profile/${person.id}`);
    await expect(reader.page.getByRole("button", { name: "Follow" })).toBeVisible();
    await expect(reader.page.getByRole("link", { name: "Message" })).toHaveCount(0);
  });

  test("copy the referral link, and accept a referrer once", async ({
    cue,
    visit,
    newPerson,
    allowConsole,
  }) => {
    const referrer = await newPerson("Referrer");
    const person = await newPerson("Brought");
    const { page, context } = await visit({ as: person });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, "/settings/profile");
    await expect(page.getByText("0 Referrals")).toBeVisible();
    await page.getByRole("button", { name: "Share" }).click();
    await expect(toast(page, "Referral URL copied to clipboard")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${cue.origin}/ref?id=${person.id}`,
    );

    await page.getByRole("button", { name: "Submit Referral" }).click();
    const name = field(page, "Who invited you to Cue?");
    await expect(name).toBeFocused();
    allowConsole(/status of 404.*\/api\/referrals\/setReferral/);
    await name.fill("Nobody At All");
    await name.press("Enter");
    await expect(page.getByText("There is no user with that name.")).toBeVisible();
    await name.fill(` ${referrer.username} `);
    await name.press("Enter");
    await expect(page.getByText(`You were invited by ${referrer.username}.`)).toBeVisible();
    expect((await profileOf(referrer)).referralCount).toBe(1);
  });
});
