import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { useNow } from "#app/ui/clock.ts";
import { viewEncoderCall } from "../calls/media.ts";
import type { EncoderView } from "../contract/encoder.ts";

const pollMs = 2_000;

export interface EncoderPoll {
  /** Undefined until the first response. */
  view: EncoderView | undefined;
  /** The server's time (epoch ms), updated every second, whatever the viewer's own clock shows. */
  now: number;
  /** The last request failed. */
  isAway: boolean;
}

/** Polls every 2 s what the server hears on a mount of the viewer or of a stage that they manage; null: no polling. */
export function useEncoder(mount: string | null): EncoderPoll {
  const viewerNow = useNow();
  const { data, error } = useSWR(
    mount === null ? null : [viewEncoderCall.path, mount],
    () => askAbout(mount ?? ""),
    {
      refreshInterval: pollMs,
      dedupingInterval: 0,
      shouldRetryOnError: true,
      onError: () => {},
    },
  );
  return {
    view: data?.view,
    // Ticks come on whole seconds, a response in between.
    now: data ? Math.max(data.view.now, viewerNow + data.aheadMs) : viewerNow,
    isAway: error !== undefined,
  };
}

async function askAbout(mount: string): Promise<{ view: EncoderView; aheadMs: number }> {
  const view = await callApi(viewEncoderCall, { mount });
  return { view, aheadMs: view.now - Date.now() };
}
