import { RoomChats } from "../stage/room-chats.tsx";
import { usePlayingChat } from "../stage/use-playing-chat.ts";

/** The chat of the room that plays, on pages that are not a room's own. The default export of its own chunk. */
export default function PlayingChat() {
  const playing = usePlayingChat();
  return playing && <RoomChats key={playing.path} first={playing} />;
}
