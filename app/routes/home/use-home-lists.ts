import { useRevalidator } from "react-router";
import useSWR from "swr";
import * as z from "zod/mini";
import { callApi } from "#app/api-client.ts";
import { SetView } from "#app/domains/sets/contract.ts";
import { StageView } from "#app/domains/stages/contract.ts";

/** What the page is rendered with on the server: more than any screen shows at once, and the rest is asked for. */
export const firstPart = { stages: 20, sets: 12 } as const;

export interface HomeLists {
  stages: StageView[];
  upcoming: SetView[];
  /** There is more of either than the page came with. */
  isPart: boolean;
}

/** The two lists whole, as soon as they have come; `askAgain` when they are known to be out of date. */
export function useHomeLists(first: HomeLists): Omit<HomeLists, "isPart"> & { askAgain: () => void } {
  const { revalidate } = useRevalidator();
  const stages = useRest("/api/rooms/getRooms", StageView, first.isPart);
  const upcoming = useRest("/api/sets/getUpcomingSets", SetView, first.isPart);
  return {
    stages: stages.data ?? first.stages,
    upcoming: upcoming.data ?? first.upcoming,
    askAgain: () => {
      void revalidate();
      void stages.mutate();
      void upcoming.mutate();
    },
  };
}

/** Nothing is asked for where the page came with all. */
function useRest<Item extends z.ZodMiniType>(call: `/api/${string}`, item: Item, isPart: boolean) {
  return useSWR(isPart && call, () => callApi(call, { answer: z.array(item) }), { onError: () => {} });
}
