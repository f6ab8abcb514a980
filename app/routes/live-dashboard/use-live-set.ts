import { useEffect, useReducer, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import type { OnAirView, StageView } from "#app/domains/air/stages/contract/stages.ts";
import { roomConnection } from "#app/domains/air/stages/live/connection.ts";
import { RoomReply } from "#app/domains/air/stages/live/protocol.ts";
import { applyLiveUpdate, LiveSet, LiveUpdate } from "#app/domains/air/stages/live/set-updates.ts";
import { toRoomState } from "#app/domains/air/stages/live/use-room.ts";
import { RoomError } from "#app/live/pending.ts";
import type { TransportStatus } from "#app/live/transport.ts";

const retryMs = 3_000;

export interface FollowedSet {
  live: LiveSet;
  connection: TransportStatus;
  /** Time when the connection was lost (epoch ms); null while it is open, and before the first one. */
  lostAt: number | null;
  /** The set on the stage, whichever it is, and the next one. */
  onAir: OnAirView;
  /** Distance of the server's clock ahead of the viewer's, ms. */
  aheadMs: number;
}

/** A set live, over the socket of its stage: joined again after each reconnect, and then loaded completely. */
export function useLiveSet(stage: StageView, first: LiveSet): FollowedSet {
  const [room] = useState(() => roomConnection(toRoomState("stage", stage)));
  const [live, apply] = useReducer(reduce, first);
  const [aheadMs, setAheadMs] = useState(0);
  const [lostAt, setLostAt] = useState<number | null>(null);
  const { revalidate } = useRevalidator();
  const connection = useSyncExternalStore<TransportStatus>(
    room.subscribe,
    () => room.getView().connection,
    () => "connecting",
  );
  const onAir = useSyncExternalStore<OnAirView>(
    room.subscribe,
    () => room.getView().state,
    () => stage,
  );
  const { set } = first;

  useEffect(() => room.retain(), [room]);

  useEffect(
    () =>
      room.readUpdates((frame) => {
        const update = LiveUpdate.safeParse(frame);
        if (update.success) apply(update.data);
        // The set is no longer visible to the viewer: the page is loaded again, and says so.
        else if (RoomReply.safeParse(frame).success) void revalidate();
      }),
    [room, revalidate],
  );

  useEffect(() => {
    if (connection !== "open") return;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const join = async () => {
      try {
        const data = LiveSet.parse(await room.followSet(set));
        if (isOver) return;
        apply(data);
        setAheadMs(room.serverNow() - Date.now());
      } catch (error) {
        if (isOver) return;
        const isGone = error instanceof RoomError && error.code === "not-found";
        if (isGone) void revalidate();
        else retry = setTimeout(() => void join(), retryMs);
      }
    };
    void join();
    return () => {
      isOver = true;
      clearTimeout(retry);
      setLostAt(Date.now());
    };
  }, [room, set, connection, revalidate]);

  useEffect(() => () => room.leaveSet(set), [room, set]);

  return { live, onAir, connection, lostAt: connection === "open" ? null : lostAt, aheadMs };
}

/** The response to a join replaces everything known before. */
function reduce(state: LiveSet, news: LiveSet | LiveUpdate): LiveSet {
  return "event" in news ? applyLiveUpdate(state, news) : news;
}
