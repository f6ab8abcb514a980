import { createContext, use, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { openConnectionCall } from "#app/domains/air/media/calls/media.ts";
import type { ConnectionView } from "#app/domains/air/media/contract/encoder.ts";
import type { GuideView } from "#app/domains/air/media/contract/guides.ts";
import { useWork } from "#app/ui/use-work.ts";

/** The values in the drawings of a guide: the address and port, the same for everyone, and the reader's own secrets. */
export interface GuideReader {
  ingest: GuideView["ingest"];
  /** Whether there is a mount: the reader's own, or that of a running stream test. */
  hasMount: boolean;
  /** Null until the reader has requested it, or has started a stream test. */
  connection: ConnectionView | null;
  isRevealed: boolean;
  setRevealed: (isRevealed: boolean) => void;
}

const GuideReaderContext = createContext<GuideReader | null>(null);

export const GuideReaderProvider = GuideReaderContext.Provider;

/** Only within a guide. */
export function useGuideReader(): GuideReader {
  const reader = use(GuideReaderContext);
  if (reader === null) throw new Error("a drawing is outside of a guide");
  return reader;
}

/** The performer's own connection, fetched on request and never before. */
export function useOwnConnection() {
  const [connection, setConnection] = useState<ConnectionView | null>(null);
  const { isBusy, run } = useWork(showFailure);
  const show = () =>
    run(async () => {
      setConnection(await callApi(openConnectionCall));
    });
  return { connection, isBusy, show, hide: () => setConnection(null) };
}
