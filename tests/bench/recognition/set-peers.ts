/** The sets by the second, of peers: each with the threshold that gives it the best accuracy on these very sets. */
import { percent } from "../report.ts";
import type { RowFigure } from "./acceptance.ts";
import {
  addSeconds,
  type Measure,
  measures,
  type SecondScore,
  scoreSeconds,
  type Told,
  toldBy,
} from "./scores.ts";
import type { HeardSet, PeerAnswer } from "./sets.ts";
import { bootstrap } from "./shares.ts";

/** Required distance from the best peer: the lower end of the interval. */
const margin = 0.1;
const maxThresholds = 40;

/** The result of one contestant for each set. */
interface Contestant {
  name: string;
  scores: readonly SecondScore[];
}

export function toPeerFigures(sets: readonly HeardSet[]): RowFigure[] {
  const asked = sets.filter(({ peers }) => peers.size > 0);
  if (asked.length === 0) return [];
  const ours = {
    name: "ours",
    scores: asked.map(({ plays, heard }) => score({ plays, heard }, toldBy(heard))),
  };
  const naive = {
    name: "our landmarks without a ladder",
    scores: asked.map((set) => score(set, toldBy(set.naive ?? set.heard))),
  };
  const names = [...new Set(asked.flatMap(({ peers }) => [...peers.keys()]))];
  const peers = [naive, ...names.map((name) => atBestThreshold(name, asked))];
  const best = peers.toSorted((a, b) => valueOf(b.scores, "accuracy") - valueOf(a.scores, "accuracy"))[0];
  return [
    ...[ours, ...peers].map(({ name, scores }) => ({
      what: `C, ${asked.length} sets, ${name}: accuracy / precision / specificity`,
      value: keys.map((measure) => toInterval(scores, measure)).join(" / "),
    })),
    ...(best === undefined ? [] : keys.map((measure) => toDifference(ours, best, measure))),
  ];
}

const keys = Object.keys(measures) as Measure[];
const valueOf = (scores: readonly SecondScore[], measure: Measure) => measures[measure](addSeconds(scores));

function toInterval(scores: readonly SecondScore[], measure: Measure): string {
  if (Number.isNaN(valueOf(scores, measure))) return "none";
  const [low, high] = bootstrap(scores, (drawn) => valueOf(drawn, measure));
  return `${percent(valueOf(scores, measure))} (${percent(low)} to ${percent(high)})`;
}

function score({ plays, heard }: Pick<HeardSet, "plays" | "heard">, told: Told): SecondScore {
  const { real, generated } = scoreSeconds(plays, heard.seconds, told);
  return addSeconds([real, generated]);
}

/** Every second has the answer of the query whose middle is nearest. */
const toldFrom =
  (answers: readonly PeerAnswer[], threshold: number): Told =>
  (at) => {
    const after = answers.findIndex(({ middle }) => middle >= at);
    const [before, next] = [answers.at(after < 0 ? -1 : after - 1), answers[after]];
    const isNext = next !== undefined && (after === 0 || next.middle - at < at - (before?.middle ?? 0));
    const answer = (isNext ? next : before)?.answer;
    return answer !== undefined && answer.score >= threshold ? [answer.id] : [];
  };

function atBestThreshold(name: string, sets: readonly HeardSet[]): Contestant {
  const answersOf = ({ peers }: HeardSet) => peers.get(name) ?? [];
  const found = sets.flatMap(answersOf).flatMap(({ answer }) => (answer === undefined ? [] : [answer.score]));
  const sorted = [...new Set(found)].toSorted((a, b) => a - b);
  const every = Math.max(1, Math.floor(sorted.length / maxThresholds));
  const thresholds = [...sorted.filter((_, place) => place % every === 0), Number.POSITIVE_INFINITY];
  const contestants = thresholds.map((threshold) => ({
    name,
    scores: sets.map((set) => score(set, toldFrom(answersOf(set), threshold))),
  }));
  return contestants.reduce((best, each) =>
    valueOf(each.scores, "accuracy") > valueOf(best.scores, "accuracy") ? each : best,
  );
}

function toDifference(ours: Contestant, peer: Contestant, measure: Measure): RowFigure {
  const pairs = ours.scores.map((own, place) => [own, peer.scores[place] ?? own] as const);
  const difference = (drawn: readonly (readonly [SecondScore, SecondScore])[]) =>
    valueOf(
      drawn.map(([own]) => own),
      measure,
    ) -
    valueOf(
      drawn.map(([, other]) => other),
      measure,
    );
  const [low, high] = bootstrap(pairs, difference);
  const isKnown = !Number.isNaN(difference(pairs));
  return {
    what: `C: ${measure}, ours minus that of the most accurate peer (${peer.name})`,
    value: isKnown ? `${percent(difference(pairs))} (${percent(low)} to ${percent(high)})` : "none",
    aim: `≥ ${percent(margin)}`,
    row: 2,
    isReached: isKnown ? low >= margin : "open",
  };
}
