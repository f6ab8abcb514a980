/** Going somewhere in what was on air, and back in what is: until the sound of the new place is heard. */

import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { Person } from "#tests/fixtures/people.ts";
import { recordTones } from "#tests/fixtures/recorded-tones.ts";
import { Ear, fitEars } from "#tests/fixtures/rig/ear.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import { FaultProxy } from "#tests/fixtures/rig/fault-proxy.ts";
import { trackHz } from "#tests/fixtures/rig/signal.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { listeningBrowser } from "../../../playwright.config.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, ms } from "../report.ts";
import { median, percentile } from "../statistics.ts";

/** Every request and frame waits so long in each direction: 40 ms there and back. */
const link = { delayMs: 20, jitterMs: 0, stallChance: 0, stallMs: 0 };
/** Each part of a recording has a tone of its own. */
const partMs = 20_000;
/** Sound that the player holds behind and ahead of what is heard: a seek to there asks nothing of the network. */
const heldMs = { behind: 90_000, ahead: 300_000 } as const;
/**
 * Time of a press that goes back to the part before: within ten seconds after one has begun, ten seconds back is the
 * one before.
 */
const rewindAfterMs = 4_000;
/** Width of the slider's thumb: a press on it moves nothing. */
const thumbPx = 12;
const minAway = 0.03;
const stageName = "Tape Deck";
const archiveName = "Tape Archive";

interface Sought {
  /** Times of seeks to where nothing is in memory, and of the others. */
  far: number[];
  near: number[];
}

interface Live {
  rewinds: number[];
  returns: number[];
  /** Encoder to ear before each rewind, and after the way back. */
  before: number[];
  after: number[];
}

export async function benchReplaySeeks({ replayMinutes, rewinds, seeks }: BenchOptions): Promise<Chapter> {
  const cue = await CueInstance.start();
  const proxy = await FaultProxy.start(cue.port);
  proxy.quality = link;
  const origin = `http://localhost:${proxy.port}`;
  const browser = await chromium.launch(listeningBrowser);
  const manager = await Person.register(cue.origin, "Manager");
  await cue.admin("make-manager", manager.username);
  const open = (name: string) => cue.createStage({ name, manager: manager.username, isOnDemand: true });
  const [stage, archive] = [await open(stageName), await open(archiveName)];
  const encoder = await Encoder.start({ ...stage, port: cue.ingestPort, format: "mp3", track: 0 });
  try {
    const live = await measureLive({ browser, encoder, url: `${origin}/room/${stage.id}`, rewinds });
    await encoder.kill();
    const parts = Math.round((replayMinutes * 60_000) / partMs);
    const { id } = await recordTones(cue, { stageId: archive.id, parts, partMs });
    const sought = await measureSeeks(browser, `${origin}/replay/${id}`, { parts, seeks });
    return toChapter(live, sought, { replayMinutes, worstLagMs: encoder.worstLagMs });
  } finally {
    await browser.close();
    await encoder.kill();
    await proxy.close();
    await cue.stop();
  }
}

async function openPage(browser: Browser): Promise<{ page: Page; ear: Ear; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await fitEars(context);
  const page = await context.newPage();
  return { page, ear: new Ear(page), close: () => context.close() };
}

/** A rewind and the way back in every part but the first. */
async function measureLive({
  browser,
  encoder,
  url,
  rewinds,
}: {
  browser: Browser;
  encoder: Encoder;
  url: string;
  rewinds: number;
}): Promise<Live> {
  const { page, ear, close } = await openPage(browser);
  const stagePage = new StagePage(page, stageName);
  await page.goto(url);
  await stagePage.play();
  await ear.hears(0);
  const live: Live = { rewinds: [], returns: [], before: [], after: [] };
  let began = Date.now();
  for (let part = 1; part <= rewinds; part++) {
    await sleep(Math.max(0, began + partMs - Date.now()));
    const track = part % trackHz.length;
    began = await encoder.play(track);
    await ear.hears(track, { since: began });
    await sleep(Math.max(0, began + rewindAfterMs - Date.now()));
    live.before.push(median(await ear.delays(Date.now() - 2_000)));
    await stagePage.bar.getByRole("button", { name: "Rewind" }).click();
    const rewoundAt = Date.now();
    await page.getByRole("dialog", { name: "Rewind" }).getByRole("button", { name: "10 Seconds" }).click();
    const earlier = await ear.hears((part - 1) % trackHz.length, { since: rewoundAt, withinMs: 15_000 });
    live.rewinds.push(earlier.at - (await lastClick(ear, rewoundAt)));
    await sleep(1_500);
    const backAt = Date.now();
    await stagePage.bar.getByRole("button", { name: "Back to Live" }).click();
    const present = await ear.hears(track, { since: backAt, withinMs: 15_000 });
    live.returns.push(present.at - (await lastClick(ear, backAt)));
    await sleep(3_000);
    live.after.push(median(await ear.delays(Date.now() - 2_000)));
  }
  await sleep(Math.max(0, began + partMs - Date.now()));
  await close();
  return live;
}

