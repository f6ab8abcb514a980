import type { Heard } from "./hearing.ts";
import { type Mix, type Play, quarterAt } from "./mixes.ts";

/** Counts of seconds, as in the evaluations of 2016: right, wrong and missing names, and seconds of unknown tracks. */
export interface SecondScore {
  right: number;
  wrong: number;
  missed: number;
  unknownRight: number;
  unknownWrong: number;
}

/** Scores of a set: by the kind of music that was loudest. */
export interface SetScore {
  real: SecondScore;
  generated: SecondScore;
}

/** The references that were named for a time of the set, in seconds. */
export type Told = (at: number) => readonly string[];

const isOf = (play: Play, reference: string) => play.isKnown && play.track.id === reference;

/** Scores a set second by second. Where a blend is still nearly silent nothing can be told: the loudest counts. */
export function scoreSeconds(plays: readonly Play[], seconds: number, told: Told): SetScore {
  const score: SetScore = { real: noSeconds(), generated: noSeconds() };
  for (let at = 0.5; at < seconds; at++) {
    const playing = plays.filter(({ from, to }) => from <= at && at < to);
    const main = playing.toSorted((a, b) => levelOf(b, at) - levelOf(a, at))[0];
    if (main === undefined) continue;
    const own = main.track.isReal ? score.real : score.generated;
    const names = told(at);
    const isWrong = names.some((reference) => !playing.some((play) => isOf(play, reference)));
    if (!main.isKnown) own[isWrong ? "unknownWrong" : "unknownRight"]++;
    else if (isWrong) own.wrong++;
    else own[names.some((reference) => isOf(main, reference)) ? "right" : "missed"]++;
  }
  return score;
}

/** Returns what an ear has named, as it told it in the end. */
export const toldBy =
  ({ lines }: Heard): Told =>
  (at) =>
    lines
      .filter(({ certainty, from, to }) => certainty === "named" && from <= at && at < to)
      .map(({ reference }) => reference);

const levelOf = ({ from, full, fading, to }: Play, at: number) =>
  Math.min(1, (at - from) / Math.max(0.01, full - from), (to - at) / Math.max(0.01, to - fading));

const noSeconds = (): SecondScore => ({ right: 0, wrong: 0, missed: 0, unknownRight: 0, unknownWrong: 0 });

export function addSeconds(all: readonly SecondScore[]): SecondScore {
  const sum = noSeconds();
  for (const score of all)
    for (const key of Object.keys(sum) as (keyof SecondScore)[]) sum[key] += score[key];
  return sum;
}

export const measures = {
  accuracy: ({ right, wrong, missed, unknownRight, unknownWrong }: SecondScore) =>
    (right + unknownRight) / (right + wrong + missed + unknownRight + unknownWrong),
  precision: ({ right, wrong, unknownWrong }: SecondScore) => right / (right + wrong + unknownWrong),
  specificity: ({ unknownRight, unknownWrong }: SecondScore) => unknownRight / (unknownRight + unknownWrong),
} as const;
export type Measure = keyof typeof measures;

export interface PlayScore {
  play: Play;
  isNamed: boolean;
  isPossible: boolean;
  /** Seconds by which the start and end that were told are off: later is positive. */
  startError: number;
  endError: number;
  /** Seconds after the track was alone, or at full level. */
  namedAfter: number;
  /** Time of the start that was told, and of when it was told first: seconds after the track passed -12 dB. */
  startAfterQuarter: number;
  toldAfterQuarter: number;
}

/** Scores each known track of a set. */
export function scorePlays({ plays }: Pick<Mix, "plays">, heard: Heard): PlayScore[] {
  return plays.filter(({ isKnown }) => isKnown).map((play) => scorePlay(play, heard));
}

/** Returns the names that were told where their track was not played, each with what was, in words. */
export function findWrongNames({ plays }: Pick<Mix, "plays">, { lines }: Heard): string[] {
  const near = (play: Play, line: { from: number; to: number }, seconds: number) =>
    line.from < play.to + seconds && line.to > play.from - seconds;
  return lines
    .filter(
      (line) =>
        line.certainty === "named" &&
        !plays.some((play) => isOf(play, line.reference) && near(play, line, 2)),
    )
    .map((line) => {
      const played = plays.filter((play) => near(play, line, 0)).map(({ track }) => track.id);
      const times = `${line.from.toFixed(0)} to ${line.to.toFixed(0)} s`;
      return `${line.reference} at ${times} (${line.share.toFixed(2)}), where ${played.join(", ")} played`;
    });
}

function scorePlay(play: Play, { lines, events }: Heard): PlayScore {
  const own = lines.filter(({ reference }) => reference === play.track.id);
  const line = own.find(({ certainty }) => certainty === "named");
  const told = events.filter(({ event }) => event.line.reference === play.track.id);
  const first = told.find(({ event }) => event.line.certainty === "named");
  const from = line?.from ?? Number.NaN;
  return {
    play,
    isNamed: line !== undefined,
    isPossible: own.length > 0,
    startError: from - play.from,
    endError: (line?.to ?? Number.NaN) - play.to,
    namedAfter: (first?.at ?? Number.NaN) - play.full,
    startAfterQuarter: from - quarterAt(play),
    toldAfterQuarter: (told[0]?.at ?? Number.NaN) - quarterAt(play),
  };
}
