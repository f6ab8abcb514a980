/** A performer's posts at other services, from linking an account to the post about a broadcast. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { open } from "#tests/fixtures/open.ts";
import { field, section, toast } from "#tests/fixtures/page-parts.ts";
import { call } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

interface Simulated {
  party: string;
  method: string;
  path: string;
  body: { status?: string };
}

/** Presses a button of this name, and another one of the page of the service that opens. */
async function linkByPopup(page: Page, choice: string) {
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await (await popup).getByRole("button", { name: choice, exact: true }).click();
}

test("a performer links an account, tries it, and going live posts once", async ({
  cue,
  newPerson,
  visit,
  broadcast,
}) => {
  const performer = await newPerson("Poster");
  const ingest = await cue.makePerformer(performer.username);
  const { page } = await visit({ as: performer });
  await open(page, "/settings/social");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Mastodon/ })
    .click();
  await field(page, "Your server").fill("@poster@mastodon.example");
  await linkByPopup(page, "Deny");
  await expect(toast(page, "There was an issue linking your account.")).toBeVisible();
  await linkByPopup(page, "Allow");
  await expect(section(page, "Account")).toContainText("@mastodon.example");

  const live = field(page, "Post when live");
  await live.fill("{performer} plays at {stage}");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(toast(page, "Mastodon settings have been updated")).toBeVisible();
  const record = section(page, "What Was Posted");
  await record.getByRole("button", { name: "Send a Test" }).click();
  await expect(record.getByRole("link", { name: "Open on Mastodon" })).toHaveCount(1);
  await expectAccessible(page);

  const posts = async () => {
    const { body } = await call<Simulated[]>(cue.origin, null, "GET", "/dev/elsewhere.json");
    return body
      .filter(
        ({ party, method, path }) => party === "mastodon" && method === "POST" && path === "/api/v1/statuses",
      )
      .map(({ body: { status = "" } }) => status)
      .filter((text) => text.includes(performer.username));
  };
  const first = await broadcast({ ...ingest, format: "mp3", track: 1 });
  await expect.poll(async () => (await posts()).length, { timeout: 30_000 }).toBe(2);
  const [text = ""] = await posts();
  expect(text).toMatch(
    new RegExp(`^.?${performer.username} plays at .*\\n?.*/profile/${performer.id}$`, "s"),
  );
  // An encoder that comes back continues the same broadcast.
  await first.kill();
  await broadcast({ ...ingest, format: "mp3", track: 2 });
  await page.reload();
  await expect(record.getByRole("link", { name: "Open on Mastodon" })).toHaveCount(2);
  expect(await posts()).toHaveLength(2);
});
