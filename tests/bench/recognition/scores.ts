import { percentile } from "../statistics.ts";
import type { Heard } from "./hearing.ts";
import type { Mix, Play } from "./mixes.ts";
import { createRandom } from "./music/random.ts";

/** Counts of seconds, as in the evaluations of 2016: right, wrong and missing names, and seconds of unknown tracks. */
export interface SecondScore {
  right: number;
  wrong: number;
  missed: number;
  unknownRight: number;
  unknownWrong: number;
}

export interface PlayScore {
  play: Play;
  isNamed: boolean;
  isPossible: boolean;
  /** Seconds by which the start and end that were told are off: later is positive. */
  startError: number;
  endError: number;
  /** Seconds after the track was alone, or at full level. */
  namedAfter: number;
}

/** Scores what was named in a set, second by second and play by play. */
export function scoreMix(
  { plays }: Mix,
  heard: Heard,
): { seconds: SecondScore; plays: PlayScore[]; wrongNames: number } {
  const named = heard.lines.filter(({ certainty }) => certainty === "named");
  const seconds: SecondScore = { right: 0, wrong: 0, missed: 0, unknownRight: 0, unknownWrong: 0 };
  const isOf = (play: Play, reference: string) => play.isKnown && play.track.id === reference;
  for (let at = 0.5; at < heard.seconds; at++) {
    const playing = plays.filter(({ from, to }) => from <= at && at < to);
    const told = named.filter(({ from, to }) => from <= at && at < to);
    // Where a blend is still nearly silent nothing can be told; the loudest counts.
    const main = playing.toSorted((a, b) => levelOf(b, at) - levelOf(a, at))[0];
    if (main === undefined) continue;
    const isWrong = told.some(({ reference }) => !playing.some((play) => isOf(play, reference)));
    if (main.isKnown) {
      if (isWrong) seconds.wrong++;
      else if (told.some(({ reference }) => isOf(main, reference))) seconds.right++;
      else seconds.missed++;
    } else if (isWrong) seconds.unknownWrong++;
    else seconds.unknownRight++;
  }
  const near = (play: Play, line: { from: number; to: number }) =>
    line.from < play.to + 2 && line.to > play.from - 2;
  const wrongNames = named.filter(
    (line) => !plays.some((play) => isOf(play, line.reference) && near(play, line)),
  ).length;
  const known = plays.filter(({ isKnown }) => isKnown);
  return { seconds, wrongNames, plays: known.map((play) => scorePlay(play, heard)) };
}

function scorePlay(play: Play, heard: Heard): PlayScore {
  const own = heard.lines.filter(({ reference }) => reference === play.track.id);
  const line = own.find(({ certainty }) => certainty === "named");
  const first = heard.events.find(
    ({ event }) => event.line.reference === play.track.id && event.line.certainty === "named",
  );
  return {
    play,
    isNamed: line !== undefined,
    isPossible: own.length > 0,
    startError: (line?.from ?? Number.NaN) - play.from,
    endError: (line?.to ?? Number.NaN) - play.to,
    namedAfter: (first?.at ?? Number.NaN) - play.full,
  };
}

const levelOf = ({ from, full, fading, to }: Play, at: number) =>
  Math.min(1, (at - from) / Math.max(0.01, full - from), (to - at) / Math.max(0.01, to - fading));

export function addSeconds(all: readonly SecondScore[]): SecondScore {
  const sum = (of: (score: SecondScore) => number) => all.reduce((total, score) => total + of(score), 0);
  return {
    right: sum(({ right }) => right),
    wrong: sum(({ wrong }) => wrong),
    missed: sum(({ missed }) => missed),
    unknownRight: sum(({ unknownRight }) => unknownRight),
    unknownWrong: sum(({ unknownWrong }) => unknownWrong),
  };
}

/** The 95 % interval of a share of successes, resampled over its clusters (tracks or sets) 2,000 times. */
export function bootstrap(clusters: readonly { good: number; all: number }[]): readonly [number, number] {
  const random = createRandom(7);
  const shares = Array.from({ length: 2_000 }, () => {
    let [good, all] = [0, 0];
    for (let each = 0; each < clusters.length; each++) {
      const drawn = clusters[Math.floor(random() * clusters.length)];
      good += drawn?.good ?? 0;
      all += drawn?.all ?? 0;
    }
    return all === 0 ? Number.NaN : good / all;
  });
  return [percentile(shares, 0.025), percentile(shares, 0.975)];
}
