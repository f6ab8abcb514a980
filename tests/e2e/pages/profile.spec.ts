/** People: following, blocking, reporting, their lists, and what a stranger sees of them. */

import type { Page } from "@playwright/test";
import { axeOf } from "#tests/fixtures/axe.ts";
import { addFollowers } from "#tests/fixtures/database.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const toast = (page: Page, words: string) =>
  expect(page.locator("[data-toast]").filter({ hasText: words })).toBeVisible();

async function openProfile(page: Page, person: Person): Promise<StagePage> {
  const profile = new StagePage(page, person.username);
  await profile.open(`/profile/${person.id}`);
  return profile;
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axeOf(page).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`)).toEqual([]);
}

/** Where things stand, to the pixel. */
async function placesOf(page: Page): Promise<unknown> {
  const { main } = new StagePage(page, "");
  const parts = [main.getByRole("heading", { level: 1 }), main.getByRole("button", { name: "Share" })];
  return Promise.all(parts.map((part) => part.boundingBox()));
}

test("a follow shows at once, goes back when the server is away, and moves nothing", async ({
  cue,
  visit,
  newPerson,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const [fan, star] = [await newPerson("Fan"), await newPerson("Star")];
  await cue.makePerformer(star.username);
  const { page } = await visit({ as: fan });
  await openProfile(page, star);
  const followers = page.getByRole("link", { name: /followers?$/ });
  const follow = page.getByRole("button", { name: `Follow ${star.username}`, exact: true });
  const unfollow = page.getByRole("button", { name: `Unfollow ${star.username}` });
  const bell = page.getByRole("button", { name: `Tell me when ${star.username} goes live` });
  await expect(followers).toHaveText("0followers");
  const before = await placesOf(page);

  const held = Promise.withResolvers<void>();
  await page.route("**/api/users/follow", async (route) => {
    await held.promise;
    await route.abort();
  });
  await follow.click();
  await expect(unfollow).toBeVisible();
  await expect(followers).toHaveText("1follower");
  await expect(bell).toBeVisible();
  expect(await placesOf(page)).toEqual(before);
  held.resolve();
  await toast(page, "Server is offline");
  await expect(follow).toBeVisible();
  await expect(followers).toHaveText("0followers");
  await page.unroute("**/api/users/follow");

  await follow.click();
  await toast(page, "Following confirmed");
  await expect(bell).toHaveAttribute("aria-pressed", "true");
  await bell.click();
  await toast(page, "Your preference has been updated");
  await expect(bell).toHaveAttribute("aria-pressed", "false");
  await expectAccessible(page);

  await page.reload();
  await expect(bell).toHaveAttribute("aria-pressed", "false");
  await expect(followers).toHaveText("1follower");
  await page.waitForFunction(() => "__cue" in window);
  await unfollow.click();
  await expect(followers).toHaveText("0followers");
  await expect(bell).toBeHidden();
  expect(await placesOf(page)).toEqual(before);

  // Presses that come fast end as the last one wants.
  await follow.click();
  await unfollow.click();
  await follow.click();
  await toast(page, "Following confirmed");
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect(followers).toHaveText("1follower");
});

test("a block ends chat, follows and search; an unblock lets in again", async ({
  cue,
  visit,
  newPerson,
  allowConsole,
}) => {
  allowConsole(/status of 403.*\/api\/users\/follow/);
  const [star, pest] = [await newPerson("Star"), await newPerson("Pest")];
  await cue.makePerformer(star.username);
  const stage = await cue.createStage({ name: "Commons", manager: star.username, isOnDemand: true });
  const his = await openProfile((await visit({ as: pest })).page, star);
  await his.say("first words");
  await his.page.getByRole("button", { name: `Follow ${star.username}`, exact: true }).click();
  await toast(his.page, "Following confirmed");

  const { page } = await visit({ as: star });
  const hers = await openProfile(page, star);
  await expect(hers.messages).toContainText("first words");

  await openProfile(page, pest);
  await page.getByRole("button", { name: "Report or block" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Block user" }).click();
  const question = page.getByRole("dialog", { name: `Block ${pest.username}?` });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Block", exact: true }).click();
  await toast(page, `${pest.username} has been blocked.`);
  await expect(page.getByText("Would you like to view their profile?")).toBeVisible();
  await expectAccessible(page);

  await his.say("can you hear me");
  await expect(his.page.getByText("This person does not take contact from you.")).toBeVisible();
  await his.page.getByRole("button", { name: "Discard" }).click();
  await his.page.reload();
  await his.page.waitForFunction(() => "__cue" in window);
  await his.page.getByRole("button", { name: `Follow ${star.username}`, exact: true }).click();
  await toast(his.page, "This person does not take contact from you.");
  await expect(his.page.getByRole("button", { name: `Follow ${star.username}`, exact: true })).toBeVisible();

  // What was said before is gone from her sight, on a stage too; others hear each other there.
  const theirs = new StagePage(his.page, "Commons");
  await theirs.open(`/room/${stage.id}`);
  await theirs.say("to everybody");
  await expect(theirs.messages).toContainText("to everybody");
  const common = new StagePage(page, "Commons");
  await common.open(`/room/${stage.id}`);
  await common.say("hello");
  await expect(common.messages).toContainText("hello");
  await expect(common.messages).not.toContainText("to everybody");
  await openProfile(page, star);
  await expect(page.getByRole("complementary", { name: "Chat" })).toContainText(
    "Nobody has said anything yet",
  );

  await page.goto(`/profile/${pest.id}`);
  await page.waitForFunction(() => "__cue" in window);
  await page.getByRole("button", { name: "View Profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: pest.username })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Follow/ })).toBeHidden();
  await page.getByRole("button", { name: "Unblock" }).click();
  await toast(page, `${pest.username} is no longer blocked.`);
  await expect(page.getByRole("button", { name: /^Follow/ })).toBeVisible();
  await openProfile(his.page, star);
  await his.say("thank you");
  const again = await openProfile(page, star);
  await expect(again.messages).toContainText("thank you");
});

test("an open profile shows that its performer goes on a stage and leaves it, and the chat goes on", async ({
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

  const encoder = await broadcast({ ...ingest, format: "mp3", track: 1 });
  await expect(profile.live).toContainText("on Lantern", { timeout: 20_000 });
  await expect(page.getByRole("banner").or(profile.main).getByText("LIVE").first()).toBeVisible();
  await expect(listening).toBeVisible();
  await encoder.announce("Lia", "Tide");
  await expect(profile.live).toContainText("Tide");
  // Whoever writes on the profile is not taken away from it.
  await expect(field).toBeFocused();
  await page.keyboard.type("rd");
  await expect(field).toHaveValue("half a word");
  await page.getByRole("button", { name: "Chat of Lantern" }).click();
  const back = page.getByRole("button", { name: `Chat of ${star.username}` });
  await expect(back).toBeVisible();
  // From the stage's page the profile's chat is reached as well; on the profile it is missed.
  const stages = new StagePage((await visit({ as: manager })).page, "Lantern");
  await stages.open(`/room/${stage.id}`);
  await stages.page.getByRole("button", { name: `Chat of ${star.username}` }).click();
  await stages.say("said on the profile");
  await expect(stages.messages).toContainText("said on the profile");
  await expectAccessible(stages.page);
  await stages.page.getByRole("button", { name: "Chat of Lantern" }).click();
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

  await encoder.stop();
  await expect(profile.live).toBeHidden({ timeout: 40_000 });
  await expect(listening).toBeHidden();
  await expect(field).toHaveValue("half a word");
  await expect(page.locator("body.not-loaded-again")).toHaveCount(1);
});

test("a listener's profile has their badge and every part but upcoming sets, and says what will appear in each", async ({
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
  await expect(main.getByRole("heading", { level: 2 })).toHaveText([
    "About",
    "Recent past songs",
    "Recent performances",
    "Recent favorites",
  ]);
  for (const figure of ["cumulative peak listeners", "favorites", "cheers", "stage performances"])
    await expect(main.getByRole("term").filter({ hasText: figure })).toBeVisible();
  for (const empty of [
    /No songs performance\S/,
    /No sets have been played yet\S/,
    /No songs favorited yet\S/,
  ])
    await expect(main).toContainText(empty);
  await expect(main.getByRole("img", { name: "Pioneer" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/following");
  await expect(main.getByRole("listitem").getByRole("img", { name: "Pioneer" })).toBeVisible();
  await expectAccessible(page);
});

test("messages of a blocked person go from a chat that is open", async ({ cue, visit, newPerson }) => {
  const [star, pest] = [await newPerson("Star"), await newPerson("Pest")];
  for (const person of [star, pest]) await cue.makePerformer(person.username);
  const his = await openProfile((await visit({ as: pest })).page, pest);
  await his.say("mine");
  const { page } = await visit({ as: star });
  const chat = await openProfile(page, pest);
  await expect(chat.messages).toContainText("mine");
  await page.getByRole("button", { name: "Report or block" }).click();
  await page.getByRole("button", { name: "Block user" }).click();
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText(`${pest.username} is blocked.`)).toBeVisible();
  // A profile that is blocked has no chat, also when one looks at it.
  await page.getByRole("button", { name: "View Profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: pest.username })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Chat" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Chat" })).toBeHidden();
});

test("a report is made with its reason, once a day; nobody reports themselves", async ({
  visit,
  newPerson,
}) => {
  const [reader, offender] = [await newPerson("Reader"), await newPerson("Offender")];
  const { page } = await visit({ as: reader, phone: true });
  const report = async (reason: string) => {
    await openProfile(page, offender);
    await page.getByRole("button", { name: "Report or block" }).click();
    await page.getByRole("button", { name: "Report user" }).click();
    await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
    await page.getByRole("radio", { name: reason }).check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("dialog")).toContainText(reason);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Submit report" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("button", { name: "Report or block" })).toBeFocused();
  };
  await report("Violating broadcasting rules or offensive");
  await toast(page, "Your report has been submitted");
  await report("Impersonation");
  await toast(page, "You have reported this person today already.");

  await openProfile(page, reader);
  await expect(page.getByRole("link", { name: "Edit profile" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Report or block" })).toBeHidden();
  await expect(page.getByRole("button", { name: /^Follow/ })).toBeHidden();
});

test("the owner of a profile deletes a message for everybody, and nobody else can", async ({
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
  await expect(guests.page.getByRole("menuitem")).toHaveText(["View Profile", "Mention", "Copy Link"]);
  await guests.page.keyboard.press("Escape");

  await menuOf(page, 0);
  await expect(page.getByRole("menuitem")).toHaveText([
    "View Profile",
    "Mention",
    "Copy Link",
    "Delete Message",
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

test("a list of followers grows while one scrolls, and is found again as it was left", async ({
  cue,
  visit,
  newPerson,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const [reader, star] = [await newPerson("Reader"), await newPerson("Star")];
  const names = addFollowers(cue, star.id, 65);
  const { page } = await visit({ as: reader });
  const rows = page.getByRole("main").getByRole("listitem");
  const toEnd = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

  await page.goto(`/followers/${star.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Followers" })).toBeVisible();
  await expect(rows).toHaveCount(30);
  await page.route("**/api/users/getFollowersPaginate", (route) => route.abort());
  await page.waitForFunction(() => "__cue" in window);
  await toEnd();
  await expect(page.getByRole("alert")).toContainText("could not be read");
  await expectAccessible(page);
  await page.unroute("**/api/users/getFollowersPaginate");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(rows).toHaveCount(60);
  await toEnd();
  await expect(rows).toHaveCount(65);
  const shown = await rows
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link) => decodeURIComponent(link.getAttribute("href") ?? "").replace("/profile/", "")),
    );
  expect(shown.toSorted()).toEqual(names.toSorted());
  await expectAccessible(page);

  const last = rows.last();
  await last.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => window.scrollY);
  await last.getByRole("button", { name: /^Follow/ }).click();
  await toast(page, "Following confirmed");
  await last.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: names.at(-1) })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(65);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
  await expect(last.getByRole("button", { name: /^Unfollow/ })).toBeVisible();

  for (const [path, empty] of [
    [`/following/${star.id}`, "Not following any users"],
    ["/followers", "No followers"],
    [`/profile/songs/${star.id}`, "No songs performance"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(empty)).toBeVisible();
    await expectAccessible(page);
  }
});

