/** Set G: history files of a night that the ear has heard most of, from computers with clocks that are off. */

import { deriveTracklist } from "#app/domains/air/tracklists/derive.ts";
import type { Line } from "#app/domains/air/tracklists/evidence.ts";
import type { HistoryClock } from "#app/domains/air/tracklists/history/history-file.ts";
import { placeHistory } from "#app/domains/air/tracklists/history/place.ts";
import { readHistoryFile } from "#app/domains/air/tracklists/history/read-history-file.ts";
import type { LandmarkIndex } from "#packages/fingerprint/landmark-index.ts";
import { historyFixtures } from "#tests/helpers/history-files/index.ts";
import { firstAt, type HistoryFixture, night } from "#tests/helpers/history-files/night.ts";
import { percent } from "../report.ts";
import type { RowFigure } from "./acceptance.ts";
import { type Name, toEvidence } from "./evidence.ts";
import { play } from "./excerpts.ts";
import { hear } from "./hearing.ts";
import type { Track } from "./material.ts";
import { entrySeconds } from "./mixes.ts";
import { bootstrap } from "./shares.ts";

/** Tracks of the night that are no references. */
const unheard = [2, 5];
const heardSeconds = 60;
/** Silence before each track; the ear has been listening for a while when it begins. */
const silentSeconds = 5;
const nightMs = 50 * 60_000;
const within = 10_000;
const wantedFiles = 40;

/** A performer's computer. */
interface Computer {
  /** Clocks of the files that are read there. */
  clocks: readonly HistoryClock[];
  /** Distance of its clock ahead of the server's. */
  aheadMs: number;
  timeZone?: string;
}

const computers: readonly Computer[] = [
  { clocks: ["utc", "local", "time-of-day", null], aheadMs: 0 },
  { clocks: ["utc", "local", "time-of-day", null], aheadMs: 47_000 },
  { clocks: ["utc", "local", "time-of-day", null], aheadMs: -170_000 },
  { clocks: ["local", "time-of-day"], aheadMs: 3_600_000, timeZone: "Europe/Vienna" },
  { clocks: ["local", "time-of-day"], aheadMs: -7 * 3_600_000 },
];

interface Placed {
  file: string;
  isHeard: boolean;
  /** Whether the file has times to the second. */
  isExact: boolean;
  isRight: boolean;
}

export function measureHistories(index: LandmarkIndex, known: readonly Track[]): RowFigure[] {
  if (known.length < night.length) return [];
  const fixtures = historyFixtures();
  const parsed = fixtures.filter(isParsed);
  const lines = hearNight(index, known);
  const placed = parsed.filter(hasWholeNight).flatMap((fixture) => placeOn(lines, fixture));
  const heard = placed.filter(({ isHeard }) => isHeard);
  const exact = placed.filter(({ isHeard, isExact }) => !isHeard && isExact);
  const vague = placed.filter(({ isHeard, isExact }) => !isHeard && !isExact);
  return [
    {
      what: "G: history files parsed",
      value: `${parsed.length}/${fixtures.length}`,
      aim: `${wantedFiles} of ${wantedFiles}`,
      row: 13,
      isReached: parsed.length === fixtures.length && fixtures.length >= wantedFiles,
    },
    toFigure(`entries that the ear heard (${lines.length} of ${night.length} tracks)`, heard, true),
    toFigure("other entries, of files with seconds", exact, true),
    toFigure("other entries, of files with minutes or an order alone", vague, false),
  ];
}

const toName = ({ artist, title }: Name) => `${artist} - ${title}`;

function isParsed({ bytes, name, format, names }: HistoryFixture): boolean {
  const file = readHistoryFile(bytes, name);
  const wanted = names ?? night.map(toName);
  return file.format === format && file.entries.map(toName).join("\n") === wanted.join("\n");
}

/** Some files have only a part of the night, or no titles. */
const hasWholeNight = ({ names }: HistoryFixture) => {
  const titles = new Set(names ?? night.map(toName));
  return night.every((track) => titles.has(toName(track)));
};

/** Every track of the night is another track of the material, heard where it begins. */
function hearNight(index: LandmarkIndex, known: readonly Track[]): Line[] {
  const rows = night.flatMap((own, place) => {
    const track = known[Math.floor((place * known.length) / night.length)];
    if (track === undefined || unheard.includes(place)) return [];
    const playback = place % 2 === 0 ? "varispeed" : "keyLock";
    const speed = 0.97 + 0.01 * (place % 7);
    const part = play({ track, playback, speed, from: entrySeconds, seconds: heardSeconds }, false);
    const sound = new Float32Array(silentSeconds * 48_000 + part.length);
    sound.set(part, silentSeconds * 48_000);
    const beginsAt = firstAt + (own.from - silentSeconds) * 1_000;
    return hear(index, sound).lines.map((line) => toEvidence(line, own, beginsAt));
  });
  return deriveTracklist(rows, { endsAt: firstAt + nightMs, broadcasts: [] });
}

function placeOn(lines: readonly Line[], fixture: HistoryFixture): Placed[] {
  const file = readHistoryFile(fixture.bytes, fixture.name);
  return computers
    .filter(({ clocks }) => clocks.includes(fixture.clock))
    .flatMap(({ aheadMs, timeZone }) => {
      const startsAt = firstAt - aheadMs;
      const shifted = lines.map((line) => ({
        ...line,
        startsAt: line.startsAt - aheadMs,
        endsAt: line.endsAt && line.endsAt - aheadMs,
      }));
      const clock = [{ position: 0, at: startsAt }];
      const set = { startsAt, endsAt: startsAt + nightMs, lines: shifted, clock, timeZone };
      const { placed } = placeHistory(file, set);
      const order = placed.map(({ entry }) => night.findIndex((track) => toName(track) === toName(entry)));
      return night.map((own, place): Placed => {
        const entry = placed[order.indexOf(place)];
        // Of what both say, the tracklist has the ear's time.
        const at = entry?.line?.startsAt ?? entry?.startsAt ?? Number.NaN;
        const before = order.slice(0, order.indexOf(place));
        const isInOrder = order.includes(place) && before.every((other) => other < place);
        return {
          file: `${fixture.format} ${fixture.about}`,
          isHeard: lines.some(({ title }) => title === own.title),
          isExact: isExact(fixture),
          isRight: isInOrder && Math.abs(at - startsAt - own.from * 1_000) <= within,
        };
      });
    });
}

/** Times of which some are no whole minutes. */
const isExact = ({ times }: HistoryFixture) => times?.some((at) => at % 60_000 !== 0) ?? false;

function toFigure(name: string, placed: readonly Placed[], isJudged: boolean): RowFigure {
  const files = [...Map.groupBy(placed, ({ file }) => file).values()];
  const share = (own: readonly Placed[]) => own.filter(({ isRight }) => isRight).length / own.length;
  const [low, high] = bootstrap(files, (drawn) => share(drawn.flat()));
  const right = placed.filter(({ isRight }) => isRight).length;
  return {
    what: `G: order and time within 10 s, ${name}`,
    value: `${percent(share(placed))} (${percent(low)} to ${percent(high)}), ${right}/${placed.length} in ${files.length} files`,
    row: 13,
    ...(isJudged && { aim: "≥ 95 %", isReached: share(placed) >= 0.95 }),
  };
}
