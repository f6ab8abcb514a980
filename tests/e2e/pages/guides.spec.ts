/** The way to broadcasting: choosing DJ or musician, the guide to a program, and the help pages. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { EncoderView } from "#app/domains/air/media/contract/encoder.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { open, untilInteractive } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** Returns the file that the named button downloads. */
async function download(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** A field in the drawing of a settings window. */
const field = (page: Page, label: string) =>
  page
    .locator("figure dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd")
    .first();

test("a DJ finds four guides, whose drawings and file contain the connection of the stream test", async ({
  newPerson,
  visit,
}) => {
  const { page } = await visit({ as: await newPerson("Beginner") });
  await open(page, "/djs");
  const dj = page.getByRole("button", { name: /^DJ/ });
  await expect(page.getByRole("link", { name: /^Traktor/ })).toBeHidden();
  await dj.press("Enter");
  await expect(dj).toHaveAttribute("aria-expanded", "true");
  for (const [name, path] of [
    ["Traktor", "/djs/traktor"],
    ["VirtualDJ", "/djs/virtualdj"],
    ["Mixxx", "/djs/mixxx"],
    ["All other software and hardware", "/djs/butt"],
  ] as const)
    await expect(page.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveAttribute(
      "href",
      `${path}?type=dj`,
    );
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Mixxx/ }).click();
  await expect(field(page, "Mount")).toHaveText("your mount");
  await expect(page.getByRole("button", { name: "Download Cue.bcp.xml" })).toBeDisabled();

  await page.getByRole("button", { name: "BEGIN STREAM TEST" }).click();
  await expect(field(page, "Mount")).toHaveText(/^t\w{26}$/);
  await expect(field(page, "Password")).toContainText("hidden");
  await page.getByRole("button", { name: "Reveal" }).click();
  const [mount, password] = [
    await field(page, "Mount").innerText(),
    await field(page, "Password").innerText(),
  ];
  const file = await download(page, "Download Cue.bcp.xml");
  expect(file.name).toBe("Cue.bcp.xml");
  expect(file.text).toContain(`<Mountpoint>${mount}</Mountpoint>`);
  expect(file.text).toContain(`<Password>${password}</Password>`);
  await expectAccessible(page);

  await page.getByRole("button", { name: "STOP AUDIO TEST" }).click();
  await expect(field(page, "Mount")).toHaveText("your mount");
});

test("a musician is led to the BUTT guide and becomes a performer by passing the stream test", async ({
  newPerson,
  visit,
}) => {
  const { page } = await visit({ as: await newPerson("Pianist") });
  await open(page, "/djs");
  await page.getByRole("link", { name: /^Musician/ }).click();
  await expect(page).toHaveURL(/\/djs\/butt\?type=musician$/);
  // Other tests send sound to a server; here its response is simulated.
  const view: EncoderView = {
    now: Date.now(),
    ended: null,
    encoder: {
      connected: true,
      status: "completed",
      testLevel: 200,
      codec: "mp3",
      level: null,
      silentSince: null,
      connectedAt: null,
      quality: null,
    },
  };
  await page.route("**/api/media/encoder", (route) => route.fulfill({ json: view }));
  await page.route("**/api/djs/test", (route) =>
    route.fulfill({ json: { djTest: true, status: "completed" } }),
  );
  const passed = page.waitForRequest("**/api/djs/test");
  await page.getByRole("button", { name: "BEGIN STREAM TEST" }).click();
  expect((await passed).postDataJSON()).toEqual({ type: "musician" });
  await expect(page.locator("[data-toast]", { hasText: "You can now broadcast" })).toBeVisible();
  await expect(page).toHaveURL(/\/djs$/);
});

test("guides for performers have no stream test and hide the password until it is requested", async ({
  cue,
  newPerson,
  visit,
}) => {
  const performer = await newPerson("Resident");
  const own = await cue.makePerformer(performer.username);
  const { page } = await visit({ as: performer });
  for (const [path, action] of [
    ["/djs/traktor", "Download Cue.tsi"],
    ["/djs/butt", "Download cue.butt"],
  ] as const) {
    const html = await page.goto(path);
    expect(await html?.text()).not.toContain(own.password);
    await untilInteractive(page);
    await expect(page.getByRole("button", { name: "BEGIN STREAM TEST" })).toBeHidden();
    const { text } = await download(page, action);
    expect(text).toContain(own.mount);
    expect(text).toContain(own.password);
  }
  await page.getByRole("button", { name: "Fill in my values" }).click();
  await expect(field(page, "IceCast mountpoint")).toHaveText(own.mount);
  await expect(page.getByRole("main")).not.toContainText(own.password);
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(field(page, "Password")).toHaveText(own.password);
  await expectAccessible(page);

  const { page: stranger } = await visit();
  await open(stranger, "/djs/butt");
  await expect(stranger.getByRole("button", { name: "Download cue.butt" })).toBeDisabled();
  await expect(stranger.getByRole("main").getByRole("link", { name: "Log In" })).toHaveAttribute(
    "href",
    "/?next=%2Fdjs%2Fbutt",
  );
  for (const [path, title] of [
    ["/djs/how-to-use", "How to use Cue"],
    ["/djs/help", "Broadcasting help"],
  ] as const) {
    await open(stranger, path);
    await expect(stranger.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const targets = await stranger
      .getByRole("navigation", { name: "Sections" })
      .getByRole("link")
      .evaluateAll((links) =>
        links.map((link) => document.querySelector(link.getAttribute("href") ?? "")?.id),
      );
    expect(targets.filter((id) => id === undefined)).toEqual([]);
    await expectAccessible(stranger);
  }
  await stranger.emulateMedia({ media: "print" });
  await expect(stranger.getByRole("banner")).toBeHidden();
  await stranger.emulateMedia({ media: "screen" });
  await stranger.goto("/djs/help#clipping");
  await expect(stranger.getByRole("heading", { name: "Clipping: too loud" })).toBeInViewport();
  const { page: tester } = await visit({ as: performer });
  await tester.goto("/djs/audiotest");
  await tester.getByRole("link", { name: "BROADCASTING HELP" }).click();
  await expect(tester.getByRole("heading", { level: 1, name: "Broadcasting help" })).toBeVisible();
});
