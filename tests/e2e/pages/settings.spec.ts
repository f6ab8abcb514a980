/** Rules for every settings page: no unsaved change is lost silently, it is accessible, and it has no layout shift. */
import { violationsOf } from "#tests/fixtures/axe.ts";
import { open } from "#tests/fixtures/open.ts";
import { field } from "#tests/fixtures/page-parts.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("leaving a page with unsaved changes by a link or the Back button asks for confirmation", async ({
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
  await dialog.getByRole("button", { name: "Stay Here" }).click();
  await expect(field(page, "First name")).toHaveValue("Half written");
  await page.getByRole("link", { name: "Feedback" }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(field(page, "First name")).toHaveValue("Half written");

  await page.getByRole("link", { name: "Feedback" }).click();
  await dialog.getByRole("button", { name: "Leave Without Saving" }).click();
  await expect(page.getByRole("heading", { name: "Submit Feedback" })).toBeVisible();
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
  "/settings/social/discord",
  "/settings/social/telegram",
  "/settings/social/bluesky",
  "/settings/social/mastodon",
  "/settings/social/listenbrainz",
  "/settings/social/lastfm",
  "/settings/notification",
  "/settings/subscriptions",
  "/settings/security",
  "/settings/password",
  "/settings/blocked",
  "/settings/data",
  "/settings/webhooks",
  "/settings/feedback",
];

for (const phone of [true, false]) {
  test(`every settings page is accessible and has no layout shift on a ${phone ? "phone" : "desktop"}`, async ({
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
      // A page has the same content at every size.
      const violations = phone ? await violationsOf(page) : [];
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
