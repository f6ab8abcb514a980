import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import type { RecordingClock } from "#app/domains/air/replays/recording-clock.ts";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";

/** Time after which everything that the room knows has reached the database and the recording. */
const storedMs = 5_000;

/** Whether there is a clock that is not stored yet: the set is on air, or was. */
export const isClockAwaited = (
  known: RecordingClock | null,
  { air, tracks }: Pick<LiveSet, "air" | "tracks">,
): boolean => known === null && (air !== null || tracks.length > 0);

/**
 * The clock of the recording of a set that is followed live. `known`: as the page was loaded, which is read again with
 * each track, whenever the set goes on or off the air, and until it is known. Before that, a set runs from when it went
 * on air.
 */
export function useClock(
  known: RecordingClock | null,
  { air, tracks, startTime }: Pick<LiveSet, "air" | "tracks" | "startTime">,
): RecordingClock {
  const { revalidate } = useRevalidator();
  const since = air?.since ?? null;
  const moment = `${since} ${tracks.length}`;
  const read = useRef(moment);
  const isAwaited = isClockAwaited(known, { air, tracks });
  useEffect(() => {
    if (read.current === moment && !isAwaited) return;
    const timer = setInterval(() => {
      read.current = moment;
      void revalidate();
      if (!isAwaited) clearInterval(timer);
    }, storedMs);
    return () => clearInterval(timer);
  }, [moment, isAwaited, revalidate]);
  return known ?? [{ position: 0, at: since ?? startTime }];
}
