import { useState } from "react";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import { toRoomState, useRoomIfAny } from "#app/domains/air/stages/live/use-room.ts";
import { useViewer } from "../shell/viewer.ts";
import type { OtherChat } from "./room-chats.tsx";

/**
 * The chat of the profile of the performer on air, for the stage's page. Only users who request it enter its room, so
 * that a crowd does not need two sockets each. Null while no one is on air, and where the viewer has blocked them.
 */
export function usePerformersChat({ online, currentDj }: RoomState): OtherChat | null {
  const viewer = useViewer();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const performer = online && currentDj && !viewer?.blockedIds.includes(currentDj.id) ? currentDj : null;
  const room = useRoomIfAny(
    performer && performer.id === askedFor
      ? {
          kind: "profile",
          id: performer.id,
          initial: () =>
            toRoomState("profile", {
              ...offAir,
              id: performer.id,
              name: performer.username,
              favoriteCount: 0,
              cheerCount: 0,
            }),
        }
      : null,
  );
  if (performer === null) return null;
  const { id, username } = performer;
  return { path: `profile/${id}`, title: username, room, onAsk: () => setAskedFor(id) };
}
