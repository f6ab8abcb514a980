import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { TipMessage } from "#app/domains/air/stages/live/protocol.ts";
import type { LiveRoom } from "#app/domains/air/stages/live/use-room.ts";
import { ChatPanel, type ChatPanelProps } from "#app/domains/air/stages/ui/chat/chat-panel.tsx";
import { profilePowers, stagePowers } from "#app/domains/air/stages/ui/chat/chat-powers.ts";
import { ChatSwap } from "#app/domains/air/stages/ui/chat/chat-swap.tsx";
import { isMentioned } from "#app/domains/air/stages/ui/chat/mentions.ts";
import { messageIn, withoutMessage } from "#app/domains/air/stages/ui/chat/message-link.ts";
import { useMissed } from "#app/domains/air/stages/ui/chat/use-missed.ts";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { usePanels } from "#app/ui/panels.tsx";
import type { Send } from "#app/ui/talk/outbox.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useViewer } from "../shell/viewer.ts";
import { usePast } from "./use-past.ts";

const PastRoom = lazyPart(() => import("./past-room.tsx"));

const nobody: readonly string[] = [];
const noTips: readonly TipMessage[] = [];

export interface ChatOf {
  room: LiveRoom;
  /** Title above the chat. */
  title: string;
  /** Managers of a stage, where the page knows them. */
  managerIds?: readonly string[];
}

/** A chat beside that of the page's own room. */
export interface OtherChat {
  /** `stage/<id>` or `profile/<id>`. */
  path: string;
  title: string;
  /** Null until it is requested. */
  room: LiveRoom | null;
  onAsk?: () => void;
}

type Chat = Omit<ChatPanelProps, "swap" | "wanted">;

/** A room's chat with this reader's rights in it, without the people they have blocked. */
function useChat({ room, title, managerIds }: ChatOf): Chat {
  const viewer = useViewer();
  const { send, connection, isHeard, serverNow, restriction = null } = room;
  const { kind, id, messages: all, tips: allTips = noTips, chatRules, currentDj } = room.state;
  const sendMessage = useCallback<Send>(
    ({ id: messageId, text: msg, replyTo }) =>
      send(kind === "stage" ? "roomChat" : "profileChat", { msg, replyTo }, messageId),
    [kind, send],
  );
  const performerId = currentDj?.id;
  const performerName = currentDj?.username;
  const people = useMemo(
    () => [performerName, kind === "profile" ? title : undefined].filter((name) => name !== undefined),
    [performerName, kind, title],
  );
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
  const tips = useMemo(
    () => allTips.filter((tip) => !blockedIds.includes(tip.fromId)),
    [allTips, blockedIds],
  );
  // Neither its managers nor the performer on air; on a page that does not know the managers the room decides.
  const isSlowed = managerIds !== undefined && powers === null;
  const path = `${kind}/${id}`;
  return {
    room: path,
    title,
    people,
    messages,
    tips,
    connection,
    isHeard,
    send: sendMessage,
    viewer,
    rules: chatRules,
    isSlowed,
    restriction,
    serverNow,
    powers,
  };
}

/** The number of missed messages of a chat. */
function useMissedIn(chat: Chat | null, isInView: boolean): number {
  const missed = useMissed(chat?.isHeard ? chat.messages : null, isInView, chat?.viewer?.id ?? null);
  return chat === null ? 0 : missed;
}

/** Passes the number of missed messages to the chat's button. */
function useMissedBadge(missed: number): void {
  const { setMissed } = usePanels();
  useEffect(() => setMissed(missed), [missed, setMissed]);
  useEffect(() => () => setMissed(0), [setMissed]);
}

/** Shows that the viewer was mentioned in a chat that is not in view. Not for messages from before the page. */
function useMentionToast(chat: Chat | null, isInView: boolean): void {
  const seenAt = useRef<number | null>(null);
  const newest = chat?.isHeard ? (chat.messages[0]?.time ?? 0) : null;
  const tell = useEffectEvent((since: number) => {
    const name = chat?.viewer?.username;
    if (isInView || chat === null || name === undefined) return;
    for (const { user, userId, message, time } of chat.messages.toReversed()) {
      const isNew = time > since && userId !== chat.viewer?.id;
      if (isNew && isMentioned(message, name)) {
        showToast("confirm", `${user} mentioned you in ${chat.title}: ${message}`);
      }
    }
  });
  useEffect(() => {
    if (newest === null) return;
    if (seenAt.current !== null && newest > seenAt.current) tell(seenAt.current);
    seenAt.current = newest;
  }, [newest]);
}

