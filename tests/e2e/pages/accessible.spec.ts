/** Checks every page and dialog for axe violations, horizontal scroll, layout shift and the amount of JavaScript. */

import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { type Furniture, forMembers, forStrangers, type Place } from "#tests/fixtures/accessible-places.ts";
import { violationsOf } from "#tests/fixtures/axe.ts";
import { addPerson, addSongs } from "#tests/fixtures/database.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { untilInteractive } from "#tests/fixtures/open.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { expect, test } from "#tests/fixtures/test.ts";

// Each test takes about a minute.
test.describe.configure({ mode: "parallel" });

const looks = [{ name: "phone" }, { name: "desktop" }] as const;
type Look = (typeof looks)[number];
const themes = ["dark", "light"] as const;

for (const look of looks) {
  const isPhone = look.name === "phone";
  test(`every page is accessible and fits a ${look.name} screen in both themes`, async ({
    cue,
    manager,
    broadcast,
    visit,
    allowConsole,
  }) => {
    test.setTimeout(300_000);
    allowConsole(/status of 404.*\/no\/such\/page/);
    const furniture = await furnish(cue, manager);
    const encoder = await broadcast({ ...furniture.live, format: "mp3", track: 1 });
    await encoder.announce(
      "Ελευθερία Αρβανιτάκη",
      "Ein sehr langer Titel, der nicht auf eine Zeile passt, 夜の音楽",
    );

    const stranger = await visit({ phone: isPhone });
    const member = await visit({ phone: isPhone, as: manager });
    const complaints: string[] = [];
    for (const [page, places] of [
      [stranger.page, forStrangers(furniture)],
      [member.page, forMembers(furniture)],
    ] as const) {
      for (const [index, place] of places.entries()) {
        // A page has the same content at every size; pages with more columns on a wide screen are checked once more
        // there.
        const isHere = place.on === look.name || (place.on === undefined && (isPhone || place.isWide));
        if (!isHere) continue;
        // Pages alternate between the themes, because they share their parts. `CUE_LOOKS=all` checks each page in both.
        const isThorough = !isPhone || process.env.CUE_LOOKS === "all";
        const seen = themes.filter((_, at) => isThorough || at === index % themes.length);
        complaints.push(...(await inspect(page, place, look, seen)));
      }
    }
    expect(complaints).toEqual([]);
  });
}

async function furnish(cue: CueInstance, manager: Person): Promise<Furniture> {
  const name = `Sehr langer Name einer Bühne ${Date.now().toString(36)}`;
  const genre = "Tieftonmusik";
  const live = await cue.createStage({ name, manager: manager.username, isOnDemand: true, genre });
  const idle = await cue.createStage({ name: "يوم جديد", manager: manager.username, isOnDemand: false });
  await cue.makePerformer(manager.username);
  // Another performer each time, because a performer cannot play two sets simultaneously.
  const performer = await addPerson(cue, "Booked");
  await cue.makePerformer(performer.username);
  const startsAt = Date.now() + 3_600_000;
  const set = { performer: performer.username, startsAt, endsAt: startsAt + 3_600_000, name: "An hour" };
  await cue.createSet({ stage: idle.id, ...set });
  const blocked = await addPerson(cue, "Blocked");
  await manager.post("/api/users/blockUser", { block: blocked.id });
  const artist = `宇多田ヒカル ${Date.now().toString(36)}`;
  const label = { id: `label-${performer.id}`, name: "Tief im Keller", parent: "Mehr Keller" };
  const title = "真夏の通り雨 in einer sehr langen Fassung, die nicht auf eine Zeile passt";
  const [song = ""] = addSongs(cue, { stageId: idle.id, performerId: performer.id }, [
    { artist, title, label },
    { artist: "", title: "" },
  ]);
  await manager.post("/api/favorites/favorite", { track: song, fresh: true });
  return { live, idle, performer, blocked, song, artist, label: label.id, genre: genre.toLowerCase() };
}

/** Returns the problems of a place as sentences. */
async function inspect(
  page: Page,
  place: Place,
  look: Look,
  seen: readonly (typeof themes)[number][],
): Promise<string[]> {
  const complaints: string[] = [];
  await page.goto(place.path);
  await expect(page.getByRole("main")).toBeVisible();
  await untilInteractive(page);
  await place.arrange?.(page);
  for (const theme of seen) {
    await page.evaluate((name) => {
      if (name === "dark") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = name;
    }, theme);
    // The themes differ only in color.
    const isSame = theme === "light" && seen.length > 1;
    const violations = await violationsOf(page, isSame ? { rules: ["color-contrast"] } : {});
    for (const { id, help, nodes } of violations) {
      const where = nodes.slice(0, 3).map(({ target, failureSummary = "" }) => {
        return `${target.join(" ")} (${failureSummary.split("\n")[1]?.trim() ?? ""})`;
      });
      complaints.push(`${place.name}, ${theme}: ${id}: ${help}: ${where.join("; ")}`);
    }
  }
  if (look.name === "phone") {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 320) complaints.push(`${place.name}: ${width} px wide on a screen of 320 px`);
    if (size !== null) await page.setViewportSize(size);
  }
  return complaints;
}

test("pages are server-rendered, load little JavaScript and have no layout shift", async ({
  cue,
  manager,
  visit,
}) => {
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
    await page.goto(path);
    await untilInteractive(page);
    await page.waitForTimeout(1_000);
    // The size of what the document itself loads, without workers and engines that load later.
    const document = await (await fetch(`${cue.origin}${path}`)).text();
    const links = document.match(/<link[^>]*modulepreload[^>]*>/g) ?? [];
    const scripts = new Set(links.flatMap((link) => link.match(/\/assets\/[\w.-]+\.js/g) ?? []));
    const sizes = [...scripts].map(async (script) => {
      const answer = await fetch(`${cue.origin}${script}`);
      return gzipSync(Buffer.from(await answer.arrayBuffer())).length;
    });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(scripts.size).toBeGreaterThan(3);
    expect(bytes, `compressed script of ${path}`).toBeLessThan(180_000);
    const shifts = await page.evaluate(() => (window as unknown as { __shifts: number[] }).__shifts);
    const shift = shifts.reduce((sum, each) => sum + each, 0);
    expect(shift, `layout shift of ${path}`).toBeLessThan(0.01);
  }
});
