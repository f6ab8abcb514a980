import { useEffect, useEffectEvent, useRef } from "react";
import { useRevalidator } from "react-router";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { stateNow } from "#app/domains/air/schedule/set-state.ts";
import { statesOf, withStates } from "#app/domains/air/schedule/states-of.ts";
import { useNow } from "#app/ui/clock.ts";
import { useLobby } from "../home/use-lobby.ts";
import type { FollowedSet } from "./followed-set.ts";

/** Interval at which the tracks, cheers and numbers of a set that is on are read again. */
const onAirMs = 30_000;
/** The same after its end, until everything is stored. */
const endedMs = 10_000;

/**
 * Follows the stage of a set that is to come, on, or just over: tells `onFollow` the set's times and state, and has the
 * page read again as it begins, ends and goes off the air. Shows nothing. `readAt`: when the page was read, epoch ms.
 */
export default function SetFollower({
  set,
  readAt,
  onFollow,
}: {
  set: Pick<SetView, "id" | "startTime" | "endTime" | "state">;
  readAt: number;
  onFollow: (followed: FollowedSet) => void;
}) {
  const { revalidate } = useRevalidator();
  const readAgain = useEffectEvent(() => void revalidate());
  const live = useLobby(() => void revalidate());
  const now = useNow();
  const entries = [...(live?.values() ?? [])];
  const [{ startTime, endTime, state } = set] = withStates([set], entries);
  const tell = useEffectEvent(() => onFollow({ startTime, endTime, state, now }));
  // Each second, as a state may change by the clock alone.
  useEffect(() => tell(), [now, startTime, endTime, state?.name]);
  const { name } = stateNow({ startTime, endTime, state }, now);
  const readName = stateNow(set, readAt).name;
  useEffect(() => {
    if (name !== readName) readAgain();
  }, [name, readName]);
  // Its stage no longer speaks of it once it is off the air: the state that was read with the page is outdated then.
  const isCarried = statesOf(entries).has(set.id);
  const wasCarried = useRef(false);
  useEffect(() => {
    if (wasCarried.current && !isCarried) readAgain();
    wasCarried.current = isCarried;
  }, [isCarried]);
  const everyMs = name === "booked" ? null : name === "over" ? endedMs : onAirMs;
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") readAgain();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return null;
}
