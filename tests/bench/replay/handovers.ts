/** Five booked sets on one stage, one after the other: a file each, its bounds, and whether its joins can be heard. */
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { addPerson } from "#tests/fixtures/database.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { LiveReader } from "#tests/helpers/live-reader.ts";
import { readPages } from "#tests/helpers/tapes.ts";
import { listeningBrowser } from "../../../playwright.config.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, ms } from "../report.ts";
import { decodeInBrowser } from "./browser-decoder.ts";
import { largestBreak } from "./tone-breaks.ts";
import {
  aroundMs,
  type CheckedSound,
  type CompleteReplay,
  checkJoins,
  clickAmong,
  completed,
  decode,
  fileOf,
  joinsOf,
  otherPlaces,
  rate,
  startTone,
  stopTone,
  toneOf,
} from "./tones.ts";

/** Pauses between the end of a set and the start of the next, ms. */
const pausesMs = [0, 500, 1_000, 2_000];
/** Encoders connect before their set, and stay a little longer. */
const earlyMs = 8_000;
const lateMs = 5_000;
/** The performer whose encoder is away in the middle of the set, and for how long. */
const absent = { place: 2, forMs: 1_500 } as const;
const packetMs = 20;
/** Time within which a source knows when its sound began. */
const burstMs = 5_000;
/** Number of pages of the head of an Ogg Opus stream. */
const headPages = 2;
/** Number of packets that are decoded before a place in Chromium, as after a jump. */
const leadPackets = 25;
const browserPlaces = 60;

interface Performance {
  place: number;
  person: Person;
  startsAt: number;
  endsAt: number;
}

/** A stretch of sound without a break, as a listener got it: epoch ms. */
interface Stretch {
  from: number;
  to: number;
  packets: number;
}

interface Checked {
  /** The recording begins, and ends, so much later than what was on air. */
  off: { start: number; end: number };
  onAir: number;
  recorded: number;
  ffmpeg: CheckedSound;
  browser: { clicks: number };
}

export async function benchReplayHandovers({ minutes }: BenchOptions): Promise<Chapter> {
  const cue = await CueInstance.start();
  const browser = await chromium.launch(listeningBrowser);
  try {
    const manager = await Person.register(cue.origin, "Manager");
    await cue.admin("make-manager", manager.username);
    const stage = await cue.createStage({ name: "Relay", manager: manager.username, isOnDemand: false });
    const performances = await book(cue, stage.id, minutes * 60_000);
    const stretches: Stretch[] = [];
    const reader = await listen(cue, stage.id, stretches);
    await Promise.all(performances.map((performance) => perform(cue, performance)));
    reader.close();
    const page = await browser.newPage();
    await page.goto(`${cue.origin}/robots.txt`);
    const replays = await Promise.all(performances.map(({ person }) => completed(cue, person)));
    const own = ownStretches(stretches, performances);
    const checked: Checked[] = [];
    for (const [place, replay] of replays.entries())
      checked.push(await check({ cue, page, replay, stretches: own[place] ?? [], hz: toneOf(place) }));
    const voidBecause = [
      ...(reader.lost > 0 ? [`the listener missed ${reader.lost} packets`] : []),
      ...(own.some(({ length }) => length === 0) ? ["a set was not heard by the listener"] : []),
    ];
    return toChapter(checked, minutes, voidBecause);
  } finally {
    await browser.close();
    await cue.stop();
  }
}

async function book(cue: CueInstance, stage: string, lengthMs: number): Promise<Performance[]> {
  const performances: Performance[] = [];
  let startsAt = Date.now() + 20_000;
  for (let place = 0; place <= pausesMs.length; place++) {
    const person = await addPerson(cue, `Tone${place}`);
    const endsAt = startsAt + lengthMs;
    performances.push({ place, person, startsAt, endsAt });
    startsAt = endsAt + (pausesMs[place] ?? 0);
  }
  for (const { place, person, ...times } of performances) {
    await cue.makePerformer(person.username);
    await cue.createSet({ stage, performer: person.username, name: `Set ${place}`, ...times });
  }
  return performances;
}

async function perform(cue: CueInstance, { place, person, startsAt, endsAt }: Performance): Promise<void> {
  const until = (at: number) => sleep(Math.max(0, at - Date.now()));
  const ingest = await cue.makePerformer(person.username);
  await until(startsAt - earlyMs);
  let encoder = startTone(toneOf(place), ingest);
  if (place === absent.place) {
    await until((startsAt + endsAt) / 2);
    await stopTone(encoder);
    await sleep(absent.forMs);
    encoder = startTone(toneOf(place), ingest);
  }
  await until(endsAt + lateMs);
  await stopTone(encoder);
}

