/** The reception of a set, moment by moment: pure, the same live and afterwards. */
import type { SetView } from "../schedule/contract/sets.ts";

export const heats = ["none", "cold", "low", "medium", "high", "hot"] as const;
export type Heat = (typeof heats)[number];

export const segmentsPerTrack = 5;

/** A track's time in a set, epoch ms; its end is the next one's start. */
export interface Span {
  id: string;
  start: number;
  end: number;
}

export interface HeatSegment {
  start: number;
  end: number;
  count: number;
  /** Share of all cheers of the set. */
  share: number;
  heat: Heat;
}

export interface HeatSpan extends Span {
  segments: HeatSegment[];
}

/** The name of a share of all cheers. */
export function heatOf(share: number): Heat {
  if (share <= 0) return "none";
  if (share < 0.03) return "cold";
  if (share < 0.08) return "low";
  if (share < 0.15) return "medium";
  return share < 0.2 ? "high" : "hot";
}

/** The spans of tracks (by time) up to `until`; where there are none, the whole set is one. */
export function spansOf(
  tracks: readonly { id: string; timestamp: number }[],
  set: Pick<SetView, "id" | "startTime">,
  until: number,
): Span[] {
  if (tracks.length === 0) return [spanOf(set.id, set.startTime, until)];
  return tracks.map(({ id, timestamp }, index) =>
    spanOf(id, timestamp, tracks[index + 1]?.timestamp ?? until),
  );
}

const spanOf = (id: string, start: number, end: number): Span => ({ id, start, end: Math.max(start, end) });

/**
 * Splits each span into five segments with their share of all cheers (epoch ms). A cheer before the first span counts
 * for its start, one after the last span (listeners are behind the sound) for its end.
 */
export function heatMap(spans: readonly Span[], cheers: readonly number[]): HeatSpan[] {
  const counts = spans.map(() => Array.from({ length: segmentsPerTrack }, () => 0));
  for (const at of cheers) {
    const index = Math.max(
      0,
      spans.findLastIndex(({ start }) => start <= at),
    );
    const span = spans[index];
    const row = counts[index];
    if (span === undefined || row === undefined) continue;
    const segment = segmentAt(span, at);
    row[segment] = (row[segment] ?? 0) + 1;
  }
  return spans.map((span, index) => ({
    ...span,
    segments: (counts[index] ?? []).map((count, segment) => {
      const length = (span.end - span.start) / segmentsPerTrack;
      const share = cheers.length === 0 ? 0 : count / cheers.length;
      const start = span.start + length * segment;
      return { start, end: start + length, count, share, heat: heatOf(share) };
    }),
  }));
}

function segmentAt({ start, end }: Span, at: number): number {
  if (end <= start) return 0;
  const segment = Math.floor(((at - start) / (end - start)) * segmentsPerTrack);
  return Math.min(segmentsPerTrack - 1, Math.max(0, segment));
}

/** A line of a drawing: its position, as a share of the whole time, and its heat. */
export interface HeatTick {
  at: number;
  heat: Heat;
}

/**
 * The map as a scale of `count` ticks at equal distances. A segment that is too short for one of them gets its own tick
 * in its middle: every segment is drawn, however many tracks there are.
 */
export function heatTicks(map: readonly HeatSpan[], count: number): HeatTick[] {
  const start = map[0]?.start ?? 0;
  const length = Math.max(1, (map.at(-1)?.end ?? 0) - start);
  return map
    .flatMap((span) => span.segments)
    .flatMap((segment) => {
      const [from, until] = [(segment.start - start) / length, (segment.end - start) / length];
      const first = Math.ceil(from * count - 0.5);
      const ticks = Math.max(0, Math.ceil(until * count - 0.5) - first);
      if (ticks === 0) return [{ at: (from + until) / 2, heat: segment.heat }];
      return Array.from({ length: ticks }, (_, tick) => ({
        at: (first + tick + 0.5) / count,
        heat: segment.heat,
      }));
    });
}
