import type { RoomConnection } from "#app/domains/air/stages/live/connection.ts";
import type { SoundSource } from "./engine.ts";

/** The sound of a room, from its socket. */
export function soundOf(room: RoomConnection): SoundSource {
  return {
    listen: (options, port) => room.listen(options, port),
    unlisten: () => room.unlisten(),
    serverNow: () => room.serverNow(),
    isFlowing: () => {
      const { state, connection } = room.getView();
      // Without the sockets' script there are no packets, but the stream plays.
      return state.status === "live" && (connection === "open" || connection === "unloaded");
    },
  };
}