/** Notes what a listener of the stage gets. */
function listen(cue: CueInstance, stage: string, stretches: Stretch[]): Promise<LiveReader> {
  return LiveReader.open({
    origin: cue.origin,
    room: `stage/${stage}`,
    class: "live",
    onMessage({ isDiscontinuity, packets }) {
      const [first, last] = [packets[0], packets.at(-1)];
      if (first === undefined || last === undefined) return;
      const current = stretches.at(-1);
      const to = last.at + packetMs;
      if (current === undefined || isDiscontinuity) {
        stretches.push({ from: first.at, to, packets: packets.length });
        return;
      }
      current.to = to;
      current.packets += packets.length;
      // An encoder that begins with a burst stamps its first packets too late, and none too early.
      if (current.packets * packetMs <= burstMs)
        current.from = Math.min(current.from, to - current.packets * packetMs);
    },
  });
}

/** Returns the stretches of each set: every one belongs to the set in which its middle is. */
function ownStretches(stretches: readonly Stretch[], performances: readonly Performance[]): Stretch[][] {
  const endOf = (place: number) => performances[place + 1]?.startsAt ?? Number.POSITIVE_INFINITY;
  return performances.map(({ startsAt }, place) =>
    stretches.filter(({ from, to }) => {
      const middle = (from + to) / 2;
      return middle >= startsAt && middle < endOf(place);
    }),
  );
}

async function check({
  cue,
  page,
  replay,
  stretches,
  hz,
}: {
  cue: CueInstance;
  page: Page;
  replay: CompleteReplay;
  stretches: readonly Stretch[];
  hz: number;
}): Promise<Checked> {
  const { id, duration, startTime, gaps } = replay;
  const bytes = await fileOf(cue, id, "opus");
  const packets = readPages(bytes)
    .slice(headPages)
    .flatMap((each) => each.packets);
  const missingMs = gaps.reduce((sum, gap) => sum + gap.duration, 0);
  const end = startTime + duration + missingMs;
  return {
    off: {
      start: startTime - (stretches[0]?.from ?? Number.NaN),
      end: end - (stretches.at(-1)?.to ?? Number.NaN),
    },
    onAir: stretches.reduce((sum, stretch) => sum + stretch.packets, 0),
    // A packet of one byte asks the decoder to conceal what an encoder did not send.
    recorded: packets.filter(({ byteLength }) => byteLength > 1).length,
    ffmpeg: checkJoins(decode(bytes), duration, hz),
    browser: { clicks: await clicksInBrowser(page, packets, { duration, hz }) },
  };
}

async function clicksInBrowser(
  page: Page,
  packets: readonly Uint8Array[],
  { duration, hz }: { duration: number; hz: number },
): Promise<number> {
  const around = async (at: number) => {
    const first = Math.max(0, Math.round(at / packetMs) - leadPackets);
    const sound = await decodeInBrowser(page, packets.slice(first, first + 2 * leadPackets));
    const middle = at - first * packetMs;
    return largestBreak(sound, { hz, rate, from: middle - aroundMs, to: middle + aroundMs });
  };
  const elsewhere: number[] = [];
  for (const at of otherPlaces(duration, browserPlaces)) elsewhere.push(await around(at));
  const isClick = clickAmong(elsewhere);
  let clicks = 0;
  for (const at of joinsOf(duration)) if (isClick(await around(at))) clicks += 1;
  return clicks;
}

function toChapter(checked: readonly Checked[], minutes: number, voidBecause: string[]): Chapter {
  const sum = (of: (each: Checked) => number) => checked.reduce((all, each) => all + of(each), 0);
  const each = (of: (each: Checked) => number) => checked.map((one) => ms(of(one))).join(", ");
  return {
    name: "replay-handovers",
    title: "Recordings of five sets in a row",
    method:
      `Five performers with a steady tone each play booked sets of ${minutes} minutes on one stage, with pauses of ` +
      `${pausesMs.map((pause) => pause / 1_000).join(", ")} s between them; the third one's encoder is away for ${absent.forMs / 1_000} s. ` +
      "A listener of the stage notes when the sound of each set was on air. Around each join of two chunks the sound is compared with the tone that fits it best, " +
      "decoded by ffmpeg and by Chromium's decoder, which the player uses.",
    figures: [
      {
        what: "recordings, joins of chunks",
        value: `${checked.length}, ${sum(({ ffmpeg }) => ffmpeg.joins)}`,
      },
      { what: "starts after what was on air", value: each(({ off }) => off.start), aim: "± 20 ms" },
      { what: "ends after what was on air", value: each(({ off }) => off.end), aim: "± 20 ms" },
      {
        what: "packets on air / recorded",
        value: checked.map(({ onAir, recorded }) => `${onAir} / ${recorded}`).join(", "),
        aim: "equal",
      },
      {
        what: "joins with a click, ffmpeg / Chromium",
        value: `${sum(({ ffmpeg }) => ffmpeg.clicks)} / ${sum(({ browser }) => browser.clicks)}`,
        aim: "0 / 0",
      },
      {
        what: "found of a lost packet planted at each join",
        value: String(sum(({ ffmpeg }) => ffmpeg.planted)),
        aim: "all",
      },
    ],
    voidBecause,
  };
}
