import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listLatestRoomSetsCall } from "#app/domains/air/sets/calls/changes.ts";
import { PlayedSetView } from "#app/domains/air/sets/contract/changes.ts";
import { PlayedSetRow } from "#app/domains/air/sets/ui/played-set-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useViewer } from "../shell/viewer.ts";

/** The stage's past sets or performances, latest first; loaded again when another one is on. */
export default function PastSets({
  stageId,
  first,
  current,
  isOnDemand,
}: {
  stageId: string;
  first: PlayedSetView[];
  current: string | null;
  isOnDemand: boolean;
}) {
  const viewer = useViewer();
  const { data: sets } = useSWR(
    viewer && [listLatestRoomSetsCall.path, stageId, current],
    () => callApi(listLatestRoomSetsCall, { room: stageId }),
    { fallbackData: first, keepPreviousData: true, onError: () => {} },
  );
  if (sets.length === 0) {
    return (
      <EmptyState title={isOnDemand ? "No past performances" : "No past sets yet"}>
        {isOnDemand
          ? "Replays appear here."
          : "Sets appear here after they end, with their listeners, favorites and cheers."}
      </EmptyState>
    );
  }
  return (
    <ol>
      {sets.map((set) => (
        <li key={set.id} className="border-t border-tick">
          <PlayedSetRow set={set} under="performer" />
        </li>
      ))}
    </ol>
  );
}
