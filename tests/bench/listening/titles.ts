import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import type { FavoriteView } from "#app/domains/music/tracks/contract/tracks.ts";
import { recordTitles, titleLags } from "#tests/fixtures/heard-titles.ts";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { Person } from "#tests/fixtures/people.ts";
import { Ear, fitEars } from "#tests/fixtures/rig/ear.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import type { Stand } from "./stand.ts";

/** Distances behind live that a listener can choose. */
const depths = [
  { name: "near live", choice: {} },
  { name: "with less data", choice: { isLowData: true } },
  { name: "patient, 25 s behind", choice: { isPatient: true } },
];
/** Tones to change between; the first is what plays before. */
const tones = 11;
const everyMs = 3_000;
const pressAfterMs = 1_500;
const togetherMs = 500;
const deepestMs = 40_000;

interface Change {
  track: number;
  title: string;
  at: number;
}

interface Listener {
  name: string;
  person: Person;
  context: BrowserContext;
  page: Page;
  ear: Ear;
}

const titleOf = (track: number) => `Pitch ${track} ·`;

/**
 * Measures how far a title on the page is from the tone that carries it, and whether a favorite goes to what is heard.
 */
export async function benchTitles(stand: Stand, options: BenchOptions): Promise<Chapter> {
  const { encoder } = stand.cueMp3;
  // So that the farthest behind has something to be behind.
  await sleep(25_000);
  const listeners = await Promise.all(depths.map((depth) => sitDown(stand, depth)));
  const changes: Change[] = [];
  const pressing = listeners.map((listener) => pressAtEach(listener, changes, options.changes));
  for (let index = 0; index < options.changes; index++) {
    const track = 1 + (index % tones);
    const title = `${titleOf(track)} ${index} of ${Date.now()}`;
    changes.push({ track, title, at: await encoder.change(track, "Bench", title) });
    await sleep(everyMs);
  }
  const favorites = await Promise.all(pressing);
  const figures: Figure[] = [];
  for (const [index, listener] of listeners.entries()) {
    const heard = changes.map(({ track, at }) => ({ track, since: at }));
    const lags = await titleLags(listener, titleOf, heard);
    const own = lags.map((lag) => (Number.isNaN(lag) ? 10_000 : lag));
    const together = own.filter((lag) => Math.abs(lag) <= togetherMs).length;
    const { name } = listener;
    figures.push(
      {
        what: `${name}: title within 0.5 s of its tone`,
        value: `${together} of ${own.length}`,
        aim: "49 of 50",
      },
      {
        what: `${name}: title after its tone, median / farthest apart`,
        value: `${ms(median(own))} / ${ms(percentile(own.map(Math.abs), 1))}`,
      },
      {
        what: `${name}: favorite 1.5 s after a change is of the track at the ear`,
        value: `${favorites[index] ?? 0} of ${options.changes}`,
        aim: "all",
      },
    );
    await listener.context.close();
  }
  await encoder.play(0);
  return {
    name: "titles",
    title: `${options.changes} titles at the ear`,
    method:
      "The title is sent by /admin/metadata at the moment of the new tone, every 3 s, to three listeners of one stage " +
      "at once; each presses favorite 1.5 s after each change that they hear. Late is positive.",
    figures,
    voidBecause: [],
  };
}

async function sitDown(stand: Stand, { name, choice }: (typeof depths)[number]): Promise<Listener> {
  const person = await Person.register(stand.cue.origin, "Ear");
  const context = await stand.browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ name: "cue", value: person.token, url: stand.cue.origin, httpOnly: true }]);
  await context.addInitScript((chosen) => localStorage.setItem("cue", JSON.stringify(chosen)), choice);
  await fitEars(context);
  const page = await context.newPage();
  await page.goto(stand.cueMp3.url);
  await untilInteractive(page);
  await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
  const ear = new Ear(page);
  await ear.hears(0);
  await recordTitles(page);
  return { name, person, context, page, ear };
}

/** Returns how many favorites went to the track that was heard. */
async function pressAtEach(
  { person, page, ear }: Listener,
  changes: readonly Change[],
  count: number,
): Promise<number> {
  let right = 0;
  for (let index = 0; index < count; index++) {
    while (changes[index] === undefined) await sleep(50);
    const change = changes[index];
    if (change === undefined) continue;
    const heard = await ear.hears(change.track, { since: change.at, withinMs: deepestMs }).catch(() => null);
    if (heard === null) continue;
    await sleep(Math.max(0, heard.at + pressAfterMs - Date.now()));
    const live = page.getByRole("region", { name: "Live" });
    const stored = page.waitForResponse("**/api/favorites/favorite", { timeout: 2_000 });
    const pressed = live.getByRole("button", { name: "Favorite", exact: true }).click({ timeout: 1_000 });
    // What cannot be pressed in time, or is not stored, counts as wrong.
    await Promise.allSettled([stored, pressed]);
    const { body } = await person.get<FavoriteView[]>("/api/favorites/getFavorites");
    if (body[0]?.track.title === change.title) right++;
  }
  return right;
}
