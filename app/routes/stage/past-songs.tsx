import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listRoomTracksCall } from "#app/domains/air/stages/calls/tracks.ts";
import { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import { PlayList } from "#app/domains/music/tracks/ui/play-list.tsx";
import { titlesNote } from "#app/domains/music/tracks/ui/titles-note.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useViewer } from "../shell/viewer.ts";

const lookAgainMs = 60_000;

/**
 * Loaded again when another track is heard or its name is corrected, and each minute for the counts; guests see what the
 * page was loaded with.
 */
export function PastSongs({
  stageId,
  first,
  current,
  isOnDemand,
}: {
  stageId: string;
  first: PlayView[];
  /** The play that is heard, and its name. */
  current: string | null;
  /** Nothing else on the page names earlier performers. */
  isOnDemand: boolean;
}) {
  const viewer = useViewer();
  const { data } = useSWR(
    viewer && [listRoomTracksCall.path, stageId, current],
    () => callApi(listRoomTracksCall, { room: stageId }),
    { fallbackData: first, keepPreviousData: true, refreshInterval: lookAgainMs, onError: () => {} },
  );
  return (
    <PlayList plays={data ?? first} isNaming={isOnDemand}>
      <EmptyState title="No songs played yet">{titlesNote()}</EmptyState>
    </PlayList>
  );
}
