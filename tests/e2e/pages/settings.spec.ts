/** The settings, page by page: what is saved, what is refused and where that is said, what is never lost. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { ToggleSettings } from "#app/domains/accounts/contract/settings.ts";
import type { MyProfileView } from "#app/domains/people/contract/my-profile.ts";
import { axeOf } from "#tests/fixtures/axe.ts";
import { call, type Person } from "#tests/fixtures/people.ts";
import { expect, test, type Visit } from "#tests/fixtures/test.ts";

/** Opens a page of the settings and waits until it answers to presses. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => "__cue" in window);
}

/** Tab by tab, as somebody without a pointer gets there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The keyboard does not get there.");
}

const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
/** A switch that cannot be moved now still answers, and says why. */
const pressDisabled = (target: Locator) => target.press("Enter");

async function profileOf(person: Person): Promise<MyProfileView> {
  return (await person.post<MyProfileView>("/api/users/getProfile", { user: person.id })).body;
}

test.describe("profile", () => {
  test("by keyboard alone a profile is written and saved: 'Profile saved'", async ({ visit, newPerson }) => {
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

  test("a city is suggested while its name is typed, and taken by arrow and Enter", async ({
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

  test("a sixth tag is not taken", async ({ visit, newPerson }) => {
    const { page } = await visit({ as: await newPerson("Tags") });
    await open(page, "/settings/profile");
    await field(page, "Tags").pressSequentially("1,2,3,4,5,6,");
    const chips = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Remove / }) });
    await expect(chips).toHaveText(["1", "2", "3", "4", "5"]);
  });

  test("'Invalid username' and 'Username already exists' stand at the field, and the rest stays typed", async ({
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

    // Saved all the same, it is the server that refuses.
    allowConsole(/status of 409.*\/api\/users\/saveProfile/);
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(username).toBeFocused();
    await expect(page.getByText("Username already exists")).toBeVisible();
    await expect(field(page, "First name")).toHaveValue("Kept");

    await username.fill(`${person.username}x`);
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    await expect(page.getByText(/It can be changed again from \w+ \d+, \d{4}/)).toBeVisible();
    await expect(username).not.toBeEditable();
  });

  test("'Email is not yet verified' offers another mail, and is gone once its link was opened", async ({
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

  test("three switches are saved at once, each the way it says", async ({ visit, newPerson }) => {
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

  test("'Unsupported image type' and 'Image size is too large' are said at the picture", async ({
    visit,
    newPerson,
  }) => {
    const { page } = await visit({ as: await newPerson("Pictures") });
    await open(page, "/settings/profile");
    const choose = async (name: string, content: Buffer) => {
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Choose a photo" }).click();
      await (await chooser).setFiles({ name, mimeType: "image/png", buffer: content });
    };
    await choose("drawing.png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    await expect(page.getByText("Unsupported image type")).toBeVisible();
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    await choose("large.png", Buffer.concat([png, Buffer.alloc(40_000_000)]));
    await expect(page.getByText("Image size is too large")).toBeVisible();
  });

  test("a phone's photo of several megabytes is made smaller in the browser, and saved", async ({
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Camera");
    const { page } = await visit({ as: person, phone: true });
    await open(page, "/settings/profile");
    const photo = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(4032, 3024);
      const context = canvas.getContext("2d");
      // Noise, which no encoder makes small.
      const noise = new ImageData(512, 512);
      crypto.getRandomValues(noise.data.subarray(0, 65_536));
      for (let at = 65_536; at < noise.data.length; at += 65_536)
        crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
      const tile = await createImageBitmap(noise);
      for (let x = 0; x < 4032; x += 512) for (let y = 0; y < 3024; y += 512) context?.drawImage(tile, x, y);
      const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = "";
      for (let at = 0; at < bytes.length; at += 8_192)
        text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
      return btoa(text);
    });
    const buffer = Buffer.from(photo, "base64");
    expect(buffer.length).toBeGreaterThan(3_000_000);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a photo" }).click();
    await (await chooser).setFiles({ name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer });
    await page.getByRole("dialog").getByRole("button", { name: "Use this part" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    expect((await profileOf(person)).profile).toMatch(/^\/pictures\//);
  });

  test("a photo that is chosen and cut is saved there and then, and can be taken away", async ({
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Portrait");
    const { page } = await visit({ as: person });
    await open(page, "/settings/profile");
    const png = await page.evaluate(() => {
      const canvas = new OffscreenCanvas(640, 480);
      canvas.getContext("2d")?.fillRect(0, 0, 320, 480);
      return canvas
        .convertToBlob({ type: "image/png" })
        .then(async (blob) => [...new Uint8Array(await blob.arrayBuffer())]);
    });
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a photo" }).click();
    const file = { name: "portrait.png", mimeType: "image/png", buffer: Buffer.from(png) };
    await (await chooser).setFiles(file);
    await page.getByRole("dialog").getByRole("button", { name: "Use this part" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    expect((await profileOf(person)).profile).toMatch(/^\/pictures\//);

    await page.getByRole("button", { name: "Remove photo" }).click();
    await expect(page.getByRole("button", { name: "Remove photo" })).toBeHidden();
    expect((await profileOf(person)).profile).toBeNull();
  });

  test("'Referral URL copied to clipboard'; who brought one is said once, and refused in words", async ({
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
    const name = field(page, "Who brought you to Cue?");
    await expect(name).toBeFocused();
    allowConsole(/status of 404.*\/api\/referrals\/setReferral/);
    await name.fill("Nobody At All");
    await name.press("Enter");
    await expect(page.getByText("There is no user with that name.")).toBeVisible();
    await name.fill(` ${referrer.username} `);
    await name.press("Enter");
    await expect(page.getByText(`You came by ${referrer.username}.`)).toBeVisible();
    expect((await profileOf(referrer)).referralCount).toBe(1);
  });
});

test.describe("awards", () => {
  test("'Displayed award changed' when a title is tapped, and again with 'No title'", async ({
    cue,
    visit,
    newPerson,
  }) => {
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
    await expect(dialog.getByText(/when Cue was young\. No number earns this title/)).toBeVisible();
    await page.keyboard.press("Escape");

    const none = page.getByRole("button", { name: "No title" });
    await none.click();
    await expect(none).toHaveAttribute("aria-pressed", "true");
    expect((await profileOf(person)).title).toBeNull();
  });

  test("what can be earned, and what is, is told to DJs and musicians in their own words", async ({
    cue,
    visit,
    newPerson,
  }) => {
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
    await expect(page.getByRole("region", { name: "From a stage" })).toContainText("House Act");
    await page.getByRole("tab", { name: "DJ Awards" }).click();
    await expect(page.getByRole("heading", { name: "Opener" })).toBeVisible();
  });
});

test.describe("performer profile", () => {
  test("it is not there for somebody who only listens", async ({ visit, newPerson, allowConsole }) => {
    const { page } = await visit({ as: await newPerson("Listener") });
    await open(page, "/settings");
    await expect(page.getByRole("link", { name: /^Feedback/ }).first()).toBeVisible();
    await expect(page.getByRole("link", { name: /^Performer profile/ })).toHaveCount(0);
    allowConsole(/status of 404.*\/settings\/dj/);
    await page.goto("/settings/dj");
    await expect(page.getByRole("heading", { name: "Nothing plays here" })).toBeVisible();
  });

  test("'Performer profile updated'; uploads ask for a linked account; a DJ becomes a musician", async ({
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

    const uploads = page.getByRole("switch", { name: "Upload to Mixcloud" });
    await expect(uploads).toBeDisabled();
    await pressDisabled(uploads);
    const mustLink = "You must link your music-hosting account to enable uploads.";
    await expect(toast(page, mustLink)).toBeVisible();
    await expect(uploads).toHaveAttribute("aria-checked", "false");

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

test.describe("notifications", () => {
  test("eight switches, each saved at once", async ({ visit, newPerson }) => {
    const person = await newPerson("Notified");
    const { page } = await visit({ as: person });
    await open(page, "/settings/notification");
    // What follows are switches of this device and of the quiet hours.
    const switches = (await page.getByRole("switch").all()).slice(0, 8);
    for (const toggle of switches) {
      await toggle.click();
      await expect(toggle).toHaveAttribute("aria-checked", "false");
      await expect(toggle).not.toHaveAttribute("aria-busy");
    }
    const { body } = await person.get<ToggleSettings>("/api/users/getToggleSettings");
    const kept = Object.entries(body).filter(([name]) => name.endsWith("Mails"));
    expect(Object.values(body).filter((isOn) => isOn)).toHaveLength(kept.length);

    await page.getByText("Choose what is emailed").click();
    await expect(page.getByRole("switch", { name: "Mentions by email" })).toBeVisible();
  });

  test("a switch that could not be saved goes back, and says 'Server is offline'", async ({
    visit,
    newPerson,
    allowConsole,
  }) => {
    const person = await newPerson("Unsaved");
    const { page } = await visit({ as: person });
    await open(page, "/settings/notification");
    allowConsole(/saveToggleSettings/);
    await page.route("**/api/users/saveToggleSettings", (route) => route.fulfill({ status: 502, body: "" }));
    const mentions = page.getByRole("switch", { name: "Mentions" });
    await mentions.click();
    await expect(toast(page, "Server is offline")).toBeVisible();
    await expect(mentions).toHaveAttribute("aria-checked", "true");
    await page.unroute("**/api/users/saveToggleSettings");
    await mentions.click();
    await expect(mentions).toHaveAttribute("aria-checked", "false");
  });
});

test("'You must link your Twitter account to automate tweets.', and why that is not possible here", async ({
  visit,
  newPerson,
}) => {
  const { page } = await visit({ as: await newPerson("Social") });
  await open(page, "/settings/social");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Twitter/ })
    .click();
  await expect(page.getByText(/not configured on this server/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Link", exact: true })).toBeDisabled();
  await pressDisabled(page.getByRole("switch", { name: "Tweet when I go live" }));
  await expect(toast(page, "You must link your Twitter account to automate tweets.")).toBeVisible();
  await expect(field(page, "Tweet")).toHaveValue("I am LIVE NOW on Cue Music!");
  await expect(page.getByText("230 left")).toBeVisible();

  await page.getByRole("link", { name: "Social" }).last().click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Mixcloud/ })
    .click();
  await pressDisabled(page.getByRole("switch", { name: "Upload my sets by default" }));
  const mustLink = "You must link your music-hosting account to enable uploads.";
  await expect(toast(page, mustLink)).toBeVisible();
});

test.describe("password", () => {
  const fill = async (page: Page, current: string, next: string, retype: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByLabel("Confirm new password").fill(retype);
  };
  const submit = (page: Page) => page.getByRole("button", { name: "Change Password" });

  test("'Your new password must be at least 8 characters long' until it is, and a tick once both match", async ({
    visit,
    newPerson,
  }) => {
    const { page } = await visit({ as: await newPerson("Careful") });
    await open(page, "/settings/password");
    await fill(page, "whatever it is", "1234567", "1234567");
    await expect(page.getByText("Your new password must be at least 8 characters long")).toBeVisible();
    await expect(submit(page)).toBeDisabled();
    await fill(page, "whatever it is", "12345678", "1234567");
    await expect(page.getByText("The passwords do not match")).toBeAttached();
    await expect(submit(page)).toBeDisabled();
    await fill(page, "", "12345678", "12345678");
    await expect(page.getByText("The passwords match")).toBeAttached();
    await expect(submit(page)).toBeDisabled();
    await fill(page, "whatever it is", " 2345678 ", " 2345678 ");
    await expect(page.getByText("It begins or ends with a space, which is part of it")).toBeVisible();
    await expect(submit(page)).toBeEnabled();
  });

  test("a wrong one is refused at its field; 'Password changed' lets only the new one in", async ({
    cue,
    visit,
    newPerson,
    allowConsole,
  }) => {
    const person = await newPerson("Changing");
    const { page } = await visit({ as: person });
    await open(page, "/settings/password");
    const next = "another sound password ";
    allowConsole(/status of 403.*\/api\/users\/changePassword/);
    await fill(page, "not this one", next, next);
    await submit(page).click();
    await expect(page.getByText("The password is wrong.")).toBeVisible();
    await expect(page.getByLabel("Current password")).toBeFocused();
    await expect(page.getByLabel("New password", { exact: true })).toHaveValue(next);

    await fill(page, person.password, next, next);
    await submit(page).click();
    await expect(toast(page, "Password changed")).toBeVisible();
    // This device goes on.
    await page.getByRole("link", { name: "Feedback" }).click();
    await expect(page.getByRole("heading", { name: "Submit Feedback" })).toBeVisible();
    const logIn = (password: string) =>
      call(cue.origin, null, "POST", "/api/users/login", { body: { user: person.username, password } });
    expect((await logIn(person.password)).status).toBe(401);
    expect((await logIn(next)).status).toBe(200);
  });
});

test("'Feedback submitted, thank you!'", async ({ visit, newPerson }) => {
  const { page } = await visit({ as: await newPerson("Kind") });
  await open(page, "/settings/feedback");
  const send = page.getByRole("button", { name: "Submit Feedback" });
  await field(page, "Your message").fill("   ");
  await expect(send).toBeDisabled();
  await field(page, "Your message").fill("It sounds like the room.");
  await send.click();
  await expect(toast(page, "Feedback submitted, thank you!")).toBeVisible();
  await expect(field(page, "Your message")).toHaveValue("");
});

test("whom one has blocked is unblocked in the list, and blocked again by the same button", async ({
  visit,
  newPerson,
}) => {
  const person = await newPerson("Blocker");
  const blocked = await newPerson("Blocked");
  await person.post("/api/users/blockUser", { block: blocked.id });
  const { page } = await visit({ as: person });
  await open(page, "/settings/blocked");
  await page.getByRole("button", { name: `Unblock ${blocked.username}` }).click();
  await expect(toast(page, `${blocked.username} is no longer blocked.`)).toBeVisible();
  await page.getByRole("button", { name: `Block again ${blocked.username}` }).click();
  await expect(page.getByRole("button", { name: `Unblock ${blocked.username}` })).toBeVisible();
});

test("the stages one subscribes to are marked on Home and listed, with their alerts, from the notification settings", async ({
  cue,
  manager,
  visit,
  newPerson,
}) => {
  const stage = await cue.createStage({
    name: "Harbour Light",
    manager: manager.username,
    isOnDemand: false,
  });
  const person = await newPerson("Subscriber");
  const { page } = await visit({ as: person });
  await open(page, "/settings/subscriptions");
  await expect(page.getByText("No subscriptions yet")).toBeVisible();
  await person.post("/api/rooms/subscribe", { room: stage.id });
  await open(page, "/");
  await expect(page.getByRole("listitem").filter({ hasText: "Harbour Light" }).first()).toContainText(
    "Subscribed",
  );
  await open(page, "/settings/notification");
  await page.getByRole("link", { name: "Your subscriptions" }).click();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "Harbour Light" });
  const alert = row.getByRole("button", { name: "Tell me when Harbour Light goes live" });
  await expect(alert).toHaveAttribute("aria-pressed", "true");
  await alert.click();
  await expect(toast(page, "Your preference has been updated")).toBeVisible();
  await page.reload();
  await expect(alert).toHaveAttribute("aria-pressed", "false");
  await row.getByRole("button", { name: "Unsubscribe Harbour Light" }).click();
  await expect(row).toContainText("Not subscribed");
  await row.getByRole("button", { name: "Subscribe Harbour Light" }).click();
  await expect(row).toContainText("Alert on");
  await row.getByRole("link", { name: "Harbour Light" }).click();
  await expect(page.getByRole("main").getByText("Subscribed", { exact: true })).toBeVisible();
});

test("unsaved changes are asked about before a page is left, by a link and by the back button", async ({
  visit,
  newPerson,
}) => {
  const { page } = await visit({ as: await newPerson("Leaving") });
  await open(page, "/settings");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Profile/ })
    .click();
  await field(page, "First name").fill("Half written");
  await expect(page.getByRole("button", { name: "Save Profile" })).toBeEnabled();
  const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });

  await page.goBack();
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await expect(field(page, "First name")).toHaveValue("Half written");
  await page.getByRole("link", { name: "Feedback" }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(field(page, "First name")).toHaveValue("Half written");

  await page.getByRole("link", { name: "Feedback" }).click();
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page.getByRole("heading", { name: "Submit Feedback" })).toBeVisible();
});

test.describe("data", () => {
  test("the download is valid JSON, and one's own", async ({ visit, newPerson }) => {
    const person = await newPerson("Exporting");
    const { page } = await visit({ as: person });
    await open(page, "/settings/data");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download Data" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^cue-.+-\d{4}-\d\d-\d\d\.json$/);
    const text = await readFile(await file.path(), "utf8");
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text).toContain(person.email);
  });

  test("a deletion asks twice, ends on the landing, and nobody logs in any more", async ({
    cue,
    visit,
    newPerson,
    allowConsole,
  }) => {
    const person = await newPerson("Parting");
    const visitor: Visit = await visit({ as: person });
    const { page } = visitor;
    await open(page, "/settings/data");
    const remove = page.getByRole("button", { name: "Delete Account" });
    await field(page, `Type your username, ${person.username}`).fill(`${person.username} not`);
    await page.getByLabel("Password").fill("not this one");
    await expect(remove).toBeDisabled();
    await field(page, `Type your username, ${person.username}`).fill(person.username);

    const dialog = page.getByRole("alertdialog", { name: "Delete your account for good?" });
    allowConsole(/status of 403.*\/api\/users\/deleteAccount/);
    await remove.click();
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await expect(page.getByText("The password is wrong.")).toBeVisible();

    await page.getByLabel("Password").fill(person.password);
    await remove.click();
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await expect(toast(page, "Your account has been deleted.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Username or email" })).toBeVisible();
    const logIn = await call(cue.origin, null, "POST", "/api/users/login", {
      body: { user: person.username, password: person.password },
    });
    expect(logIn.status).toBe(401);
  });
});

const pages = [
  "/settings",
  "/settings/profile",
  "/settings/selectaward/title",
  "/settings/generalawards",
  "/settings/dj",
  "/settings/social",
  "/settings/social/mixcloud",
  "/settings/social/twitter",
  "/settings/notification",
  "/settings/subscriptions",
  "/settings/security",
  "/settings/password",
  "/settings/blocked",
  "/settings/data",
  "/settings/feedback",
];

for (const phone of [true, false]) {
  test(`every page of the settings is accessible and stands still on a ${phone ? "phone" : "desktop"}`, async ({
    cue,
    visit,
    newPerson,
  }) => {
    const person = await newPerson("Performer with rather a long name".slice(0, 18));
    await cue.makePerformer(person.username);
    await cue.admin("grant-award", person.username, "--award", "pioneer");
    const { page } = await visit({ as: person, phone });
    await page.addInitScript(() => {
      const shifts = { sum: 0 };
      Object.assign(window, { __shifts: shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.sum += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    const complaints: string[] = [];
    for (const path of pages) {
      await open(page, path);
      // What a page says is the same at every size.
      const { violations } = phone ? await axeOf(page).analyze() : { violations: [] };
      for (const { id, nodes } of violations) {
        complaints.push(`${path}: ${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`);
      }
      const shift = await page.evaluate(
        () => (window as unknown as { __shifts: { sum: number } }).__shifts.sum,
      );
      if (shift > 0.01) complaints.push(`${path}: jumps by ${shift}`);
      if (!phone) continue;
      const size = page.viewportSize();
      await page.setViewportSize({ width: 320, height: 640 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) complaints.push(`${path}: ${width} px wide on a screen of 320 px`);
      if (size !== null) await page.setViewportSize(size);
    }
    expect(complaints).toEqual([]);
  });
}
