import { useEffect, useState } from "react";
import useSWR from "swr";
import * as z from "zod/mini";
import { callApi } from "#app/api-client.ts";
import { ServerMessageView } from "#app/domains/announcements/contract.ts";
import { inbox } from "#app/domains/messages/live/connection-inbox.ts";
import { openTransport } from "#app/domains/stages/live/open-transport.ts";

const path = "/api/announcements/serverMessages";

/** Kinds of notices, and events of the lobby, after which the list of server messages is another. */
const telling = new Set(["award", "announcement", "announcement retracted"]);
const LobbyFrame = z.object({ event: z.string(), seq: z.number() });

/**
 * Announcements and awards: `loaded` as the page's loader had read them at `readAt` (server's clock, epoch ms), and
 * again when one has come or was taken back, or where the one that is `wantedId` is not among them. `isSought`: it is
 * being looked for.
 */
export function useServerMessages(
  loaded: readonly ServerMessageView[],
  readAt: number,
  wantedId: string | null,
) {
  const { data, mutate } = useSWR(
    // By its time: what another visit has read is older than what this page's loader has.
    [path, readAt],
    () => callApi(path, { answer: z.array(ServerMessageView) }),
    { fallbackData: [...loaded], revalidateOnMount: false, revalidateIfStale: false, onError: () => {} },
  );
  const serverMessages = data ?? loaded;

  useEffect(
    () =>
      inbox.readNotices((notices) => {
        if (notices.some(({ kind, at }) => telling.has(kind) && at > readAt)) void mutate();
      }),
    [readAt, mutate],
  );
  useEffect(() => listenForAnnouncements(() => void mutate()), [mutate]);

  const [soughtId, setSoughtId] = useState<string | null>(null);
  const isMissing = wantedId !== null && serverMessages.every(({ id }) => id !== wantedId);
  useEffect(() => {
    if (isMissing) void mutate().finally(() => setSoughtId(wantedId));
  }, [isMissing, wantedId, mutate]);
  return { serverMessages, isSought: isMissing && soughtId !== wantedId };
}

/** Calls when operators announce something or take it back, also to those who want no notices of that. */
function listenForAnnouncements(onChange: () => void): () => void {
  const url = new URL("/realtime/lobby", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const transport = openTransport(url.href, {
    onStatus: () => {},
    onText: (text) => {
      const frame = LobbyFrame.safeParse(parse(text));
      if (!frame.success) return;
      transport.seen(frame.data.seq);
      if (telling.has(frame.data.event)) onChange();
    },
  });
  return () => transport.close();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
