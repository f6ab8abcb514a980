import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import * as z from "zod/mini";
import { inbox } from "#app/domains/air/messages/live/connection-inbox.ts";
import type { ServerMessageView } from "#app/domains/value/announcements/contract.ts";
import { openTransport } from "#app/live/open-transport.ts";
import { readFrames } from "#app/live/read-frames.ts";
import { socketUrl } from "#app/live/socket-url.ts";

/** Kinds of notices, and events of the lobby, that change the list of server messages. */
const telling = new Set(["award", "announcement", "announcement retracted"]);
const LobbyFrame = z.object({ event: z.string(), seq: z.number() });

/**
 * Keeps announcements and awards up to date: the page's loader, which had loaded them at `readAt` (server time, epoch
 * ms), runs again when one was added or retracted, and where the one with `wantedId` is missing. Returns whether that
 * one is still being loaded.
 */
export function useServerMessages(
  serverMessages: readonly ServerMessageView[],
  readAt: number,
  wantedId: string | null,
): { isSought: boolean } {
  const { revalidate } = useRevalidator();
  useEffect(
    () =>
      inbox.readNotices((notices) => {
        if (notices.some(({ kind, at }) => telling.has(kind) && at > readAt)) void revalidate();
      }),
    [readAt, revalidate],
  );
  useEffect(() => listenForAnnouncements(() => void revalidate()), [revalidate]);

  const [soughtId, setSoughtId] = useState<string | null>(null);
  const isMissing = wantedId !== null && serverMessages.every(({ id }) => id !== wantedId);
  useEffect(() => {
    if (isMissing) void revalidate().finally(() => setSoughtId(wantedId));
  }, [isMissing, wantedId, revalidate]);
  return { isSought: isMissing && soughtId !== wantedId };
}

/** Calls when operators announce or retract something, also for users who want no notices of that. */
function listenForAnnouncements(onChange: () => void): () => void {
  const transport = openTransport(socketUrl("/realtime/lobby").href, {
    onStatus: () => {},
    onText: (text) => {
      for (const read of readFrames(text)) {
        const frame = LobbyFrame.safeParse(read);
        if (!frame.success) continue;
        transport.seen(frame.data.seq);
        if (telling.has(frame.data.event)) onChange();
      }
    },
  });
  return () => transport.close();
}
