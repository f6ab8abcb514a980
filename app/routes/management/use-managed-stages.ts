import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listManagingCall } from "#app/domains/air/stages/calls/stages.ts";
import type { ManagedStageView } from "#app/domains/air/stages/contract/stages.ts";
import { useNow } from "#app/ui/clock.ts";
import { withOnAir } from "../home/lists.ts";
import { useLobby } from "../home/use-lobby.ts";

/** No socket reports requests: those that wait for an answer appear within this time. */
const lookAgainMs = 20_000;

/** The viewer's stages with what they carry now. `readAt`: when they were loaded, epoch ms. */
export function useManagedStages(loaded: ManagedStageView[], readAt: number): ManagedStageView[] {
  const { data: stages, mutate } = useSWR(
    // Another visit has another key: the page's own data is never older than what is cached.
    [listManagingCall.path, readAt],
    () => callApi(listManagingCall),
    { fallbackData: loaded, revalidateOnMount: false, refreshInterval: lookAgainMs, onError: () => {} },
  );
  const live = useLobby(() => void mutate(), readAt);
  return withOnAir(stages, [], live, useNow());
}
