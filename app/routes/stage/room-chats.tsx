import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import { type LiveRoom, useRoom } from "#app/domains/stages/live/use-room.ts";
import { ChatPanel, type ChatPanelProps } from "#app/domains/stages/ui/chat/chat-panel.tsx";
import { profilePowers, stagePowers } from "#app/domains/stages/ui/chat/chat-powers.ts";
import { ChatSwap } from "#app/domains/stages/ui/chat/chat-swap.tsx";
import type { Send } from "#app/domains/stages/ui/chat/outbox.ts";
import { useMissed } from "#app/domains/stages/ui/chat/use-missed.ts";
import { usePanels } from "#app/ui/panels.tsx";
import { useViewer } from "../shell/viewer.ts";

const nobody: readonly string[] = [];

interface ChatOf {
  room: LiveRoom;
  /** Above the chat. */
  title: string;
  /** Of a stage, where the page knows them. */
  managerIds?: readonly string[];
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
function useMissedIn({ messages, isHeard, viewer }: Chat, isInView: boolean): number {
  return useMissed(isHeard ? messages : null, isInView, viewer?.id ?? null);
}

/** Tells the chat's button how much was missed. */
function useMissedBadge(missed: number): void {
  const { setMissed } = usePanels();
  useEffect(() => setMissed(missed), [missed, setMissed]);
  useEffect(() => () => setMissed(0), [setMissed]);
}

/** The chat of the page's room. */
export function OneChat(of: ChatOf): ReactNode {
  const panel = useChat(of);
  useMissedBadge(useMissedIn(panel, usePanels().chat.isShown));
  return <ChatPanel {...panel} />;
}

/** The chat of the stage where a performer is on air, on their page. */
export function StageChat({ stage }: { stage: RoomState }): ReactNode {
  return <OneChat room={useRoom("stage", stage.id, stage)} title={stage.name} />;
}

/** The chat of a profile and that of the stage where its performer is on air, one at a time. */
export function TwoChats({ own, stage }: { own: ChatOf; stage: RoomState }): ReactNode {
  const { isShown } = usePanels().chat;
  const [shown, setShown] = useState<"own" | "stage">("own");
  const ownPanel = useChat(own);
  const stagePanel = useChat({ room: useRoom("stage", stage.id, stage), title: stage.name });
  const missed = {
    own: useMissedIn(ownPanel, isShown && shown === "own"),
    stage: useMissedIn(stagePanel, isShown && shown === "stage"),
  };
  useMissedBadge(missed.own + missed.stage);
  const [panel, other, hidden] =
    shown === "own" ? ([ownPanel, stagePanel, "stage"] as const) : ([stagePanel, ownPanel, "own"] as const);
  return (
    <ChatPanel
      {...panel}
      swap={<ChatSwap title={other.title} missed={missed[hidden]} onSwap={() => setShown(hidden)} />}
    />
  );
}
