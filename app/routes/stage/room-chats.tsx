import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import { type LiveRoom, useRoom } from "#app/domains/stages/live/use-room.ts";
import { ChatPanel, type ChatPanelProps } from "#app/domains/stages/ui/chat/chat-panel.tsx";
import { profilePowers, stagePowers } from "#app/domains/stages/ui/chat/chat-powers.ts";
import { ChatSwap } from "#app/domains/stages/ui/chat/chat-swap.tsx";
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

/** A room's chat with what this reader may do in it, without those whom they have blocked. */
function useChat({ room, title, managerIds = nobody }: ChatOf): Omit<ChatPanelProps, "swap"> {
  const viewer = useViewer();
  const { send, connection } = room;
  const { kind, id, messages: all, chatRules, currentDj } = room.state;
  const say = useMemo(() => {
    const event = kind === "stage" ? "roomChat" : "profileChat";
    return (text: string, messageId: string) => send(event, { msg: text }, messageId);
  }, [kind, send]);
  const performerId = currentDj?.id;
  const powers = useMemo(() => {
    if (!viewer) return null;
    if (kind === "profile") return id === viewer.id ? profilePowers : null;
    const isManager = managerIds.includes(viewer.id);
    return isManager || performerId === viewer.id ? stagePowers(id, managerIds, isManager) : null;
  }, [kind, id, viewer, managerIds, performerId]);
  const blockedIds = viewer?.blockedIds ?? nobody;
  const messages = useMemo(() => {
    const blocked = new Set(blockedIds);
    return blocked.size === 0 ? all : all.filter((message) => !blocked.has(message.userId));
  }, [all, blockedIds]);
  const viewerId = viewer?.id ?? null;
  return { room: `${kind}/${id}`, title, messages, connection, say, viewerId, rules: chatRules, powers };
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
  useMissedBadge(useMissed(panel.messages, usePanels().chat.isShown));
  return <ChatPanel {...panel} />;
}

/** The chat of a profile and that of the stage where its performer is on air, one at a time. */
export function TwoChats({ own, stage }: { own: ChatOf; stage: RoomState }): ReactNode {
  const { isShown } = usePanels().chat;
  const [shown, setShown] = useState<"own" | "stage">("own");
  const ownPanel = useChat(own);
  const stagePanel = useChat({ room: useRoom("stage", stage.id, stage), title: stage.name });
  const missed = {
    own: useMissed(ownPanel.messages, isShown && shown === "own"),
    stage: useMissed(stagePanel.messages, isShown && shown === "stage"),
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
