import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import type { EncoderView } from "#app/domains/air/media/contract/encoder.ts";
import { type EncoderPoll, useEncoder } from "#app/domains/air/media/ui/use-encoder.ts";
import { getMyStatsCall } from "#app/domains/value/stats/calls.ts";
import type { EncoderPresence } from "./encoder-advice.ts";

export interface OwnEncoder extends Pick<EncoderPoll, "view"> {
  /** Fetched, and never part of a page; null until it is loaded. */
  mount: string | null;
  presence: EncoderPresence;
}

/** Returns what the server hears on the viewer's own mount, while `isWatched`. */
export function useOwnEncoder(isWatched: boolean): OwnEncoder {
  const { data: stats } = useSWR(
    isWatched ? getMyStatsCall.path : null,
    () => callApi(getMyStatsCall),
    // A password that is reset while the page is open means another mount.
    { refreshInterval: 15_000, onError: () => {} },
  );
  const mount = stats?.private ?? null;
  const { view, isAway } = useEncoder(isWatched ? mount : null);
  if (stats?.private === null) return { mount, view, presence: "absent" };
  if (isAway || view === undefined) return { mount, view, presence: "unknown" };
  return { mount, view, presence: presenceOf(view) };
}

function presenceOf({ encoder }: EncoderView): EncoderPresence {
  if (encoder === false) return "absent";
  return encoder.status === "connected" ? "quiet" : "sounding";
}
