import { useEffect, useEffectEvent, useRef, useState } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import type { SetView } from "#app/domains/schedule/contract/sets.ts";
import { listUpcomingSetsCall } from "#app/domains/sets/calls/sets.ts";
import { listStagesCall } from "#app/domains/stages/calls/stages.ts";
import type { StageView } from "#app/domains/stages/contract/stages.ts";
import { useNow } from "#app/ui/clock.ts";
import { mergeStages, mergeUpcoming, newStages } from "./lists.ts";
import { useLobby } from "./use-lobby.ts";

/** What the page is rendered with on the server: more than any screen shows at once, and the rest is asked for. */
export const firstPart = { stages: 20, sets: 12 } as const;

/** Booked sets that are asked for at first, and twice as many each time that the strip comes near the last. */
const firstSets = 60;

/**
 * News of the timetable reach every open page at once: each waits its own part of this before it asks, ms. What goes
 * on or off the air is in the news themselves; only a stage that has not been announced yet is asked for sooner.
 */
const spreadMs = { timetable: 5_000, newStage: 300 } as const;

export interface HomeLists {
  stages: StageView[];
  upcoming: SetView[];
  /** There is more of either than the page came with. */
  isPart: boolean;
  /** When they were read, epoch ms: what is asked for later belongs to this visit. */
  readAt: number;
}

/**
 * The two lists as they are now: what the page came with, then whole as far as they are looked at, with what is on
 * the air at this moment. `readOn` when the end of the known sets comes near.
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
  const live = useLobby(askAgain);
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

/** Asks for the list of stages once for each that has gone on the air without being in it. */
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

/** `ask` once, at some moment within `ms`, however often it is called until then. */
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
