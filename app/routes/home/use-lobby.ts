import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { leaveEndedSession } from "#app/api-client.ts";
import { openTransport } from "#app/domains/stages/live/open-transport.ts";
import { LobbyEvent } from "#app/domains/stages/lobby-protocol.ts";
import { applyLobbyEvent, type LiveMap } from "./lists.ts";

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is live anywhere, as it changes; null until the lobby has been heard. Booked sets are read again on news. */
export function useLobby(): LiveMap {
  const [live, setLive] = useState<LiveMap>(null);
  const { revalidate } = useRevalidator();
  const readAgain = useRef(revalidate);
  useEffect(() => {
    readAgain.current = revalidate;
  }, [revalidate]);

  useEffect(() => {
    const url = new URL("/realtime/lobby", window.location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const transport = openTransport(url.href, {
      onStatus: (status) => {
        if (status === "ended") leaveEndedSession();
      },
      onText: (text) => {
        const event = LobbyEvent.safeParse(parse(text));
        if (!event.success) return;
        transport.seen(event.data.seq);
        setLive((now) => applyLobbyEvent(now, event.data));
        if (event.data.event === "upcoming changed") void readAgain.current();
      },
    });
    return () => transport.close();
  }, []);
  return live;
}
