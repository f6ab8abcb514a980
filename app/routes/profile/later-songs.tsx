import type { ReactNode } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listPersonPlaysCall } from "#app/domains/music/tracks/calls/tracks.ts";
import { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";

/**
 * The last songs, loaded again whenever another is heard (`current` is the play). The default export of its own chunk.
 */
export default function LaterSongs({
  personId,
  first,
  current,
  children,
}: {
  personId: string;
  /** Shown until they have been loaded. */
  first: PlayView[];
  current: string | null;
  children: (plays: PlayView[]) => ReactNode;
}) {
  const { data } = useSWR(
    current !== null && [listPersonPlaysCall.path, personId, current],
    () => callApi(listPersonPlaysCall, { user: personId }),
    { keepPreviousData: true, revalidateOnFocus: false, onError: () => {} },
  );
  return children(data ?? first);
}