async function lastClick(ear: Ear, since: number): Promise<number> {
  const clicks = await ear.all("click", since);
  return clicks.at(-1)?.at ?? Number.NaN;
}

/** Presses on the picture, each in the middle of another part. */
async function measureSeeks(
  browser: Browser,
  url: string,
  { parts, seeks }: { parts: number; seeks: number },
): Promise<Sought> {
  const { page, ear, close } = await openPage(browser);
  await page.goto(url);
  await untilInteractive(page);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: `Play ${archiveName}` }).click();
  await ear.hears(0);
  const slider = main.getByRole("slider", { name: "Position" });
  const sought: Sought = { far: [], near: [] };
  let before = 0;
  for (let seek = 0; seek < seeks; seek++) {
    const part = otherPart(before, parts);
    const box = await slider.boundingBox();
    if (box === null) throw new Error("There is no slider.");
    const x = box.x + thumbPx / 2 + (box.width - thumbPx) * ((part + 0.5) / parts);
    await page.mouse.move(x, box.y + box.height / 2);
    const pressedAt = Date.now();
    await page.mouse.down();
    await page.mouse.up();
    const heard = await ear.hears(part % trackHz.length, { since: pressedAt, withinMs: 15_000 });
    const aheadMs = (part - before) * partMs;
    const isFar = aheadMs > heldMs.ahead || -aheadMs > heldMs.behind;
    sought[isFar ? "far" : "near"].push(heard.at - pressedAt);
    before = part;
    await sleep(500 + Math.random() * 1_000);
  }
  await close();
  return sought;
}

/** One whose tone is another, and so far away that the slider's thumb is not on it. */
function otherPart(before: number, parts: number): number {
  for (;;) {
    const part = Math.floor(Math.random() * parts);
    const isOtherTone = part % trackHz.length !== before % trackHz.length;
    if (isOtherTone && Math.abs(part - before) > parts * minAway) return part;
  }
}

function toChapter(
  live: Live,
  { far, near }: Sought,
  { replayMinutes, worstLagMs }: { replayMinutes: number; worstLagMs: number },
): Chapter {
  const spread = (values: readonly number[]) =>
    values.length === 0 ? "none" : `${ms(median(values))} / ${ms(percentile(values, 0.95))}`;
  const further = live.after.map((after, place) => after - (live.before[place] ?? Number.NaN));
  return {
    name: "replay-seeks",
    title: "Seeking in a recording, and in what is on air",
    method: `Real Chromium over a link that delays everything by ${link.delayMs} ms each way. Presses on the picture of a recording of ${replayMinutes} minutes, each ${partMs / 1_000} s a tone of its own, in the middle of another part, ${far.length + near.length} times: far is where the player holds nothing, more than ${heldMs.behind / 1_000} s behind or ${heldMs.ahead / 1_000} s ahead of what is heard. On a live stage with a real encoder ten seconds back and back to live, ${live.rewinds.length} times. Times are from the press to the first sample of the new tone at the ear.`,
    figures: [
      { what: "a seek, median / p95", value: spread([...far, ...near]), aim: "≤ 300 ms / ≤ 1 s" },
      { what: `of these far, ${far.length} times`, value: spread(far), aim: "≤ 300 ms / ≤ 1 s" },
      { what: `of these near, ${near.length} times`, value: spread(near) },
      {
        what: "ten seconds back in what is on air, median / p95",
        value: spread(live.rewinds),
        aim: "≤ 300 ms / ≤ 1 s",
      },
      { what: "back to live, median / p95", value: spread(live.returns), aim: "≤ 300 ms" },
      {
        what: "encoder to ear before going back / after the return, median",
        value: `${ms(median(live.before))} / ${ms(median(live.after))}`,
      },
      { what: "further behind after the return, median / p95", value: spread(further), aim: "≤ 300 ms" },
    ],
    voidBecause: worstLagMs > 100 ? [`the encoder was ${Math.round(worstLagMs)} ms late`] : [],
  };
}
