/** A moment of a replay: which track is heard, how it is named, and how an address leads to it. Positions in ms. */
import { clockOffset } from "../time/clock-offset.ts";
import { shownArtist, shownTitle } from "../tracks/shown.ts";

interface Titled {
  artist: string;
  title: string;
}

/** `Artist – Title`. */
export const trackInWords = ({ artist, title }: Titled): string =>
  `${shownArtist(artist)} – ${shownTitle(title)}`;

/** `12:34 of 1:58:20, Artist – Title`. */
export function momentInWords(position: number, duration: number, track: Titled | null): string {
  const time = `${clockOffset(position)} of ${clockOffset(duration)}`;
  return track === null ? time : `${time}, ${trackInWords(track)}`;
}

/** The position in the query of an address (`t`, in seconds), within the recording; 0 where there is none. */
export function momentIn(query: URLSearchParams, duration: number): number {
  const text = query.get("t") ?? "";
  return /^\d{1,7}$/.test(text) ? Math.min(Number(text) * 1_000, duration) : 0;
}

/** The position that an address leads to: that of a play (`play`, its id), otherwise as in `momentIn`. */
export function startIn(
  query: URLSearchParams,
  { duration, tracks }: { duration: number; tracks: readonly { id: string; start: number }[] },
): number {
  const track = tracks.find(({ id }) => id === query.get("play"));
  return track ? Math.min(track.start, duration) : momentIn(query, duration);
}

/** The address of a page at a position. */
export function momentAddress(page: string, position: number): string {
  return `${page}?t=${Math.floor(Math.max(0, position) / 1_000)}`;
}

/** How many of these (by time) are heard at a position. */
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

/** How many of these times the sound has just passed; none after a seek. */
export function passedCount(times: readonly number[], from: number, to: number): number {
  if (to <= from || to - from > maxStepMs) return 0;
  return times.filter((at) => at > from && at <= to).length;
}
