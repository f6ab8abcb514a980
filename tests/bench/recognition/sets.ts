/** Set C: whole sets with blends, cuts and unknown tracks; scored by the second and by the play. */
import type { LandmarkIndex } from "#app/domains/recognition/ear/landmark-index.ts";
import { type Figure, percent } from "../report.ts";
import { percentile } from "../statistics.ts";
import { hear } from "./hearing.ts";
import type { Track } from "./material.ts";
import { makeMix } from "./mixes.ts";
import { addSeconds, bootstrap, type PlayScore, type SecondScore, scoreMix } from "./scores.ts";

export function measureSets(
  index: LandmarkIndex,
  {
    known,
    unknown,
    sets,
    seconds,
    firstSeed,
  }: { known: readonly Track[]; unknown: readonly Track[]; sets: number; seconds: number; firstSeed: number },
): Figure[] {
  const scored = Array.from({ length: sets }, (_, place) => {
    const mix = makeMix("set", firstSeed + place, seconds, known, unknown);
    const heard = hear(index, mix.sound, { share: 0.03 });
    return {
      ...scoreMix(mix, heard),
      processor: heard.processorMs / heard.seconds / 1_000,
      set: heard.seconds,
    };
  });
  const all = scored.map((each) => each.seconds);
  const plays = scored.flatMap((each) => each.plays);
  const long = plays.filter(({ play }) => play.to - play.from >= 30);
  const named = long.filter(({ isNamed }) => isNamed);
  const numbers = (of: (score: PlayScore) => number) => named.map(of).filter((value) => !Number.isNaN(value));
  const processor =
    scored.reduce((sum, each) => sum + each.processor * each.set, 0) /
    scored.reduce((sum, each) => sum + each.set, 0);
  return [
    {
      what: "C: sets, minutes, known plays",
      value: `${sets}, ${(scored.reduce((sum, each) => sum + each.set, 0) / 60).toFixed(0)}, ${plays.length}`,
    },
    {
      what: "C: accuracy by the second",
      value: toShare(all, ({ right, unknownRight }) => right + unknownRight, total),
      aim: "≥ 90 %",
    },
    {
      what: "C: precision by the second",
      value: toShare(
        all,
        ({ right }) => right,
        ({ right, wrong, unknownWrong }) => right + wrong + unknownWrong,
      ),
      aim: "≥ 97 %",
    },
    {
      what: "C: specificity by the second",
      value: toShare(
        all,
        ({ unknownRight }) => unknownRight,
        ({ unknownRight, unknownWrong }) => unknownRight + unknownWrong,
      ),
      aim: "≥ 95 %",
    },
    {
      what: "C: plays of 30 s and more named",
      value: `${named.length} of ${long.length}; ${long.filter(({ isPossible }) => isPossible).length - named.length} possible`,
      aim: "≥ 97 %",
    },
    { what: "C: wrong names", value: `${scored.reduce((sum, each) => sum + each.wrongNames, 0)}`, aim: "0" },
    {
      what: "C: start off by, median / p90, from the first faint sound",
      value: toSpread(numbers(({ startError }) => Math.abs(startError))),
      aim: "≤ 1.5 s / ≤ 6 s",
    },
    {
      what: "C: start off by, median / p90, of cuts and blends up to 12 s",
      value: toSpread(
        named.filter(({ play }) => play.full - play.from <= 12).map(({ startError }) => Math.abs(startError)),
      ),
    },
    {
      what: "C: end off by, median / p90",
      value: toSpread(numbers(({ endError }) => Math.abs(endError))),
      aim: "≤ 1.5 s / ≤ 6 s",
    },
    {
      what: "C: named after full level, median / p90",
      value: toSpread(numbers(({ namedAfter }) => namedAfter)),
      aim: "≤ 12 s / ≤ 30 s",
    },
    {
      what: "C: processor, all of the ear",
      value: `${(processor * 100).toFixed(2)} % of a core`,
      aim: "≤ 2 %",
    },
  ];
}

const total = (score: SecondScore) =>
  Object.values(score).reduce((sum: number, value: number) => sum + value, 0);
const toSpread = (values: readonly number[]) =>
  `${percentile(values, 0.5).toFixed(1)} s / ${percentile(values, 0.9).toFixed(1)} s`;

function toShare(
  scores: readonly SecondScore[],
  good: (score: SecondScore) => number,
  all: (score: SecondScore) => number,
): string {
  const sum = addSeconds(scores);
  const [low, high] = bootstrap(scores.map((score) => ({ good: good(score), all: all(score) })));
  return `${percent(good(sum) / all(sum))} (${percent(low)} to ${percent(high)})`;
}
