/** Figures of the ear from the sets: by the second, by the play, and when it knew. */
import { percent } from "../report.ts";
import { percentile } from "../statistics.ts";
import type { RowFigure } from "./acceptance.ts";
import {
  addSeconds,
  findWrongNames,
  type Measure,
  measures,
  type PlayScore,
  type SecondScore,
  type SetScore,
  scorePlays,
  scoreSeconds,
  toldBy,
} from "./scores.ts";
import type { HeardSet } from "./sets.ts";
import { bootstrap, isEveryKindAtLeast, toList, toShares } from "./shares.ts";

const aims: Record<Measure, number> = { accuracy: 0.9, precision: 0.97, specificity: 0.95 };

export function toSetFigures(sets: readonly HeardSet[]): RowFigure[] {
  const plays = sets.flatMap((set) => scorePlays(set, set.heard));
  const minutes = sets.reduce((sum, { heard }) => sum + heard.seconds, 0) / 60;
  const scores = sets.map(({ plays: own, heard }) => scoreSeconds(own, heard.seconds, toldBy(heard)));
  return [
    {
      what: "C: sets, minutes, known plays",
      value: `${sets.length}, ${minutes.toFixed(0)}, ${plays.length}`,
    },
    ...(Object.keys(measures) as Measure[]).map((measure): RowFigure => {
      const all = addSeconds(scores.flatMap(both));
      return {
        what: `C: ${measure} by the second`,
        value: `${toMeasure(scores, measure, both)}; real ${toMeasure(scores, measure, ({ real }) => [real])}; generated ${toMeasure(scores, measure, ({ generated }) => [generated])}`,
        aim: `≥ ${percent(aims[measure])}`,
        row: 2,
        isReached: Number.isNaN(measures[measure](all)) ? "open" : measures[measure](all) >= aims[measure],
      };
    }),
    ...toPlayFigures(sets, plays),
    ...toTimeFigures(plays.filter(({ isNamed }) => isNamed)),
    toProcessorFigure(sets),
  ];
}

/** Returns the figure of plays of 20 to 30 s. */
export function toShortFigure(set: HeardSet): RowFigure {
  const plays = scorePlays(set, set.heard);
  const cases = plays.map(({ play, isPossible }) => ({ track: play.track, isGood: isPossible }));
  const named = plays.filter(({ isNamed }) => isNamed).length;
  const wrong = findWrongNames(set, set.heard);
  return {
    what: "C, plays of 20 to 30 s: named or possible",
    value: `${toShares(cases)}; ${named} named, wrong: ${toList(wrong)}`,
    aim: "≥ 90 %",
    row: 3,
    isReached: isEveryKindAtLeast(cases, 0.9) && wrong.length === 0,
  };
}

const both = ({ real, generated }: SetScore) => [real, generated];

function toMeasure(
  scores: readonly SetScore[],
  measure: Measure,
  of: (score: SetScore) => readonly SecondScore[],
): string {
  const value = (drawn: readonly SetScore[]) => measures[measure](addSeconds(drawn.flatMap(of)));
  const [low, high] = bootstrap(scores, value);
  return Number.isNaN(value(scores))
    ? "none"
    : `${percent(value(scores))} (${percent(low)} to ${percent(high)})`;
}

function toPlayFigures(sets: readonly HeardSet[], plays: readonly PlayScore[]): RowFigure[] {
  const long = plays.filter(({ play }) => play.to - play.from >= 30);
  const cases = long.map(({ play, isNamed }) => ({ track: play.track, isGood: isNamed }));
  const possible = long.filter(({ isNamed, isPossible }) => isPossible && !isNamed).length;
  const wrong = sets.flatMap((set) => findWrongNames(set, set.heard));
  return [
    {
      what: "C: plays of 30 s and more named",
      value: `${toShares(cases)}; ${possible} only possible`,
      aim: "≥ 97 %",
      row: 3,
      isReached: isEveryKindAtLeast(cases, 0.97),
    },
    { what: "C: wrong names", value: toList(wrong), aim: "0", row: 3, isReached: wrong.length === 0 },
  ];
}

function toTimeFigures(named: readonly PlayScore[]): RowFigure[] {
  const errors = (of: (score: PlayScore) => number) => named.map((score) => Math.abs(of(score)));
  const slow = named.filter(({ play }) => play.full - play.from >= 24);
  const quick = named.filter(({ play }) => play.full - play.from <= 12);
  const starts = errors(({ startError }) => startError);
  const ends = errors(({ endError }) => endError);
  const after = named.map(({ namedAfter }) => namedAfter);
  const found = slow.map(({ startAfterQuarter }) => startAfterQuarter);
  const told = slow.map(({ toldAfterQuarter }) => toldAfterQuarter);
  const isWithin = (values: readonly number[], middle: number, most: number) =>
    percentile(values, 0.5) <= middle && percentile(values, 0.9) <= most;
  return [
    {
      what: "C: start off by, median / p90, from the first faint sound",
      value: toSpread(starts),
      aim: "≤ 1.5 s / ≤ 6 s",
      row: 5,
      isReached: isWithin(starts, 1.5, 6),
    },
    {
      what: "C: start off by, median / p90, of cuts and blends up to 12 s",
      value: toSpread(quick.map(({ startError }) => Math.abs(startError))),
    },
    {
      what: "C: end off by, median / p90",
      value: toSpread(ends),
      aim: "≤ 1.5 s / ≤ 6 s",
      row: 5,
      isReached: isWithin(ends, 1.5, 6),
    },
    {
      what: `C: ${slow.length} blend-ins of 24 to 30 s: start after -12 dB, median / latest`,
      value:
        slow.length === 0 ? "none" : `${seconds(percentile(found, 0.5))} / ${seconds(Math.max(...found))}`,
      aim: "≤ 10 s",
      row: 5,
      ...(slow.length > 0 && { isReached: Math.max(...found) <= 10 }),
    },
    { what: "C: the same, first told after -12 dB, median / p90", value: toSpread(told) },
    {
      what: "C: named after full level, median / p90",
      value: toSpread(after),
      aim: "≤ 12 s / ≤ 30 s",
      row: 9,
      isReached: isWithin(after, 12, 30),
    },
  ];
}

function toProcessorFigure(sets: readonly HeardSet[]): RowFigure {
  const sum = (of: (set: HeardSet) => number) => sets.reduce((all, set) => all + of(set), 0);
  const processor = sum(({ heard }) => heard.processorMs) / 1_000 / sum(({ heard }) => heard.seconds);
  return {
    what: "C: processor, all of the ear",
    value: `${(processor * 100).toFixed(2)} % of a core`,
    aim: "≤ 2 %",
  };
}

const seconds = (value: number) => `${value.toFixed(1)} s`;
const toSpread = (values: readonly number[]) =>
  values.length === 0 ? "none" : `${seconds(percentile(values, 0.5))} / ${seconds(percentile(values, 0.9))}`;
