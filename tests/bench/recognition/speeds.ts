/** Set A: excerpts at nine speeds, as a turntable and as key lock plays them; and what two peers make of them. */

import type { Playback } from "#app/domains/recognition/ear/ladder.ts";
import type { LandmarkIndex } from "#app/domains/recognition/ear/landmark-index.ts";
import { type Figure, percent } from "../report.ts";
import { percentile } from "../statistics.ts";
import { play } from "./excerpts.ts";
import { hear, namedAt } from "./hearing.ts";
import type { Track } from "./material.ts";
import { chromaprint, nearest, printThreshold } from "./peers.ts";
import { bootstrap } from "./scores.ts";

const speeds = [0.92, 0.94, 0.96, 0.98, 1, 1.02, 1.04, 1.06, 1.08];
const seconds = 30;
const from = 30;

interface Result {
  track: Track;
  playback: Playback;
  speed: number;
  /** Seconds of sound after which it was named, possible; undefined if it was not. */
  namedAt: number | undefined;
  possibleAt: number | undefined;
  wrong: number;
  /** Share by which the speed is off. */
  speedError: number;
  naive: boolean;
  /** Undefined where the peer was not asked. */
  chromaprint: "right" | "wrong" | "none" | undefined;
}

export function measureSpeeds(
  index: LandmarkIndex,
  all: readonly Track[],
  asked: readonly Track[],
  peers: number,
): Figure[] {
  const prints = new Map(peers === 0 ? [] : all.map((track) => [track.id, chromaprint(track.sound())]));
  const cases = asked.flatMap((track, place) =>
    speeds.flatMap((speed) =>
      (["varispeed", "keyLock"] as const)
        .filter((playback) => speed !== 1 || playback === "varispeed")
        .map((playback) => ({ track, speed, playback, isPeered: place < peers })),
    ),
  );
  const results = cases.map(({ track, speed, playback, isPeered }): Result => {
    const sound = play({ track, playback, speed, from, seconds });
    const heard = hear(index, sound);
    const line = heard.lines.find(({ reference }) => reference === track.id);
    const naive = isPeered && namedAt(hear(index, sound, { range: 0 }), track.id) !== undefined;
    const match = isPeered ? nearest(chromaprint(sound), prints) : undefined;
    const isFound = match !== undefined && match.distance < printThreshold;
    return {
      track,
      playback,
      speed,
      namedAt: namedAt(heard, track.id),
      possibleAt: heard.events.find(({ event }) => event.line.reference === track.id)?.at,
      wrong: heard.lines.filter(({ reference, certainty }) => reference !== track.id && certainty === "named")
        .length,
      speedError: Math.abs((line?.speed ?? Number.NaN) / speed - 1),
      naive,
      chromaprint:
        match === undefined ? undefined : !isFound ? "none" : match.id === track.id ? "right" : "wrong",
    };
  });
  return toFigures(results);
}

function toFigures(results: readonly Result[]): Figure[] {
  const figures: Figure[] = [];
  for (const isReal of [true, false]) {
    const kind = isReal ? "real" : "generated";
    const own = results.filter(({ track }) => track.isReal === isReal);
    if (own.length === 0) continue;
    figures.push(
      {
        what: `A, ${kind}: named within 30 s`,
        value: toShare(own, (each) => each.namedAt !== undefined),
        aim: "≥ 99 %",
      },
      {
        what: `A, ${kind}: named within 20 s`,
        value: toShare(own, (each) => (each.namedAt ?? 99) <= 20),
        aim: "≥ 95 %",
      },
      {
        what: `A, ${kind}: possible within 10 s`,
        value: toShare(own, (each) => (each.possibleAt ?? 99) <= 10),
      },
      {
        what: `A, ${kind}: wrong names`,
        value: `${own.reduce((sum, { wrong }) => sum + wrong, 0)}`,
        aim: "0",
      },
    );
  }
  for (const playback of ["varispeed", "keyLock"] as const) {
    const own = results.filter((each) => each.playback === playback);
    const row = speeds
      .filter((speed) => own.some((each) => each.speed === speed))
      .map((speed) => {
        const at = own.filter((each) => each.speed === speed);
        return `${((speed - 1) * 100).toFixed(0)} %: ${at.filter((each) => each.namedAt !== undefined).length}/${at.length}`;
      });
    const errors = own.map(({ speedError }) => speedError).filter((error) => !Number.isNaN(error));
    figures.push(
      { what: `A, ${playback}: named by speed`, value: row.join(", "), aim: "≥ 99 % each" },
      {
        what: `A, ${playback}: speed off by, median / p95`,
        value: `${(percentile(errors, 0.5) * 100).toFixed(3)} % / ${(percentile(errors, 0.95) * 100).toFixed(3)} %`,
        aim: "≤ 0.05 %",
      },
    );
  }
  return [...figures, ...peerFigures(results)];
}

function peerFigures(results: readonly Result[]): Figure[] {
  const asked = results.filter((each) => each.chromaprint !== undefined);
  if (asked.length === 0) return [];
  const near = asked.filter(({ speed }) => speed === 1);
  const far = asked.filter(({ speed }) => speed !== 1);
  const of = (cases: readonly Result[], isGood: (each: Result) => boolean) =>
    `${cases.filter(isGood).length}/${cases.length}`;
  const three = (isGood: (each: Result) => boolean) => `${of(near, isGood)} and ${of(far, isGood)}`;
  return [
    {
      what: "A, peers' part, at its own speed and at others: ours",
      value: three((each) => each.namedAt !== undefined),
    },
    { what: "A, the same: our landmarks without a ladder", value: three((each) => each.naive) },
    {
      what: "A, the same: Chromaprint, best alignment",
      value: `${three((each) => each.chromaprint === "right")}, ${asked.filter((each) => each.chromaprint === "wrong").length} wrong`,
    },
  ];
}

/** A share with its interval, resampled over tracks. */
function toShare(results: readonly Result[], isGood: (each: Result) => boolean): string {
  const tracks = [...Map.groupBy(results, ({ track }) => track.id).values()];
  const [low, high] = bootstrap(tracks.map((own) => ({ good: own.filter(isGood).length, all: own.length })));
  const good = results.filter(isGood).length;
  return `${percent(good / results.length)} (${percent(low)} to ${percent(high)}), ${good}/${results.length}`;
}
