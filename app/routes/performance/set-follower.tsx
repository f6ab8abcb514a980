import { useEffect, useEffectEvent, useRef } from "react";
import { useRevalidator } from "react-router";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { stateNow } from "#app/domains/air/schedule/set-state.ts";
import { statesOf, withStates } from "#app/domains/air/schedule/states-of.ts";
import { useNow } from "#app/ui/clock.ts";
import { useLobby } from "../home/use-lobby.ts";
import type { FollowedSet } from "./followed-set.ts";

/** Tracks, cheers and numbers of a set that is on appear within this time. */
const lookAgainMs = 30_000;
/** Time within which what has gone off the air is stored. */
const storedMs = 5_000;
/** Interval at which the page of a set is read again, at first after its end. */
const endingMs = 3 * 60_000;

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
  // Once more after each reading, until all is stored.
  const isOver = name === "over";
  const isEnding = readAt < (endTime ?? readAt) + endingMs;
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => readAgain(), isEnding ? storedMs : lookAgainMs);
    return () => clearTimeout(timer);
  }, [isOver, isEnding, readAt]);
  const isBegun = name !== "booked" && !isOver;
  useEffect(() => {
    if (!isBegun) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") readAgain();
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [isBegun]);
  return null;
}
