/** Set D: hours of sound that is in no reference: music of its own kinds at random speeds, alone and in blends. */
import type { LandmarkIndex } from "#packages/fingerprint/landmark-index.ts";
import { poissonUpper } from "../statistics.ts";
import type { RowFigure } from "./acceptance.ts";
import { play } from "./excerpts.ts";
import { hear } from "./hearing.ts";
import { composeTracks, type Track } from "./material.ts";
import { withSound } from "./music/levels.ts";
import { createRandom, pick } from "./music/random.ts";

const generated = { count: 12, seconds: 180 } as const;
/** Hours of the aim: fewer show less than it says. */
const aimHours = 300;
const aimPossibleIn = 10;
const furthest = 0.1;
/** Maximum part of a track that is left out at random: its other parts meet other parts of references. */
const maxSkippedSeconds = 20;

interface Heard {
  kind: "real" | "generated" | "blend";
  hours: number;
  /** `track as reference`. */
  named: string[];
  possible: number;
  excess: number;
}

/** `unknown` are real tracks without a reference. With all that it wants to search: the strictest that it can be. */
export function measureNullHours(
  index: LandmarkIndex,
  unknown: readonly Track[],
  hours: number,
): RowFigure[] {
  if (hours <= 0) return [];
  const pool = [...unknown, ...composeTracks(generated.count, generated.seconds)];
  const random = createRandom(6);
  const heard: Heard[] = [];
  for (let left = hours; left > 0; left -= heard.at(-1)?.hours ?? left)
    heard.push(listen(index, random, pool));
  return toFigures(heard, pool);
}

function listen(index: LandmarkIndex, random: () => number, pool: readonly Track[]): Heard {
  // Both kinds are drawn equally often, however many there are of each.
  const draw = () => {
    const isReal = random() < 0.5;
    const own = pool.filter((track) => track.isReal === isReal);
    return pick(random, own.length > 0 ? own : pool);
  };
  const playOne = (track: Track) => {
    const speed = Math.round((1 + furthest * (2 * random() - 1)) * 1_000) / 1_000;
    const playback = random() < 0.5 ? "varispeed" : "keyLock";
    const from = random() * maxSkippedSeconds;
    const seconds = Math.floor((track.seconds - from) / speed) - 2;
    return play({ track, playback, speed, from, seconds }, false);
  };
  const first = draw();
  const second = random() < 1 / 3 ? draw() : undefined;
  const sound = second === undefined ? playOne(first) : withSound(playOne(first), playOne(second), 0);
  const { lines, seconds } = hear(index, sound);
  const named = lines.filter(({ certainty }) => certainty === "named");
  const name = second === undefined ? first.id : `${first.id} with ${second.id}`;
  return {
    kind: second !== undefined ? "blend" : first.isReal ? "real" : "generated",
    hours: seconds / 3_600,
    named: named.map(({ reference }) => `${name} as ${reference}`),
    possible: lines.length - named.length,
    excess: Math.max(0, ...lines.map(({ excess }) => excess)),
  };
}

function toFigures(heard: readonly Heard[], pool: readonly Track[]): RowFigure[] {
  const sum = (of: (each: Heard) => number, own = heard) => own.reduce((all, each) => all + of(each), 0);
  const hours = sum((each) => each.hours);
  const named = heard.flatMap((each) => each.named);
  const possible = sum((each) => each.possible);
  const kinds = (["real", "generated", "blend"] as const).map((kind) => {
    const own = heard.filter((each) => each.kind === kind);
    return `${kind} ${sum((each) => each.hours, own).toFixed(1)} h`;
  });
  const real = pool.filter(({ isReal }) => isReal).length;
  const possibleUpper = poissonUpper(possible) / hours;
  return [
    {
      what: "D: sound without a reference",
      value: `${hours.toFixed(1)} h of ${real} real and ${pool.length - real} generated tracks: ${kinds.join(", ")}`,
      row: 6,
    },
    {
      what: "D: named",
      value: `${named.length}${named.length === 0 ? "" : ` (${named.join("; ")})`}; at 95 % at most ${(poissonUpper(named.length) / hours).toFixed(3)} an hour`,
      aim: `0 in ${aimHours} h`,
      row: 6,
      isReached: named.length > 0 ? false : hours >= aimHours || "open",
    },
    {
      what: "D: possible",
      value: `${possible}; at 95 % at most ${possibleUpper.toFixed(2)} an hour; highest excess ${Math.max(...heard.map(({ excess }) => excess)).toFixed(0)}`,
      aim: `≤ 1 in ${aimPossibleIn} h`,
      row: 6,
      isReached: possible > Math.max(1, hours / aimPossibleIn) ? false : hours >= aimPossibleIn || "open",
    },
  ];
}
