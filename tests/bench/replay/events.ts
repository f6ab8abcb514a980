/** Whether titles, chat, hearts and cheers of a replay appear with their sound, also behind a cut. */

import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { recordTitles, titleLags } from "#tests/fixtures/heard-titles.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { Person } from "#tests/fixtures/people.ts";
import { Ear, fitEars } from "#tests/fixtures/rig/ear.ts";
import { listeningBrowser } from "../../../playwright.config.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms } from "../report.ts";
import { median } from "../statistics.ts";
import { type Moments, performLive, sayingOf, stageName, titleOf, trackOf } from "./moments.ts";
import { reactionsOn, recordReactions, soundsAt, textsOn } from "./shown.ts";
import { type CompleteReplay, completed } from "./tones.ts";

interface Compared {
  what: string;
  /** Delay of each in the replay after its sound, ms: before the cut, and behind it. */
  before: number[];
  behind: number[];
  expected: number;
}

export async function benchReplayEvents({ changes }: BenchOptions): Promise<Chapter> {
  const cue = await CueInstance.start();
  const browser = await chromium.launch(listeningBrowser);
  try {
    const manager = await Person.register(cue.origin, "Manager");
    await cue.admin("make-manager", manager.username);
    const stage = await cue.createStage({ name: stageName, manager: manager.username, isOnDemand: true });
    const live = await performLive(cue, { browser, stage, changes });
    const replay = await completed(cue, manager);
    const compared = await playReplay(cue, { browser, replay, moments: live.moments });
    return toChapter(compared, live);
  } finally {
    await browser.close();
    await cue.stop();
  }
}

/** Plays it from its start to its end, in a page of its own. */
async function playReplay(
  cue: CueInstance,
  { browser, replay, moments }: { browser: Browser; replay: CompleteReplay; moments: Moments },
): Promise<Compared[]> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  await fitEars(context);
  const page = await context.newPage();
  await page.goto(`${cue.origin}/replay/${replay.id}`);
  await untilInteractive(page);
  const ear = new Ear(page);
  for (const index of moments.chat.keys()) await ear.expectText(sayingOf(index));
  await recordReactions(page);
  await page
    .getByRole("main")
    .getByRole("button", { name: `Play ${stageName}` })
    .click();
  const first = await ear.hears(0);
  await recordTitles(page);
  await sleep(replay.duration + 3_000);
  // Sound is missing at the cut: within it, either side is near enough to find the cycle.
  const roughly = (at: number) => {
    const madeAt = replay.startTime + (at - first.at);
    return madeAt > moments.cut.from ? madeAt + (moments.cut.to - moments.cut.from) : madeAt;
  };
  const heardAt = await soundsAt(ear, roughly);
  const lags = await titleLags(
    { page, ear },
    titleOf,
    moments.titles.map((_, index) => ({ track: trackOf(index), since: first.at })),
  );
  const chat = await textsOn(
    ear,
    moments.chat.map((_, index) => sayingOf(index)),
  );
  const reactions = async (kind: "favorite" | "cheer") => (await reactionsOn(page, kind)).map(heardAt);
  const compared = [
    compare(
      "titles",
      moments.titles,
      moments.titles.map((at, index) => at + (lags[index] ?? Number.NaN)),
      moments,
    ),
    compare("chat messages", moments.chat, chat.map(heardAt), moments),
    compare("hearts", moments.hearts, await reactions("favorite"), moments),
    compare("cheers", moments.cheers, await reactions("cheer"), moments),
  ];
  await context.close();
  return compared;
}

/** Compares in order: what is shown first belongs to what happened first. */
function compare(
  what: string,
  expected: readonly number[],
  shown: readonly number[],
  { cut }: Moments,
): Compared {
  const [wanted, found] = [expected, shown].map((times) =>
    times.filter((at) => !Number.isNaN(at)).toSorted((a, b) => a - b),
  ) as [number[], number[]];
  const differences = wanted.flatMap((at, place) => {
    const other = found[place];
    return other === undefined ? [] : [{ at, late: other - at }];
  });
  const late = (isBehind: boolean) =>
    differences.filter(({ at }) => at > cut.from === isBehind).map((each) => each.late);
  return { what, before: late(false), behind: late(true), expected: expected.length };
}

function toChapter(
  compared: readonly Compared[],
  { liveTitles, worstLagMs }: { liveTitles: number[]; worstLagMs: number },
): Chapter {
  const farthest = (late: readonly number[]) =>
    late.length === 0 ? "none" : ms(Math.max(...late.map(Math.abs)));
  const figures = compared.flatMap(({ what, before, behind, expected }): Figure[] => [
    { what: `${what} shown`, value: `${before.length + behind.length} of ${expected}`, aim: "all" },
    { what: `${what}: later than their sound, median`, value: ms(median([...before, ...behind])) },
    {
      what: `${what}: farthest from it, before the cut / behind it`,
      value: `${farthest(before)} / ${farthest(behind)}`,
      aim: "≤ 200 ms",
    },
  ]);
  figures.push({
    what: "titles near live: later than their sound, median, farthest from it",
    value: `${ms(median(liveTitles))}, ${farthest(liveTitles)}`,
  });
  return {
    name: "replay-events",
    title: "Titles, chat, hearts and cheers in a replay",
    method:
      "A stage with a real encoder, which is away for some seconds in the middle; two listeners in real Chromium, one near live and one 25 s behind, press " +
      "favorite in each track and cheer once, and one writes. The sound tells the ear when it left the encoder. Then the replay is played from its start in " +
      "Chromium: the sound at the ear when something is painted is compared with the sound that was at the listener's ear when they pressed, for a message with the sound that " +
      "passed the server when it was written; a title with the first sample of its tone.",
    figures,
    voidBecause: worstLagMs > 100 ? [`the encoder was ${ms(worstLagMs)} late`] : [],
  };
}
