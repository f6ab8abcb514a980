/** The geometry of a replay's picture: a recording's length as the width of a drawing, from 0. Positions in ms. */
import { peaksPerSecond } from "./tape-index.ts";

/** A distance from the left edge, between it and `width`. */
export function xOf(position: number, duration: number, width: number): number {
  return duration <= 0 ? 0 : Math.min(1, Math.max(0, position / duration)) * width;
}

/** The position under a pointer `x` from the left edge, within the recording. */
export function positionOf(x: number, width: number, duration: number): number {
  return width <= 0 ? 0 : Math.round(Math.min(1, Math.max(0, x / width)) * duration);
}

/** Quiet passages are told from loud ones by power: the amplitude of mastered music hardly varies. */
const contrast = 2;

/**
 * The heights of `count` bars, each 0 to 1: the loudest peak of each bar's time, related to the loudest of all. A bar
 * after the last peak, while more is being recorded, is 0.
 */
export function barsOf(peaks: readonly number[], duration: number, count: number): number[] {
  const loudest = Math.max(
    1,
    peaks.reduce((most, peak) => Math.max(most, peak), 0),
  );
  const perBar = ((duration / 1_000) * peaksPerSecond) / Math.max(1, count);
  return Array.from({ length: count }, (_, bar) => {
    const first = Math.floor(bar * perBar);
    const last = Math.max(first + 1, Math.floor((bar + 1) * perBar));
    let peak = 0;
    for (let index = first; index < last; index++) peak = Math.max(peak, peaks[index] ?? 0);
    return (peak / loudest) ** contrast;
  });
}

export interface Mark {
  id: string;
  x: number;
  /** The distance to the next mark, or to the right edge. */
  room: number;
}

/** Returns the starts of tracks, and the space that each has for its name. `tracks` by time. */
export function marksOf(
  tracks: readonly { id: string; start: number }[],
  duration: number,
  width: number,
): Mark[] {
  return tracks.map(({ id, start }, index) => {
    const x = xOf(start, duration, width);
    const next = tracks[index + 1];
    return { id, x, room: (next ? xOf(next.start, duration, width) : width) - x };
  });
}

const minLetters = 3;

/** Returns as much of a name as fits into `room`, with an ellipsis; null where less than a few letters do. */
export function fitName(name: string, room: number, widthOf: (text: string) => number): string | null {
  if (widthOf(name) <= room) return name;
  const letters = Array.from(name);
  let [fits, tooMany] = [0, letters.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (widthOf(`${letters.slice(0, middle).join("").trimEnd()}…`) <= room) fits = middle;
    else tooMany = middle;
  }
  return fits < minLetters ? null : `${letters.slice(0, fits).join("").trimEnd()}…`;
}