test("a stranger sees a profile, its card and a way in, and nothing that its owner hides", async ({
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
  await expect(page.getByText("cumulative peak listeners")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Report or block" })).toHaveCount(0);
  const html = await (await page.request.get(`/profile/${star.id}`)).text();
  expect(html).not.toContain(star.email);
  expect(html).not.toMatch(/followerCount\\?",\\?"?[1-9]/);
  await expectAccessible(page);

  await page.getByRole("link", { name: "Log in to follow" }).click();
  await expect(page).toHaveURL(`/?next=${encodeURIComponent(`/profile/${star.id}`)}`);
  // Lists of people are for people.
  await page.goto(`/followers/${star.id}`);
  await expect(page).toHaveURL(`/?next=${encodeURIComponent(`/followers/${star.id}`)}`);

  // To themselves nothing is hidden.
  const own = await visit({ as: star, phone: true });
  await openProfile(own.page, star);
  await expect(own.page.getByRole("link", { name: "3 followers" })).toBeVisible();
  await expect(own.page.getByText("Only you see these numbers.")).toBeVisible();
  await expectAccessible(own.page);
});

test("the page of a listener says in the place of a chat that there is none", async ({
  visit,
  newPerson,
}) => {
  const [reader, listener] = [await newPerson("Reader"), await newPerson("Listener")];
  const said = (page: Page) => page.getByText("Listeners don't have a chat.", { exact: true });
  const { page: wide } = await visit({ as: reader });
  await openProfile(wide, listener);
  await expect(wide.getByRole("complementary", { name: "Chat" }).and(wide.locator(":visible"))).toContainText(
    "Listeners don't have a chat.",
  );
  await expectAccessible(wide);
  const { page: phone } = await visit({ as: listener, phone: true });
  await openProfile(phone, listener);
  await expect(said(phone)).toBeHidden();
  await phone.getByRole("button", { name: "Chat", exact: true }).click();
  await expect(said(phone)).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole("button", { name: "Close chat" }).click();
  await expect(said(phone)).toBeHidden();
});
