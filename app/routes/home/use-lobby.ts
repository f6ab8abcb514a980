import { useEffect, useEffectEvent, useState } from "react";
import { leaveEndedSession } from "#app/api-client.ts";
import { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import { showAnnouncement } from "#app/domains/value/announcements/ui/use-announcements.ts";
import { openTransport } from "#app/live/open-transport.ts";
import { socketUrl } from "#app/live/socket-url.ts";
import { applyLobbyEvent, type LiveMap } from "./lists.ts";

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The server reads a page's lists within this time, and its clocks differ by less. */
const readMs = 5_000;

/**
 * Returns the stages that are live now; null until the lobby has responded. `onUpcoming` is called when the timetable
 * is or may be out of date: a later snapshot means that events were missed, and so may be a change before the first
 * one.
 * @param readAt when the timetable was read, epoch ms of the server; absent where it is read later than the lobby
 */
export function useLobby(onUpcoming: () => void, readAt = Number.POSITIVE_INFINITY): LiveMap {
  const [live, setLive] = useState<LiveMap>(null);
  const notifyUpcoming = useEffectEvent(onUpcoming);
  const isOutdated = useEffectEvent((event: LobbyEvent) => {
    if (event.event === "upcoming changed") return true;
    return event.event === "snapshot" && (event.upcomingChangedAt ?? 0) > readAt - readMs;
  });

  useEffect(() => {
    let isHeard = false;
    const transport = openTransport(socketUrl("/realtime/lobby").href, {
      onStatus: (status) => {
        if (status === "ended") leaveEndedSession();
      },
      onText: (text) => {
        const event = LobbyEvent.safeParse(parse(text));
        if (!event.success) return;
        transport.seen(event.data.seq);
        setLive((now) => applyLobbyEvent(now, event.data));
        const isLater = isHeard && event.data.event === "snapshot";
        if (isLater || isOutdated(event.data)) notifyUpcoming();
        isHeard = true;
        if (event.data.event === "announcement") showAnnouncement(event.data.data);
      },
    });
    return () => transport.close();
  }, []);
  return live;
}
