/** The queue after the stream that is heard, and the decision at a stream's end. */
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import { playerLimits } from "./limits.ts";

/** One stream that is heard now or later. Times are epoch ms. */
export interface StreamEntry {
  /** The stage that carries it, or null for a profile. */
  room: { id: string; name: string } | null;
  url: string | null;
  setId: string | null;
  djId: string | null;
  /** Listeners may start one minute before the set does. */
  start: number;
  /** Null: until the performer stops. */
  end: number | null;
}

function toEntry({ room, url, id, user, startTime, endTime }: SetView): StreamEntry {
  const start = startTime - playerLimits.startEarlyMs;
  return { room, url, setId: id, djId: user.id, start, end: endTime };
}

/**
 * The streams of a room, the one on air first. For a booking stage these are all sets of its lineup: the room's data
 * about the present and the next set is newer than `lineup`. An on-demand stage and a profile have the one without an
 * end.
 */
export function queueOf(onAir: OnAirView, lineup: readonly SetView[]): StreamEntry[] {
  const { currentSet, nextSet, currentDj, currentUrl, startTime } = onAir;
  const sets = new Map(lineup.map((set) => [set.id, set]));
  for (const set of [currentSet, nextSet]) if (set) sets.set(set.id, set);
  const later = [...sets.values()]
    .filter((set) => set !== currentSet)
    .map(toEntry)
    .sort((a, b) => a.start - b.start);
  if (currentSet) return [toEntry(currentSet), ...later];
  if (!onAir.online) return later;
  const endless = { room: null, url: currentUrl, setId: null, djId: currentDj?.id ?? null, end: null };
  return [{ ...endless, start: startTime ?? 0 }, ...later];
}

export type StreamEnd =
  /** Expected back: the player keeps retrying. */
  { type: "reload" } | { type: "switch"; to: StreamEntry } | { type: "stop" };

/**
 * The stream `ended` is no longer on air; `queue` is what follows. Within the window of a set the sound is expected
 * back; a next stream that starts within 100 s is switched to; otherwise it is over. A stream without an end has no
 * window: the room has already given its encoder the grace time before it reported that it is off the air. `now`:
 * server time.
 */
export function decideStreamEnd(
  ended: StreamEntry | null,
  queue: readonly StreamEntry[],
  now: number,
): StreamEnd {
  if (ended !== null && ended.end !== null && now < ended.end) return { type: "reload" };
  const next = queue.find(
    (entry) =>
      (entry.setId === null || entry.setId !== ended?.setId) && (entry.end === null || entry.end > now),
  );
  const isNear = next !== undefined && next.start - now <= playerLimits.switchWithinMs;
  return isNear ? { type: "switch", to: next } : { type: "stop" };
}
