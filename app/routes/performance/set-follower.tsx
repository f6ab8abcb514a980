import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { stateNow } from "#app/domains/air/schedule/set-state.ts";
import { withStates } from "#app/domains/air/schedule/states-of.ts";
import { useNow } from "#app/ui/clock.ts";
import { useLobby } from "../home/use-lobby.ts";
import type { FollowedSet } from "./followed-set.ts";

/** Tracks, cheers and numbers of a set that is on appear within this time. */
const lookAgainMs = 30_000;

/**
 * Follows the stage of a set that is to come or on: tells `onFollow` the set's times and state, and has the page read
 * again as it begins and ends. Shows nothing. `readAt`: when the page was read, epoch ms.
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
  const [{ startTime, endTime, state } = set] = withStates([set], [...(live?.values() ?? [])]);
  const tell = useEffectEvent(() => onFollow({ startTime, endTime, state, now }));
  // Each second, as a state may change by the clock alone.
  useEffect(() => tell(), [now, startTime, endTime, state?.name]);
  const { name } = stateNow({ startTime, endTime, state }, now);
  const readName = stateNow(set, readAt).name;
  useEffect(() => {
    if (name !== readName) readAgain();
  }, [name, readName]);
  const isBegun = name !== "booked" && name !== "over";
  useEffect(() => {
    if (!isBegun) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") readAgain();
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [isBegun]);
  return null;
}
