import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { useNow } from "#app/ui/clock.ts";
import { reportEncoderCall } from "../calls/media.ts";
import { EncoderReport, type IcecastView } from "../contract/encoder.ts";

const pollMs = 2_000;

export interface EncoderAnswer {
  /** Undefined until the first response. */
  report: EncoderReport | undefined;
  encoder: IcecastView | undefined;
  /** The server's time (epoch ms), updated every second, whatever the viewer's own clock shows. */
  now: number;
  /** The last request failed. */
  isAway: boolean;
}

/**
 * What the server hears on a mount of the viewer or of a stage that they manage, polled every 2 s; null: no polling.
 */
export function useEncoder(mount: string | null): EncoderAnswer {
  const viewerNow = useNow();
  const { data, error } = useSWR(
    mount === null ? null : [reportEncoderCall.path, mount],
    () => askAbout(mount ?? ""),
    {
      refreshInterval: pollMs,
      dedupingInterval: 0,
      shouldRetryOnError: true,
      onError: () => {},
    },
  );
  return {
    report: data?.report,
    encoder: data?.report.encoder,
    // Ticks come on whole seconds, a response in between.
    now: data ? Math.max(data.report.now, viewerNow + data.aheadMs) : viewerNow,
    isAway: error !== undefined,
  };
}

async function askAbout(mount: string): Promise<{ report: EncoderReport; aheadMs: number }> {
  const report = await callApi(reportEncoderCall, { mount });
  return { report, aheadMs: report.now - Date.now() };
}
