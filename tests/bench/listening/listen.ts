/** One listening: a fresh page, one click, and what the ear made of it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { Ear, fitEars } from "#tests/fixtures/rig/ear.ts";
import { readFigures } from "#tests/fixtures/stage-page.ts";
import type { Place } from "./stand.ts";

/** Beeps of the first seconds tell of the start, not of the steady state. */
const settleMs = 3_000;
const warmPageMs = 1_500;

export interface Listening {
  /** Encoder to ear, ms, of each beep once the player has settled. */
  delays: number[];
  clickToSoundMs: number;
  /** Holes of 8 ms and more after the start. */
  gaps: number;
  /** Number of underruns by the count of Cue's own player; not a number for others. */
  underruns: number;
}

export async function listen(browser: Browser, place: Place, durationMs: number): Promise<Listening> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await fitEars(context);
    const page = await context.newPage();
    await page.goto(place.url);
    // As long as a person takes to see the button.
    await sleep(warmPageMs);
    const ear = new Ear(page);
    await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click({ noWaitAfter: true });
    const sound = await ear.waitFor(
      `anything of ${place.name}`,
      (log) => log.find((entry) => entry.type === "sound"),
      30_000,
    );
    const [click] = await ear.all("click");
    const hasPlayer = await page.evaluate(() => "__cue" in window);
    const underruns = async () => (hasPlayer ? (await readFigures(page)).underruns : Number.NaN);
    const settled = Math.min(settleMs, durationMs);
    await sleep(settled);
    const atFirst = await underruns();
    await sleep(durationMs - settled);
    const since = sound.at + settled;
    return {
      delays: await ear.delays(since),
      clickToSoundMs: sound.at - (click?.at ?? Number.NaN),
      gaps: (await ear.all("gap", since)).length,
      underruns: (await underruns()) - atFirst,
    };
  } finally {
    await context.close();
  }
}
