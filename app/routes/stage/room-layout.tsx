import type { ReactNode } from "react";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import type { LiveRoom } from "#app/domains/stages/live/use-room.ts";
import { usePanels } from "#app/ui/panels.tsx";
import { OneChat, TwoChats } from "./room-chats.tsx";

/** A page with a room: what happens there in the middle, its chat beside it unless it is not wanted. */
export function RoomLayout({
  room,
  title,
  hasChat = true,
  managerIds,
  stage = null,
  children,
}: {
  room: LiveRoom;
  /** Above the chat. */
  title: string;
  hasChat?: boolean;
  /** Of a stage. */
  managerIds?: readonly string[];
  /** Of a profile whose performer is on air on a stage: that stage, whose chat can be swapped in. */
  stage?: RoomState | null;
  children: ReactNode;
}) {
  const { chat } = usePanels();
  const own = { room, title, managerIds };
  return (
    <div className="flex grow">
      <main id="main" inert={hasChat && chat.isSheet} className="relative min-w-0 grow pb-12">
        {children}
      </main>
      {hasChat && (stage ? <TwoChats key={stage.id} own={own} stage={stage} /> : <OneChat {...own} />)}
    </div>
  );
}
