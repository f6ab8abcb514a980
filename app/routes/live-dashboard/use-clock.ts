import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import type { RecordingClock } from "#app/domains/air/replays/recording-clock.ts";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";

/** Time after which everything that the room knows has reached the database and the recording. */
const storedMs = 5_000;

/**
 * The clock of the recording of a set that is followed live. `known`: as the page was loaded, which is read again with
 * each track and whenever the set goes on or off the air. Before that is known, a set runs from when it went on air.
 */
export function useClock(
  known: RecordingClock | null,
  { air, tracks, startTime }: Pick<LiveSet, "air" | "tracks" | "startTime">,
): RecordingClock {
  const { revalidate } = useRevalidator();
  const since = air?.since ?? null;
  const moment = `${since} ${tracks.length}`;
  const read = useRef(moment);
  useEffect(() => {
    if (read.current === moment) return;
    const timer = setTimeout(() => {
      read.current = moment;
      void revalidate();
    }, storedMs);
    return () => clearTimeout(timer);
  }, [moment, revalidate]);
  return known ?? [{ position: 0, at: since ?? startTime }];
}
