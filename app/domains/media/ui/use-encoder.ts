import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { useNow } from "#app/ui/clock.ts";
import { reportEncoderCall } from "../calls/media.ts";
import { EncoderReport, type IcecastView } from "../contract/encoder.ts";

const pollMs = 2_000;

export interface EncoderAnswer {
  /** Undefined until the first answer. */
  report: EncoderReport | undefined;
  encoder: IcecastView | undefined;
  /** The server's time (epoch ms), renewed each second, whatever the viewer's own clock says. */
  now: number;
  /** The last question was not answered. */
  isAway: boolean;
}

/** What the server hears on a mount of the viewer's own or of a stage that they manage, asked every 2 s; null: nothing is asked. */
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
    // Ticks come on whole seconds, an answer in between.
    now: data ? Math.max(data.report.now, viewerNow + data.aheadMs) : viewerNow,
    isAway: error !== undefined,
  };
}

async function askAbout(mount: string): Promise<{ report: EncoderReport; aheadMs: number }> {
  const report = await callApi(reportEncoderCall, { mount });
  return { report, aheadMs: report.now - Date.now() };
}
