import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { LiveRoom } from "#app/domains/stages/live/use-room.ts";
import { ChatPanel, type ChatPanelProps } from "#app/domains/stages/ui/chat/chat-panel.tsx";
import { profilePowers, stagePowers } from "#app/domains/stages/ui/chat/chat-powers.ts";
import { ChatSwap } from "#app/domains/stages/ui/chat/chat-swap.tsx";
import { useMissed } from "#app/domains/stages/ui/chat/use-missed.ts";
import { usePanels } from "#app/ui/panels.tsx";
import type { Send } from "#app/ui/talk/outbox.ts";
import { useViewer } from "../shell/viewer.ts";

const nobody: readonly string[] = [];

export interface ChatOf {
  room: LiveRoom;
  /** Above the chat. */
  title: string;
  /** Of a stage, where the page knows them. */
  managerIds?: readonly string[];
}

/** A chat beside that of the page's own room. */
export interface OtherChat {
  /** `stage/<id>` or `profile/<id>`. */
  path: string;
  title: string;
  /** Null until it is asked for. */
  room: LiveRoom | null;
  onAsk?: () => void;
}

type Chat = Omit<ChatPanelProps, "swap">;

/** A room's chat with what this reader may do in it, without those whom they have blocked. */
function useChat({ room, title, managerIds }: ChatOf): Chat {
  const viewer = useViewer();
  const { send, connection, isHeard, serverNow } = room;
  const { kind, id, messages: all, chatRules, currentDj } = room.state;
  const sendMessage = useCallback<Send>(
    (message) => send(kind === "stage" ? "roomChat" : "profileChat", { msg: message.text }, message.id),
    [kind, send],
  );
  const performerId = currentDj?.id;
  const powers = useMemo(() => {
    if (!viewer) return null;
    if (kind === "profile") return id === viewer.id ? profilePowers : null;
    const isManager = managerIds?.includes(viewer.id) ?? false;
    return isManager || performerId === viewer.id ? stagePowers(id, managerIds ?? nobody, isManager) : null;
  }, [kind, id, viewer, managerIds, performerId]);
  const blockedIds = viewer?.blockedIds ?? nobody;
  const messages = useMemo(() => {
    const blocked = new Set(blockedIds);
    return blocked.size === 0 ? all : all.filter((message) => !blocked.has(message.userId));
  }, [all, blockedIds]);
  // Neither its managers nor whoever is on air; on a page that knows no managers the room says so itself.
  const isSlowed = managerIds !== undefined && powers === null;
  const path = `${kind}/${id}`;
  return {
    room: path,
    title,
    messages,
    connection,
    isHeard,
    send: sendMessage,
    viewer,
    rules: chatRules,
    isSlowed,
    serverNow,
    powers,
  };
}

/** How much was missed of a chat. */
function useMissedIn(chat: Chat | null, isInView: boolean): number {
  const missed = useMissed(chat?.isHeard ? chat.messages : null, isInView, chat?.viewer?.id ?? null);
  return chat === null ? 0 : missed;
}

/** Tells the chat's button how much was missed. */
function useMissedBadge(missed: number): void {
  const { setMissed } = usePanels();
  useEffect(() => setMissed(missed), [missed, setMissed]);
  useEffect(() => () => setMissed(0), [setMissed]);
}

/**
 * The chats of a page, one at a time. Another may come and go while the page is open: whoever writes in the first goes
 * on writing there.
 */
export function RoomChats({ first, second }: { first: ChatOf; second: OtherChat | null }): ReactNode {
  const { isShown } = usePanels().chat;
  const [swappedTo, setSwappedTo] = useState<string | null>(null);
  const firstChat = useChat(first);
  const chatOfEither = useChat(second?.room ? { room: second.room, title: second.title } : first);
  const secondChat = second?.room ? chatOfEither : null;
  const isSwapped = secondChat !== null && secondChat.room === swappedTo;
  const missed = {
    first: useMissedIn(firstChat, isShown && !isSwapped),
    second: useMissedIn(secondChat, isShown && isSwapped),
  };
  useMissedBadge(missed.first + missed.second);
  const swap = () => {
    setSwappedTo(isSwapped ? null : (second?.path ?? null));
    second?.onAsk?.();
  };
  return (
    <ChatPanel
      {...(isSwapped ? secondChat : firstChat)}
      swap={
        second && (
          <ChatSwap
            title={isSwapped ? firstChat.title : second.title}
            missed={isSwapped ? missed.first : missed.second}
            onSwap={swap}
          />
        )
      }
    />
  );
}
