/** A shared link, from the page that it opens to its owner's count. */

import {
  addressOf,
  button,
  field,
  freshName,
  heading,
  home,
  password,
} from "#tests/fixtures/landing-page.ts";
import { open } from "#tests/fixtures/open.ts";
import { profileOf } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test.describe("referrals", () => {
  test("are kept across reloads and pages, and increase the count of the link's owner", async ({
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

  test("ignore an invalid code in a link", async ({ visit }) => {
    const { page } = await visit();
    await open(page, `/ref?id=${encodeURIComponent("<b>nobody</b>")}`);
    await expect(heading(page, "Log In")).toBeVisible();
    await open(page, "/?id=01ARZ3NDEKTSV4RRFFQ69G5FAV");
    await expect(page.getByText("New here?")).toBeVisible();
  });

  test("show one's own link and count on /ref, and can be entered once", async ({
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

    await button(page, "Yes, They Did").click();
    await expect(page.getByText(`You were invited by ${inviter.username}.`)).toBeVisible();
    await expect(button(page, "Submit Referral")).toBeHidden();
    expect((await profileOf(inviter)).referralCount).toBe(1);
  });
});
