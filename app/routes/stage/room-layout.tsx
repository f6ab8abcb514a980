import { type ReactNode, useMemo } from "react";
import type { LiveRoom } from "#app/domains/stages/live/use-room.ts";
import { ChatPanel } from "#app/domains/stages/ui/chat/chat-panel.tsx";
import { profilePowers, stagePowers } from "#app/domains/stages/ui/chat/chat-powers.ts";
import { usePanels } from "#app/ui/panels.tsx";
import { useViewer } from "../shell/viewer.ts";

const nobody: readonly string[] = [];

/** A page with a room: what happens there in the middle, its chat beside it unless it is not wanted. */
export function RoomLayout({
  room,
  title,
  hasChat = true,
  managerIds = nobody,
  children,
}: {
  room: LiveRoom;
  /** Above the chat. */
  title: string;
  hasChat?: boolean;
  /** Of a stage. */
  managerIds?: readonly string[];
  children: ReactNode;
}) {
  const viewer = useViewer();
  const { chat } = usePanels();
  const { send } = room;
  const { kind, id, messages } = room.state;
  const say = useMemo(() => {
    const event = kind === "stage" ? "roomChat" : "profileChat";
    return (text: string, messageId: string) => send(event, { msg: text }, messageId);
  }, [kind, send]);
  const performerId = room.state.currentDj?.id;
  const powers = useMemo(() => {
    if (!viewer) return null;
    if (kind === "profile") return id === viewer.id ? profilePowers : null;
    const isManager = managerIds.includes(viewer.id);
    return isManager || performerId === viewer.id ? stagePowers(id, managerIds, isManager) : null;
  }, [kind, id, viewer, managerIds, performerId]);

  return (
    <div className="flex grow">
      <main id="main" inert={hasChat && chat.isSheet} className="relative min-w-0 grow pb-12">
        {children}
      </main>
      {hasChat && (
        <ChatPanel
          room={`${kind}/${id}`}
          title={title}
          messages={messages}
          connection={room.connection}
          say={say}
          viewerId={viewer?.id ?? null}
          blockedIds={viewer?.blockedIds ?? nobody}
          rules={room.state.chatRules}
          powers={powers}
        />
      )}
    </div>
  );
}
