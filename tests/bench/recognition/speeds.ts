/** Set A: excerpts at nine speeds, as a turntable and as key lock plays them. */
import type { Playback } from "#packages/fingerprint/ladder.ts";
import type { LandmarkIndex } from "#packages/fingerprint/landmark-index.ts";
import { percent } from "../report.ts";
import { percentile } from "../statistics.ts";
import type { RowFigure } from "./acceptance.ts";
import { play } from "./excerpts.ts";
import { hear, namedAt } from "./hearing.ts";
import type { Track } from "./material.ts";
import { isEveryKindAtLeast, toShares } from "./shares.ts";

const speeds = [0.92, 0.94, 0.96, 0.98, 1, 1.02, 1.04, 1.06, 1.08];
/** The ear is not made for these: what it does with them is only shown. */
export const farSpeeds = [0.88, 0.9, 1.1, 1.12];
export const excerptSeconds = 30;
const from = 30;

export interface SpeedCase {
  track: Track;
  playback: Playback;
  speed: number;
}

export interface SpeedResult extends SpeedCase {
  /** Seconds of sound after which it was named, possible; undefined if it was not. */
  namedAt: number | undefined;
  possibleAt: number | undefined;
  wrong: number;
  /** Share by which the speed is off. */
  speedError: number;
}

export const soundOf = (each: SpeedCase): Float32Array => play({ ...each, from, seconds: excerptSeconds });

/** All speeds in both playbacks; they are the same at the track's own speed. */
export const casesOf = (tracks: readonly Track[], of: readonly number[] = speeds): SpeedCase[] =>
  tracks.flatMap((track) =>
    of.flatMap((speed) =>
      (["varispeed", "keyLock"] as const)
        .filter((playback) => speed !== 1 || playback === "varispeed")
        .map((playback) => ({ track, speed, playback })),
    ),
  );

/** Lets the ear hear each case. */
export function listenAtSpeeds(index: LandmarkIndex, cases: readonly SpeedCase[]): SpeedResult[] {
  return cases.map((each) => {
    const heard = hear(index, soundOf(each));
    const { id } = each.track;
    const line = heard.lines.find(({ reference }) => reference === id);
    const isWrong = (reference: string, certainty: string) => reference !== id && certainty === "named";
    return {
      ...each,
      namedAt: namedAt(heard, id),
      possibleAt: heard.events.find(({ event }) => event.line.reference === id)?.at,
      wrong: heard.lines.filter(({ reference, certainty }) => isWrong(reference, certainty)).length,
      speedError: Math.abs((line?.speed ?? Number.NaN) / each.speed - 1),
    };
  });
}

export function toSpeedFigures(results: readonly SpeedResult[]): RowFigure[] {
  const cases = (isGood: (each: SpeedResult) => boolean) =>
    results.map((each) => ({ track: each.track, isGood: isGood(each) }));
  const within = (seconds: number) => cases((each) => (each.namedAt ?? 99) <= seconds);
  const wrong = results.reduce((sum, each) => sum + each.wrong, 0);
  return [
    { what: "A: named within 30 s", value: toShares(within(30)), aim: "≥ 99 %", row: 1 },
    {
      what: "A: named within 20 s",
      value: toShares(within(20)),
      aim: "≥ 95 %",
      row: 1,
      isReached: isEveryKindAtLeast(within(20), 0.95),
    },
    { what: "A: possible within 10 s", value: toShares(cases((each) => (each.possibleAt ?? 99) <= 10)) },
    { what: "A: wrong names", value: String(wrong), aim: "0", row: 1, isReached: wrong === 0 },
    ...(["varispeed", "keyLock"] as const).flatMap((playback) =>
      toPlaybackFigures(
        playback,
        results.filter((each) => each.playback === playback),
      ),
    ),
  ];
}

function toPlaybackFigures(playback: Playback, results: readonly SpeedResult[]): RowFigure[] {
  const bySpeed = [...Map.groupBy(results, ({ speed }) => speed)].map(([speed, own]) => ({
    speed,
    all: own.length,
    named: own.filter((each) => each.namedAt !== undefined).length,
  }));
  const errors = results.map(({ speedError }) => speedError).filter((error) => !Number.isNaN(error));
  const [median, p95] = [percentile(errors, 0.5), percentile(errors, 0.95)];
  return [
    {
      what: `A, ${playback}: named by speed`,
      value: bySpeed.map(({ speed, named, all }) => `${toChange(speed)}: ${named}/${all}`).join(", "),
      aim: "≥ 99 % each",
      row: 1,
      isReached: bySpeed.every(({ named, all }) => named >= 0.99 * all),
    },
    {
      what: `A, ${playback}: speed off by, median / p95`,
      value: `${(median * 100).toFixed(3)} % / ${(p95 * 100).toFixed(3)} %`,
      aim: "≤ 0.05 %",
      row: 1,
      isReached: p95 <= 0.0005,
    },
  ];
}

/** Returns the figure of cases at speeds for which the ear is not made. */
export function toFarFigure(results: readonly SpeedResult[]): RowFigure {
  const named = results.filter((each) => each.namedAt !== undefined).length;
  const wrong = results.reduce((sum, each) => sum + each.wrong, 0);
  return {
    what: `A, out of range (${farSpeeds.map(toChange).join(", ")}): named`,
    value: `${named}/${results.length} (${percent(named / results.length)}), ${wrong} wrong`,
  };
}

const toChange = (speed: number) => `${((speed - 1) * 100).toFixed(0)} %`;
