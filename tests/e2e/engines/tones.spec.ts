/** A real encoder's tones at the sound output of each browser engine, by every way of playing that it supports. */
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "#tests/bench/statistics.ts";
import { type BrowserEngine, browserEngines, type WayOfPlaying } from "#tests/fixtures/browsers/engines.ts";
import { test as base, expect, type PlayedBy, playedBy, takenAgain } from "#tests/fixtures/browsers/test.ts";
import { LateClock } from "#tests/fixtures/rig/late-clock.ts";

/** Maximum time from the press to the first sound, ms. */
const maxFirstSoundMs = 500;
/** Maximum delay behind the encoder, ms. MP3 is encoded again on its way, and comes in larger frames. */
const maxDelayMs = { opus: 250, mp3: 350 } as const;
/** The same where the browser itself plays the stream: seconds, with a first sound when it has buffered enough. */
const maxStreamDelayMs: Partial<Record<WayOfPlaying, number>> = { mse: 2_500, element: 12_000 };

/** Time that a person takes to see the button. */
const lookMs = 1_500;
/** The start says nothing about how far behind the sound stays. */
const settleMs = 3_000;
const listenMs = 6_000;

interface Take {
  browser: BrowserEngine;
  format: keyof typeof maxDelayMs;
  /** Instead of the one that the player chooses. */
  forced?: WayOfPlaying;
}

interface Heard {
  version: string;
  /** Time from the press, ms. */
  firstSoundMs: number;
  /** Encoder to ear, ms: the median of the beeps. */
  delayMs: number;
  player: PlayedBy;
  /** Lateness of the machine meanwhile, ms; null where it was in time. */
  lateMs: number | null;
}

/** Listens to a stage of its own for some seconds. */
const test = base.extend<{ listen: (take: Take) => Promise<Heard> }>({
  listen: async ({ cue, manager, broadcast, visitIn }, provide) => {
    await provide(async ({ browser, format, forced }) => {
      const stage = await cue.createStage({ name: "Tones", manager: manager.username, isOnDemand: true });
      const encoder = await broadcast({ ...stage, format, track: 5 });
      const { page, ear, open, close } = await visitIn(browser);
      await open(`/room/${stage.id}${forced === undefined ? "" : `?engine=${forced}`}`);
      await sleep(lookMs);
      const clock = new LateClock(encoder);
      await page.press("Play Tones");
      const sound = await ear.waitFor("a tone", (log) => log.find(({ type }) => type === "sound"), 20_000);
      const [click] = await ear.all("click");
      await sleep(settleMs + listenMs);
      const lateMs = clock.stop();
      const heard = {
        version: page.version,
        firstSoundMs: sound.at - (click?.at ?? Number.NaN),
        delayMs: median(await ear.delays(sound.at + settleMs)),
        player: await playedBy(page),
        lateMs,
      };
      await close();
      await encoder.kill();
      return heard;
    });
  },
});

for (const browser of browserEngines) {
  const [chosen] = browser.ways;
  for (const format of ["opus", "mp3"] as const) {
    test(`${browser.name}, ${format}: the first sound and its delay`, async ({ listen }) => {
      const limits = { firstSoundMs: maxFirstSoundMs, delayMs: maxDelayMs[format] };
      await expectWithin({ engine: chosen, ...limits }, () => listen({ browser, format }));
    });
  }
  for (const forced of browser.ways.filter((way) => way !== chosen)) {
    test(`${browser.name}, ${forced}: its delay`, async ({ listen }) => {
      const limits = {
        firstSoundMs: forced in maxStreamDelayMs ? Number.POSITIVE_INFINITY : maxFirstSoundMs,
        delayMs: maxStreamDelayMs[forced] ?? maxDelayMs.opus,
      };
      await expectWithin({ engine: forced, ...limits }, () => listen({ browser, format: "opus", forced }));
    });
  }
}

interface Limits {
  engine: WayOfPlaying;
  firstSoundMs: number;
  delayMs: number;
}

/** Listens; once more where it was beyond a limit while the machine was late. */
async function expectWithin(limits: Limits, listen: () => Promise<Heard>): Promise<void> {
  let heard = await listen();
  const isWithin = () =>
    heard.player.engine === limits.engine &&
    heard.firstSoundMs <= limits.firstSoundMs &&
    heard.delayMs <= limits.delayMs;
  if (heard.lateMs !== null && !isWithin()) {
    takenAgain(`${toText(heard)}, while the machine was ${heard.lateMs.toFixed(0)} ms late`);
    heard = await listen();
  }
  const text = toText(heard);
  console.log(`    ${text}`);
  expect(heard.player, text).toEqual({ engine: limits.engine, falls: [] });
  expect(heard.firstSoundMs, `ms to the first sound. ${text}`).toBeLessThanOrEqual(limits.firstSoundMs);
  expect(heard.delayMs, `ms behind the encoder. ${text}`).toBeLessThanOrEqual(limits.delayMs);
}

function toText({ version, player, firstSoundMs, delayMs }: Heard): string {
  const falls = player.falls.map(({ engine, reason }) => `; not ${engine}: ${reason}`).join("");
  const figures = `first sound ${firstSoundMs.toFixed(0)} ms, ${delayMs.toFixed(0)} ms behind`;
  return `${version}, ${player.engine}: ${figures}${falls}`;
}
