/** A new user: from the landing page to hearing, chatting and cheering, until log-out. */

import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("a new user registers, hears the live stage, chats, cheers, favorites and logs out", async ({
  cue,
  manager,
  broadcast,
  visit,
  allowConsole,
}) => {
  const stage = await cue.createStage({ name: "Driftwood", manager: manager.username, isOnDemand: true });
  const { page, ear, context } = await visit();
  await page.goto("/");
  const ring = page.getByRole("main").getByRole("region");
  // What another test has had on air is still shown for a while.
  await expect(page.getByRole("button", { name: "Play Driftwood" })).toBeHidden();
  const encoder = await broadcast({ ...stage, format: "mp3", track: 3 });
  await encoder.announce("Ada Tone", "Third Pitch");

  const username = `Newcomer ${Date.now().toString(36)}`;
  await test.step("sees on the open landing page that the stage is on air", async () => {
    await expect(ring.getByRole("button", { name: "Play Driftwood" })).toBeVisible({ timeout: 70_000 });
  });

  await test.step("registers", async () => {
    await page.getByRole("button", { name: "Register" }).click();
    await page.getByRole("textbox", { name: "Username" }).fill(username);
    await page.getByRole("textbox", { name: "Email" }).fill(`${Date.now()}@newcomers.example`);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("Password", { exact: true }).fill("a sound password");
    await page.getByLabel("Confirm password").fill("a sound password");
    await page.getByRole("checkbox").press("Space");
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("heading", { name: "Live Stages" })).toBeVisible();
  });

  const stagePage = new StagePage(page, "Driftwood");
  await test.step("hears the right track and sees its title", async () => {
    await page.getByRole("main").getByRole("link", { name: "Driftwood" }).last().click();
    await expect(stagePage.live).toBeVisible();
    await stagePage.play();
    await ear.hears(3);
    await expect(stagePage.live.getByText("Third Pitch")).toBeVisible();
    await expect(stagePage.live.getByText("Ada Tone")).toBeVisible();
    await expect(stagePage.bar.getByText("Live", { exact: true })).toBeVisible();
  });

  await test.step("sees the next title when the next track is heard", async () => {
    await ear.expectText("Fourth Pitch");
    const changedAt = await encoder.change(4, "Ada Tone", "Fourth Pitch");
    const heard = await ear.hears(4, { since: changedAt });
    await expect(stagePage.live.getByText("Fourth Pitch")).toBeVisible();
    const [shown] = await ear.all("text");
    expect(Math.abs((shown?.at ?? 0) - heard.at), "title and tone are apart by ms").toBeLessThan(500);
  });

  await test.step("writes in the chat", async () => {
    await stagePage.say("Hello from the quay");
    await expect(stagePage.messages.getByText("Hello from the quay")).toBeVisible();
    await expect(stagePage.messages.getByText("Sending")).toBeHidden();
  });

  await test.step("favorites the track that is heard", async () => {
    const favorite = stagePage.live.getByRole("button", { name: "Favorite", exact: true });
    await favorite.click();
    await expect(stagePage.live.getByRole("button", { name: "Favorited" })).toBeVisible();
  });

  await test.step("cheers once, and cannot cheer again in a second tab", async () => {
    const second = await context.newPage();
    const secondPage = new StagePage(second, "Driftwood");
    await secondPage.open(`/room/${stage.id}`);
    await stagePage.live.getByRole("button", { name: "Cheer", exact: true }).click();
    await expect(stagePage.live.getByRole("button", { name: /Cheer again in/ })).toBeVisible();
    // The refusal is expected, and browsers log every 4xx to the console.
    allowConsole(/status of 429.*\/api\/sets\/cheer/);
    const again = secondPage.live.getByRole("button", { name: "Cheer", exact: true });
    if (await again.isEnabled()) await again.click();
    await expect(secondPage.live.getByRole("button", { name: /Cheer again in/ })).toBeVisible();
    await second.close();
  });

  await test.step("logs out and is anonymous again", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("button", { name: "Register" })).toBeVisible();
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names, "the session's cookie outlived the session").not.toContain("cue");
  });
});

test("a wrong password shows an error, and the right one logs in", async ({
  visit,
  newPerson,
  allowConsole,
}) => {
  const person = await newPerson("Returning");
  const { page } = await visit();
  allowConsole(/status of 401.*\/api\/users\/login/);
  await page.goto("/");
  await page.getByRole("textbox", { name: "Username or email" }).fill(person.username);
  await page.getByLabel("Password").fill("not this one");
  await page.getByLabel("Password").press("Enter");
  await expect(page.getByText("Wrong username, email or password.")).toBeVisible();
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Log In", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Live Stages" })).toBeVisible();
});
