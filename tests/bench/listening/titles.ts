import { setTimeout as sleep } from "node:timers/promises";
import { Ear, fitEars } from "#tests/fixtures/rig/ear.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, ms } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import type { Stand } from "./stand.ts";

const changes = 10;

/** How far a title on the page is from the tone that carries it. */
export async function benchTitles(stand: Stand, _options: BenchOptions): Promise<Chapter> {
  const { encoder, url } = stand.cueMp3;
  const context = await stand.browser.newContext({ viewport: { width: 1280, height: 800 } });
  const lags: number[] = [];
  try {
    await fitEars(context);
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
    const ear = new Ear(page);
    await ear.hears(0);
    for (let change = 1; change <= changes; change++) {
      const title = `Title ${change} of ${Date.now()}`;
      await ear.expectText(title);
      const changedAt = await encoder.change(change, "Bench", title);
      const heard = await ear.hears(change, { since: changedAt });
      const shown = await ear.waitFor(
        "a title",
        (log) => log.find((entry) => entry.type === "text" && entry.text === title),
        5_000,
      );
      lags.push(shown.at - heard.at);
      await sleep(1_500);
    }
  } finally {
    await context.close();
    await encoder.play(0);
  }
  const size = lags.map(Math.abs);
  return {
    name: "titles",
    title: "Titles at the ear",
    method: `${changes} changes of track; the title is sent by /admin/metadata at the moment of the new tone. Late is positive.`,
    figures: [
      {
        what: "title on the page after the tone at the ear, median",
        value: ms(median(lags)),
        aim: "± 200 ms",
      },
      { what: "the farthest apart", value: ms(percentile(size, 1)), aim: "≤ 200 ms" },
    ],
    voidBecause: [],
  };
}
