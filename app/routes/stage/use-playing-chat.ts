import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import { toRoomState, useRoomIfAny } from "#app/domains/air/stages/live/use-room.ts";
import { roomSourceOf } from "#app/player/contract.ts";
import { usePlayer } from "#app/player/player-provider.tsx";
import { useViewer } from "../shell/viewer.ts";
import type { ChatOf } from "./room-chats.tsx";

/**
 * The chat of the room that plays, over the player's own connection to it. Null while nothing plays, and for the
 * profile of a person the viewer has blocked.
 */
export function usePlayingChat(): (ChatOf & { path: string }) | null {
  const playing = usePlayer((state) => state.source);
  const source = playing && roomSourceOf(playing);
  const viewer = useViewer();
  const isBlocked = source?.kind === "profile" && (viewer?.blockedIds.includes(source.id) ?? false);
  const room = useRoomIfAny(
    source && !isBlocked
      ? {
          kind: source.kind,
          id: source.id,
          initial: () => {
            const { id, name, onAir } = source;
            return toRoomState(source.kind, {
              ...offAir,
              ...onAir,
              id,
              name,
              favoriteCount: 0,
              cheerCount: 0,
            });
          },
        }
      : null,
  );
  return source && room && { room, title: source.name, path: `${source.kind}/${source.id}` };
}
