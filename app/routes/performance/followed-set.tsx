import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import type { SetState } from "#app/domains/air/schedule/contract/set-state.ts";
import { stateNow } from "#app/domains/air/schedule/set-state.ts";
import { withStates } from "#app/domains/air/schedule/states-of.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import { useNow } from "#app/ui/clock.ts";
import { useLobby } from "../home/use-lobby.ts";
import { PerformancePage } from "./performance-page.tsx";
import type { PerformancePageData } from "./performance-page-data.ts";

/** Tracks, cheers and numbers of a set that is on appear within this time. */
const lookAgainMs = 30_000;

/** The page of a set that is to come or on: it follows its stage, and is read again as the set begins and ends. */
export function FollowedSet(data: PerformancePageData & { set: SetRecordView }) {
  const { revalidate } = useRevalidator();
  const readAgain = useEffectEvent(() => void revalidate());
  const live = useLobby(() => void revalidate());
  const now = useNow();
  const [set = data.set] = withStates([data.set], [...(live?.values() ?? [])]);
  const { name } = stateNow(set, now);
  const readName = stateNow(data.set, data.now).name;
  useEffect(() => {
    if (name !== readName) readAgain();
  }, [name, readName]);
  const isFollowed = isBegun(name);
  useEffect(() => {
    if (!isFollowed) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") readAgain();
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [isFollowed]);
  return <PerformancePage {...data} set={set} now={now} />;
}

const isBegun = (name: SetState["name"]) => name !== "booked" && name !== "over";
