import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { useEncoder } from "#app/domains/media/ui/use-encoder.ts";
import { MyPerformerStatsView } from "#app/domains/stats/contract.ts";
import type { EncoderState } from "./encoder-advice.ts";

const call = "/api/djs/stats";

/** What the server hears on the viewer's own mount, while `isWatched`. The mount itself never is part of a page. */
export function useEncoderState(isWatched: boolean): EncoderState {
  const { data: stats } = useSWR(
    isWatched ? call : null,
    () => callApi(call, { answer: MyPerformerStatsView }),
    // A key that is reset while the page is open is another mount.
    { refreshInterval: 15_000, onError: () => {} },
  );
  const { encoder, isAway } = useEncoder(isWatched ? (stats?.private ?? null) : null);
  if (stats?.private === null) return "absent";
  if (isAway || encoder === undefined) return "unknown";
  if (encoder === false) return "absent";
  return encoder.status === "connected" ? "quiet" : "sounding";
}
