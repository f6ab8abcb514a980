/** Every page and dialog: no axe violation, no sideways scroll, nothing that jumps, little to load. */
import { gzipSync } from "node:zlib";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { CueInstance, NewStage } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

interface Place {
  name: string;
  path: string;
  /** Opens what is to be looked at once the page is there. */
  arrange?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name, exact: true }).first().click();
};

const forStrangers = (live: NewStage, performer: Person): Place[] => [
  { name: "landing", path: "/" },
  { name: "landing, listen", path: "/", arrange: (page) => page.getByText("Listen").first().click() },
  { name: "registration", path: "/", arrange: press("Register") },
  { name: "recovery", path: "/?show=recover" },
  { name: "new password", path: "/recover?token=none" },
  { name: "dead link", path: "/recover" },
  { name: "privacy", path: "/privacy" },
  { name: "terms", path: "/tos" },
  { name: "stranded popup", path: "/music-token/error" },
  { name: "live stage", path: `/room/${live.id}` },
  { name: "profile", path: `/profile/${performer.id}` },
  { name: "embedded stage", path: `/player/stage/${live.id}` },
  { name: "embedded performer", path: `/player/${performer.username.replaceAll(" ", "-")}` },
  { name: "no such page", path: "/no/such/page" },
  { name: "e-mail confirmation", path: "/verify?token=none" },
];

const forMembers = (live: NewStage, idle: NewStage, performer: Person): Place[] => [
  { name: "home", path: "/" },
  { name: "live stage", path: `/room/${live.id}` },
  { name: "idle stage", path: `/room/${idle.id}` },
  {
    name: "share dialog",
    path: `/room/${live.id}`,
    arrange: async (page) => {
      await press("Share")(page);
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "own profile", path: "/profile" },
  { name: "referrals", path: "/ref" },
  { name: "another's profile", path: `/profile/${performer.id}` },
  { name: "past songs", path: `/profile/songs/${performer.id}` },
  { name: "followers", path: `/followers/${performer.id}` },
  { name: "following", path: "/following" },
  { name: "dashboard", path: "/djs", arrange: press("Expand") },
  {
    name: "reset dialog",
    path: "/djs",
    arrange: async (page) => {
      await press("Reset Mount")(page);
      await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toBeVisible();
    },
  },
  { name: "stream test", path: "/djs/audiotest", arrange: press("BEGIN STREAM TEST") },
  { name: "management", path: "/management" },
  { name: "managed stage", path: `/management/${live.id}` },
];

// A minute each.
test.describe.configure({ mode: "parallel" });

interface Look {
  name: string;
  phone: boolean;
  themes: ("dark" | "light")[];
}

const looks: Look[] = [
  { name: "phone", phone: true, themes: ["dark"] },
  // Colours are the same at every size.
  { name: "desktop", phone: false, themes: ["dark", "light"] },
];

for (const look of looks) {
  test(`every page is accessible and fits on a ${look.name}, ${look.themes.join(" and ")}`, async ({
    cue,
    manager,
    broadcast,
    visit,
    allowConsole,
  }) => {
    test.setTimeout(180_000);
    allowConsole(/status of 404.*\/no\/such\/page/);
    const { live, idle, performer } = await furnish(cue, manager);
    const encoder = await broadcast({ ...live, format: "mp3", track: 1 });
    await encoder.announce(
      "Ελευθερία Αρβανιτάκη",
      "Ein sehr langer Titel, der nicht auf eine Zeile passt, 夜の音楽",
    );

    const stranger = await visit({ phone: look.phone });
    const member = await visit({ phone: look.phone, as: manager });
    const complaints: string[] = [];
    for (const [page, places] of [
      [stranger.page, forStrangers(live, performer)],
      [member.page, forMembers(live, idle, performer)],
    ] as const) {
      for (const place of places) complaints.push(...(await inspect(page, place, look)));
    }
    expect(complaints).toEqual([]);
  });
}

async function furnish(cue: CueInstance, manager: Person) {
  const name = `Sehr langer Name einer Bühne ${Date.now().toString(36)}`;
  const live = await cue.createStage({ name, manager: manager.username, isOnDemand: true });
  const idle = await cue.createStage({ name: "يوم جديد", manager: manager.username, isOnDemand: false });
  await cue.makePerformer(manager.username);
  // Each time another performer: nobody plays two sets at once.
  const performer = await Person.register(cue.origin, "Booked");
  await cue.makePerformer(performer.username);
  const startsAt = Date.now() + 3_600_000;
  const set = { performer: performer.username, startsAt, endsAt: startsAt + 3_600_000, name: "An hour" };
  await cue.createSet({ stage: idle.id, ...set });
  return { live, idle, performer };
}

/** What is wrong with a place, in sentences. */
async function inspect(page: Page, place: Place, look: Look): Promise<string[]> {
  const complaints: string[] = [];
  await page.goto(place.path);
  await expect(page.getByRole("main")).toBeVisible();
  await page.waitForFunction(() => "__cue" in window);
  await place.arrange?.(page);
  for (const theme of look.themes) {
    await page.evaluate((name) => {
      if (name === "dark") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = name;
    }, theme);
    // Colours that are on their way to the other theme are nobody's.
    await page.waitForTimeout(250);
    const axe = new AxeBuilder({ page });
    // The themes differ in colour alone.
    if (theme === "light") axe.withRules("color-contrast");
    const { violations } = await axe.analyze();
    for (const { id, help, nodes } of violations) {
      const where = nodes.slice(0, 3).map(({ target, failureSummary = "" }) => {
        return `${target.join(" ")} (${failureSummary.split("\n")[1]?.trim() ?? ""})`;
      });
      complaints.push(`${place.name}, ${theme}: ${id}: ${help}: ${where.join("; ")}`);
    }
  }
  if (look.phone) {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 320) complaints.push(`${place.name}: ${width} px wide on a screen of 320 px`);
    if (size !== null) await page.setViewportSize(size);
  }
  return complaints;
}

test("pages come with their data, load little script and do not jump", async ({ cue, manager, visit }) => {
  const stage = await cue.createStage({ name: "Swift", manager: manager.username, isOnDemand: true });
  const html = await (await fetch(`${cue.origin}/room/${stage.id}`)).text();
  expect(html.slice(0, html.indexOf("__reactRouterContext"))).toContain("Swift");

  for (const path of ["/", `/room/${stage.id}`, `/profile/${manager.id}`]) {
    const { page } = await visit();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
      Object.assign(window, { __shifts: shifts });
    });
    const scripts: Promise<number>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script") return;
      scripts.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(path);
    await page.waitForFunction(() => "__cue" in window);
    await page.waitForTimeout(1_000);
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(bytes, `compressed script of ${path}`).toBeLessThan(180_000);
    const shifts = await page.evaluate(() => (window as unknown as { __shifts: number[] }).__shifts);
    const shift = shifts.reduce((sum, each) => sum + each, 0);
    expect(shift, `layout shift of ${path}`).toBeLessThan(0.01);
  }
});
