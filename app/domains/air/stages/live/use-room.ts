import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { OnAirView } from "../contract/stages.ts";
import { type RoomConnection, type RoomKind, type RoomView, roomConnection } from "./connection.ts";
import type { RoomState } from "./protocol.ts";

export interface LiveRoom extends RoomView {
  send: RoomConnection["send"];
  /** The server's time now, epoch ms. */
  serverNow: () => number;
}

/** A page loader's data about a stage or a performer, as the first state of its room. */
export function toRoomState(
  kind: RoomKind,
  view: OnAirView & { id: string; name: string; favoriteCount: number; cheerCount: number },
): RoomState {
  const { id, name, favoriteCount, cheerCount } = view;
  const own = { kind, id, name, favoriteCount, cheerCount };
  return { ...OnAirView.parse(view), ...own, messages: [], currentTrackAt: null };
}

/**
 * A live room: its state, as this listener hears it, and a way to send to it. Before the socket is open (and on the
 * server) the state is `initial`, from the page's loader; see `toRoomState`. Connected while mounted, one socket for
 * the whole page.
 */
export function useRoom(
  kind: RoomKind,
  id: string,
  initial: RoomState,
  options: { isEmbedded?: boolean } = {},
): LiveRoom {
  const room = useRoomIfAny({ kind, id, initial: () => initial }, options);
  if (room === null) throw new Error("there is a room");
  return room;
}

/** Returns the same as `useRoom`, on a page that may or may not have a room: null where `of` is. */
export function useRoomIfAny(
  of: { kind: RoomKind; id: string; initial: () => RoomState } | null,
  { isEmbedded = false }: { isEmbedded?: boolean } = {},
): LiveRoom | null {
  const path = of && `${of.kind}/${of.id}`;
  const connect = () => of && roomConnection(of.initial(), { isEmbedded });
  // By key and not by `initial`: a loader that ran again must not create another connection.
  const [held, setHeld] = useState(() => ({ path, room: connect() }));
  let room = held.room;
  if (held.path !== path) {
    room = connect();
    setHeld({ path, room });
  }
  useEffect(() => room?.retain(), [room]);
  const [first] = useState<RoomView | null>(
    () => of && { state: of.initial(), connection: "connecting", isHeard: false, reactions: [] },
  );
  const view = useSyncExternalStore(room?.subscribe ?? noRoom, room?.getView ?? noView, () => first);
  const send = useCallback<RoomConnection["send"]>(
    (event, data, id) => room?.send(event, data, id) ?? Promise.reject(new Error("no room")),
    [room],
  );
  const serverNow = useCallback(() => room?.serverNow() ?? Date.now(), [room]);
  return view && { ...view, send, serverNow };
}

const noRoom = () => () => {};
const noView = () => null;
