import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import type { StandbyView } from "#app/domains/media/contract/standby.ts";
import { useEncoder } from "#app/domains/media/ui/use-encoder.ts";
import { getMyStatsCall } from "#app/domains/stats/calls.ts";
import type { EncoderState } from "./encoder-advice.ts";

export interface OwnEncoder {
  /** Fetched, and never part of a page; null until it is loaded. */
  mount: string | null;
  state: EncoderState;
  /** Null where there is nothing to decide. */
  standby: StandbyView | null;
  /** When the last connection ended, epoch ms; null while there is one, or where there was none. */
  endedAt: number | null;
}

/** What the server hears on the viewer's own mount, while `isWatched`. */
export function useOwnEncoder(isWatched: boolean): OwnEncoder {
  const { data: stats } = useSWR(
    isWatched ? getMyStatsCall.path : null,
    () => callApi(getMyStatsCall),
    // A password that is reset while the page is open means another mount.
    { refreshInterval: 15_000, onError: () => {} },
  );
  const mount = stats?.private ?? null;
  const { report, encoder, isAway } = useEncoder(isWatched ? mount : null);
  const known = { mount, standby: report?.standby ?? null, endedAt: report?.ended?.at ?? null };
  if (stats?.private === null) return { ...known, state: "absent" };
  if (isAway || encoder === undefined) return { ...known, state: "unknown" };
  if (encoder === false) return { ...known, state: "absent" };
  return { ...known, state: encoder.status === "connected" ? "quiet" : "sounding" };
}
