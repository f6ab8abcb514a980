import { useEffect, useEffectEvent, useRef, useState } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { listUpcomingSetsCall } from "#app/domains/air/sets/calls/sets.ts";
import { listStagesCall } from "#app/domains/air/stages/calls/stages.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { useNow } from "#app/ui/clock.ts";
import { mergeStages, mergeUpcoming, newStages } from "./lists.ts";
import { useLobby } from "./use-lobby.ts";

/** The part that the server renders: more than any screen shows; the rest is requested later. */
export const firstPart = { stages: 20, sets: 12 } as const;

/** Booked sets that are requested at first, and twice as many each time that the strip comes near the last. */
const firstSets = 60;

/**
 * Timetable changes reach every open page simultaneously: each waits a random part of this before it requests, ms. What
 * goes on or off the air is in the event itself; only a new stage is requested sooner.
 */
const spreadMs = { timetable: 5_000, newStage: 300 } as const;

export interface HomeLists {
  stages: StageView[];
  upcoming: SetView[];
  /** There is more of either list than the page was loaded with. */
  isPart: boolean;
  /** Time when they were loaded, epoch ms: later requests belong to this visit. */
  readAt: number;
}

/**
 * The present lists: first the loaded part, then everything that is looked at, with what is on the air now. `readOn` is
 * called when the end of the known sets is near.
 */
export function useHomeLists(first: HomeLists) {
  const [maxSets, setMostSets] = useState(firstSets);
  const options = { revalidateOnMount: first.isPart, keepPreviousData: true, onError: () => {} };
  const { data: stages, mutate: readStages } = useSWR(
    [listStagesCall.path, first.readAt],
    () => callApi(listStagesCall),
    { ...options, fallbackData: first.stages },
  );
  const { data: sets, mutate: readSets } = useSWR(
    [listUpcomingSetsCall.path, maxSets, first.readAt] as const,
    ([, limit]) => callApi(listUpcomingSetsCall, { limit }),
    { ...options, fallbackData: first.upcoming },
  );
  const askAgain = useSpread(spreadMs.timetable, () => {
    void readStages();
    void readSets();
  });
  const live = useLobby(askAgain, first.readAt);
  const isWhole = !first.isPart || stages !== first.stages;
  useNewStages(isWhole ? newStages(stages, live) : [], readStages);
  const now = useNow(60_000);
  const booked = sets.filter((set) => set.endTime !== null).length;
  return {
    stages: mergeStages(stages, sets, live, now),
    upcoming: mergeUpcoming(sets, live),
    readOn: () => {
      if (booked >= maxSets) setMostSets(maxSets * 2);
    },
  };
}

/** Requests the list of stages once for each that has gone on the air without being in it. */
function useNewStages(ids: string[], ask: () => unknown): void {
  const asked = useRef(new Set<string>());
  const askSoon = useSpread(spreadMs.newStage, ask);
  const look = useEffectEvent((news: string[]) => {
    const unasked = news.filter((id) => !asked.current.has(id));
    if (unasked.length === 0) return;
    for (const id of unasked) asked.current.add(id);
    askSoon();
  });
  const key = ids.join(" ");
  useEffect(() => look(key === "" ? [] : key.split(" ")), [key]);
}

/** Calls `ask` once, at a random moment within `ms`, however often it is requested until then. */
function useSpread(ms: number, ask: () => unknown): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, Math.random() * ms);
  };
}
