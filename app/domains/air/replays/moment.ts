/** A moment of a replay: which track is heard, how it is named, and how an address leads to it. Positions in ms. */
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { shownArtist, shownTitle } from "#app/domains/music/tracks/shown.ts";

interface Titled {
  artist: string;
  title: string;
}

/** `Artist – Title`. */
export const trackText = ({ artist, title }: Titled): string =>
  `${shownArtist(artist)} – ${shownTitle(title)}`;

/** `12:34 of 1:58:20, Artist – Title`. */
export function momentText(position: number, duration: number, track: Titled | null): string {
  const time = `${clockOffset(position)} of ${clockOffset(duration)}`;
  return track === null ? time : `${time}, ${trackText(track)}`;
}

/** `754`, `754.5`, `300s`, `5m`, `1h2m3s`, `2m30`. */
const inUnits = /^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,7}(?:\.\d{1,3})?)s?)?$/i;
/** `1:00`, `1:02:03`. */
const onClock = /^(?:(\d{1,3}):)?(\d{1,5}):([0-5]?\d(?:\.\d{1,3})?)$/;

/**
 * The position in the query of an address (`t`), as people and other sites write it: in seconds, in units or as on a
 * clock; 0 where there is none.
 */
function momentIn(query: URLSearchParams): number {
  const text = (query.get("t") ?? "").trim();
  const [, hours = "0", minutes = "0", seconds = "0"] = inUnits.exec(text) ?? onClock.exec(text) ?? [];
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000);
}

/** Time played of a recording where an address leads beyond its end. */
const lastMs = 10_000;

/** Start of the page of an address, ms. */
export interface ReplayStart {
  startAt: number;
  isBeyondEnd: boolean;
}

/**
 * The position that an address leads to: that of a play (`play`, its id), otherwise of a moment (`t`), which may be
 * beyond the end: then its last seconds are played.
 */
export function startIn(
  query: URLSearchParams,
  { duration, tracks }: { duration: number; tracks: readonly { id: string; start: number }[] },
): ReplayStart {
  const track = tracks.find(({ id }) => id === query.get("play"));
  if (track) return { startAt: Math.min(track.start, duration), isBeyondEnd: false };
  const moment = momentIn(query);
  const isBeyondEnd = moment > 0 && moment >= duration;
  return { startAt: isBeyondEnd ? Math.max(0, duration - lastMs) : moment, isBeyondEnd };
}

/** A page's text about an address that leads beyond the end. */
export const beyondEndText = (duration: number): string =>
  `This moment is beyond the end (${clockOffset(duration)}). Playing the last seconds instead.`;

/** The address of a page at a position. */
export function momentAddress(page: string, position: number): string {
  return `${page}?t=${Math.floor(Math.max(0, position) / 1_000)}`;
}

/** Returns the number of these (by time) that are heard at a position. */
export function heardCount(events: readonly { at: number }[], position: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.at ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A longer step than the sound takes is a seek: what lies in between was not heard. */
const maxStepMs = 3_000;

/** Returns the number of these times that the sound has just passed; none after a seek. */
export function passedCount(times: readonly number[], from: number, to: number): number {
  if (to <= from || to - from > maxStepMs) return 0;
  return times.filter((at) => at > from && at <= to).length;
}
