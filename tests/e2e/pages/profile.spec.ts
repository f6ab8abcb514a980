/** The profile page: live, of a listener, for visitors who are signed out, and its chat. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addFollowers } from "#tests/fixtures/database.ts";
import { openProfile } from "#tests/fixtures/profile-page.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("an open profile follows its performer on and off a stage, and its chat continues", async ({
  cue,
  manager,
  visit,
  newPerson,
  broadcast,
}) => {
  const [fan, star] = [await newPerson("Fan"), await newPerson("Star")];
  const ingest = await cue.makePerformer(star.username);
  const stage = await cue.createStage({ name: "Lantern", manager: manager.username, isOnDemand: false });
  const startsAt = Date.now() - 60_000;
  const set = { startsAt, endsAt: startsAt + 3_600_000, name: "Late" };
  await cue.createSet({ ...set, stage: stage.id, performer: star.username });
  const { page } = await visit({ as: fan });
  const profile = await openProfile(page, star);
  const listening = page.getByRole("main").getByText("listening now");
  await expect(profile.live).toBeHidden();
  await expect(listening).toBeHidden();
  await page.evaluate(() => document.body.classList.add("not-loaded-again"));
  const field = page.getByRole("textbox", { name: "Message" });
  await field.pressSequentially("half a wo");
  const later = { startsAt: startsAt + 7_200_000, endsAt: startsAt + 10_800_000, name: "Booked meanwhile" };
  await cue.createSet({ ...later, stage: stage.id, performer: star.username });

  const encoder = await broadcast({ ...ingest, format: "mp3", track: 1 });
  await expect(profile.live).toContainText("on Lantern", { timeout: 20_000 });
  await expect(page.getByRole("banner").or(profile.main).getByText("LIVE").first()).toBeVisible();
  await expect(listening).toBeVisible();
  await encoder.announce("Lia", "Tide");
  await expect(profile.live).toContainText("Tide");
  // A user who writes on the profile is not moved to another page.
  await expect(field).toBeFocused();
  await page.keyboard.type("rd");
  await expect(field).toHaveValue("half a word");
  await page.getByRole("button", { name: "Lantern’s chat" }).click();
  const back = page.getByRole("button", { name: `${star.username}’s chat` });
  await expect(back).toBeVisible();
  // The profile's chat can also be opened from the stage's page.
  const stages = new StagePage((await visit({ as: manager })).page, "Lantern");
  await stages.open(`/room/${stage.id}`);
  await stages.page.getByRole("button", { name: `${star.username}’s chat` }).click();
  await stages.say("said on the profile");
  await expect(stages.messages).toContainText("said on the profile");
  await expectAccessible(stages.page);
  await stages.page.getByRole("button", { name: "Lantern’s chat" }).click();
  await expect(stages.page.getByRole("complementary", { name: "Chat" })).not.toContainText(
    "said on the profile",
  );
  await expect(back).toContainText("1 new message");
  await back.click();
  await expect(profile.messages).toContainText("said on the profile");
  const count = page.getByRole("main").locator("dl").first();
  await page.getByRole("button", { name: "Play Lantern" }).first().click();
  await expect(count).toContainText("listening now1");
  await expectAccessible(page);
  // The list of sets follows within half a minute.
  await expect(page.getByRole("main").getByText("Booked meanwhile")).toBeVisible({ timeout: 40_000 });

  await encoder.stop();
  await expect(profile.live).toBeHidden({ timeout: 40_000 });
  await expect(listening).toBeHidden();
  await expect(field).toHaveValue("half a word");
  await expect(page.locator("body.not-loaded-again")).toHaveCount(1);
});

test("a listener's profile shows their badge and an empty state in each section, without upcoming sets", async ({
  cue,
  visit,
  newPerson,
}) => {
  const [reader, listener] = [await newPerson("Reader"), await newPerson("Listener")];
  await cue.admin("grant-award", listener.username, "--award", "pioneer");
  const { body: awards } = await listener.get<{ id: string }[]>("/api/awards/getMyAwards");
  await listener.post("/api/awards/manage", { award: awards[0]?.id, awardType: "badge" });
  await reader.post("/api/users/follow", { user: listener.id });
  const { page } = await visit({ as: reader, phone: true });
  await openProfile(page, listener);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 })).toHaveText(["About", "Recent Favorites"]);
  await expect(main).toContainText(/No songs favorited yet\S/);
  await expect(main.getByRole("img", { name: "Pioneer" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/following");
  await expect(main.getByRole("listitem").getByRole("img", { name: "Pioneer" })).toBeVisible();
  await expectAccessible(page);
});

test("only the owner of a profile can delete a message for all its readers", async ({
  cue,
  visit,
  newPerson,
}) => {
  const [star, guest] = [await newPerson("Star"), await newPerson("Guest")];
  await cue.makePerformer(star.username);
  const guests = await openProfile((await visit({ as: guest })).page, star);
  await guests.say("one");
  await guests.say("two");
  const { page } = await visit({ as: star });
  const own = await openProfile(page, star);
  await expect(own.messages).toContainText("two");

  const menuOf = async (at: Page, index: number) => {
    await at.getByRole("log").getByRole("button", { name: guest.username }).nth(index).click();
    await expect(at.getByRole("menu")).toBeVisible();
  };
  await menuOf(guests.page, 0);
  await expect(guests.page.getByRole("menuitem")).toHaveText([
    "View Profile",
    "Reply",
    "Mention",
    "Copy Link",
    "Delete Message",
  ]);
  await guests.page.keyboard.press("Escape");

  await menuOf(page, 0);
  await expect(page.getByRole("menuitem")).toHaveText([
    "View Profile",
    "Reply",
    "Mention",
    "Copy Link",
    "Delete Message",
    "Report Message",
    "Select Messages",
    "Delete All Their Messages",
  ]);
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Delete Message" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Message" }).click();
  for (const { messages } of [own, guests]) {
    await expect(messages).toContainText("two");
    await expect(messages).not.toContainText("one");
  }
});

test("a visitor who is signed out sees a profile and its share card without anything that is hidden", async ({
  cue,
  visit,
  newPerson,
}) => {
  const star = await newPerson("Star");
  await cue.makePerformer(star.username, "musician");
  const bio = "Plays “the old” songs & <new> ones.";
  await star.post("/api/users/saveProfile", { bio, hideFollows: true, tags: ["rebetiko"] });
  await star.post("/api/djs/saveProfile", { hideProfileStats: true });
  addFollowers(cue, star.id, 3);

  const { page } = await visit();
  await openProfile(page, star);
  const content = (selector: string) => page.locator(selector).getAttribute("content");
  expect(await page.title()).toBe(`${star.username} · Cue`);
  expect(await content('meta[property="og:type"]')).toBe("profile");
  expect(await content('meta[property="og:title"]')).toBe(star.username);
  expect(await content('meta[property="og:description"]')).toBe(bio);
  const image = (await content('meta[property="og:image"]')) ?? "";
  const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
  expect(canonical).toMatch(new RegExp(`^https?://.*/profile/${star.id}$`));
  expect(image).toMatch(/^https?:\/\//);
  const picture = await page.request.get(new URL(image).pathname);
  expect(picture.headers()["content-type"]).toBe("image/png");
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);

  await expect(page.getByText(bio)).toBeVisible();
  await expect(page.getByRole("link", { name: /follower|following/ })).toHaveCount(0);
  await expect(page.getByText("total peak listeners")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Report or block" })).toHaveCount(0);
  const html = await (await page.request.get(`/profile/${star.id}`)).text();
  expect(html).not.toContain(star.email);
  expect(html).not.toMatch(/followerCount\\?",\\?"?[1-9]/);
  await expectAccessible(page);

  await page.getByRole("link", { name: "Log In to Follow" }).click();
  await expect(page).toHaveURL(`/?next=${encodeURIComponent(`/profile/${star.id}`)}`);
  // Lists of followers are for signed-in users only.
  await page.goto(`/followers/${star.id}`);
  await expect(page).toHaveURL(`/?next=${encodeURIComponent(`/followers/${star.id}`)}`);

  // Nothing is hidden from the owner.
  const own = await visit({ as: star, phone: true });
  await openProfile(own.page, star);
  await expect(own.page.getByRole("link", { name: "3 followers" })).toBeVisible();
  await expect(own.page.getByText("Only you see these numbers.")).toBeVisible();
  await expectAccessible(own.page);
});

test("the profile of a listener has no chat and nothing of what performers have", async ({
  visit,
  newPerson,
}) => {
  const [reader, listener] = [await newPerson("Reader"), await newPerson("Listener")];
  const { page } = await visit({ as: reader });
  await openProfile(page, listener);
  const titles = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(titles).toHaveText(["About", "Recent Favorites"]);
  await expect(page.getByRole("main").getByText(/^(favorites|cheers|total peak listeners)$/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Chat", exact: true })).toHaveCount(0);
  await expect(page.getByRole("complementary", { name: "Chat" })).toHaveCount(0);
  await expectAccessible(page);
});
