import { type ReactNode, useMemo } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import type { LiveRoom } from "#app/domains/stages/live/use-room.ts";
import { ChatPanel } from "#app/domains/stages/ui/chat/chat-panel.tsx";
import { usePanels } from "#app/ui/panels.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useViewer } from "../shell/viewer.ts";

const nobody: readonly string[] = [];

/** A page with a room: what happens there in the middle, its chat beside it unless it is not wanted. */
export function RoomLayout({
  room,
  title,
  hasChat = true,
  children,
}: {
  room: LiveRoom;
  /** Above the chat. */
  title: string;
  hasChat?: boolean;
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
  const isOwn = kind === "profile" && id === viewer?.id;

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
          onDelete={isOwn ? deleteMessage : null}
        />
      )}
    </div>
  );
}

/** The room tells everybody in it, also this page. */
async function deleteMessage(messageId: string): Promise<void> {
  try {
    const call = "/api/messages/deleteProfileMessage";
    const { type, message } = await callApi(call, { answer: NoticeView, body: { messageId } });
    showToast(type, message);
  } catch (error) {
    showFailure(error);
  }
}