/** One of a page's chats and the number of its missed messages. */
function useFollowedChat(of: ChatOf, isThere: boolean, isInView: boolean): { chat: Chat; missed: number } {
  const chat = useChat(of);
  const there = isThere ? chat : null;
  useMentionToast(there, isInView);
  return { chat, missed: useMissedIn(there, isInView) };
}

/** The message of this page's own chat that is in its address: that chat is shown, also where it was closed. */
function useWantedMessage(onWanted: () => void) {
  const { chat } = usePanels();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const messageId = messageIn(search);
  const open = useEffectEvent(() => {
    onWanted();
    // Where it is a sheet, the link's hash opens it.
    if (chat.isOpen === false) chat.toggle();
  });
  useEffect(() => {
    if (messageId !== null) open();
  }, [messageId]);
  const forget = () =>
    void navigate({ search: withoutMessage(search), hash }, { replace: true, preventScrollReset: true });
  return { messageId, forget };
}

/**
 * The chats of a page, one at a time: first that of its room, then `second`, and that of what plays (`playing`) where
 * it is a different one. These may appear and disappear while the page is open: a user who writes in the first is not
 * interrupted.
 */
export function RoomChats({
  first,
  second = null,
  playing = null,
}: {
  first: ChatOf;
  second?: OtherChat | null;
  playing?: ChatOf | null;
}): ReactNode {
  const viewer = useViewer();
  // The replay whose live chat is wanted: of another one the chat of its moment is shown first.
  const [liveChatOf, setLiveChatOf] = useState<string | null>(null);
  const { isShown } = usePanels().chat;
  const [swappedTo, setSwappedTo] = useState<string | null>(null);
  const wanted = useWantedMessage(() => setSwappedTo(null));
  const secondOf = second?.room ? { room: second.room, title: second.title } : null;
  const pathOf = ({ room: { state } }: ChatOf) => `${state.kind}/${state.id}`;
  const shownPath = [secondOf, playing].some((of) => of && pathOf(of) === swappedTo)
    ? swappedTo
    : pathOf(first);
  const isInView = (of: ChatOf | null) => isShown && of !== null && pathOf(of) === shownPath;
  const chats = [
    { of: first, ...useFollowedChat(first, true, isInView(first)) },
    { of: secondOf, ...useFollowedChat(secondOf ?? first, secondOf !== null, isInView(secondOf)) },
    { of: playing, ...useFollowedChat(playing ?? first, playing !== null, isInView(playing)) },
  ];
  useMissedBadge(chats.reduce((sum, { missed }) => sum + missed, 0));
  const open = chats.filter(({ of }) => of !== null);
  const shown = open.find(({ chat }) => chat.room === shownPath);
  const others = open
    .filter((each) => each !== shown)
    .map(({ chat, missed }) => ({ path: chat.room, title: chat.title, missed }));
  if (second && secondOf === null) others.push({ path: second.path, title: second.title, missed: 0 });
  const swapTo = (path: string) => {
    setSwappedTo(path);
    if (second?.path === path) second.onAsk?.();
  };
  const past = usePast((shown?.of ?? first).room.state);
  const swaps = others.map(({ path, title, missed }) => (
    <ChatSwap key={path} title={title} missed={missed} onSwap={() => swapTo(path)} />
  ));
  if (past !== null && liveChatOf !== past.id)
    return (
      <PastRoom
        source={past}
        blockedIds={viewer?.blockedIds ?? nobody}
        swaps={swaps}
        onLiveChat={() => setLiveChatOf(past.id)}
      />
    );
  return (
    shown && (
      <ChatPanel
        {...shown.chat}
        wanted={shown.of === first ? wanted : undefined}
        swap={
          <>
            {past !== null && <ChatSwap words="Chat as you hear it" onSwap={() => setLiveChatOf(null)} />}
            {swaps}
          </>
        }
      />
    )
  );
}
