import clsx from "clsx";
import { type DragEvent, lazy, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import {
  type ConversationMessageView,
  type ConversationView,
  messageLimits,
  SentView,
} from "#app/domains/messages/contract.ts";
import type {
  ConversationConnection,
  ConversationNow,
} from "#app/domains/messages/live/connection-conversation.ts";
import type { ConversationState } from "#app/domains/messages/live/conversation-state.ts";
import { markOf } from "#app/domains/messages/live/marks.ts";
import { othersIn } from "#app/domains/messages/ui/rows.ts";
import { markWords, typingWords } from "#app/domains/messages/ui/words.ts";
import { Announcer } from "#app/domains/stages/ui/chat/announcer.tsx";
import { type Send, useOutbox } from "#app/domains/stages/ui/chat/outbox.ts";
import { useKeyboardInset } from "#app/domains/stages/ui/chat/use-keyboard-inset.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { useOnline } from "#app/ui/use-online.ts";
import { toSendablePicture } from "./attached-picture.ts";
import { Composer } from "./composer.tsx";
import { ConversationHead } from "./conversation-head.tsx";
import { MessageList } from "./message-list.tsx";
import type { FoundMessage } from "./use-found-messages.ts";
import { useReading } from "./use-reading.ts";

const PastMessages = lazy(() => import("./past-messages.tsx"));

interface OpenConversationProps extends Pick<ConversationNow, "connection" | "typing" | "reading"> {
  conversation: ConversationView;
  state: ConversationState;
  talk: ConversationConnection;
  viewerId: string;
  found: FoundMessage | null;
  onOptions: () => void;
}

/** What was said in a conversation, and where one says more. */
export function OpenConversation(props: OpenConversationProps) {
  const { conversation, state, connection, typing, reading, talk, viewerId, found, onOptions } = props;
  const isOnline = useOnline();
  const others = useMemo(() => othersIn(conversation, viewerId), [conversation, viewerId]);
  const send = useCallback<Send>(
    ({ id, text, picture }) =>
      picture === null ? talk.say(text, id) : sendPicture(talk.id, id, text, picture),
    [talk],
  );
  const box = useOutbox(viewerId, conversation.id, send);
  const { setPicture, retryUnanswered } = box;
  const [editing, setEditing] = useState<{ id: string; text: string } | null>(null);
  const [isOver, setOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  // Older than all that is here: shown in its own surroundings.
  const past = found !== null && found.seq < (state.messages[0]?.seq ?? 0) ? found : null;
  useKeyboardInset();
  useReading({
    conversation,
    state,
    talk,
    viewerId,
    isOpen: connection === "open",
    isFollowing: isFollowing && past === null,
  });
  // What nobody has answered goes out again by itself once somebody can.
  useEffect(() => {
    if (connection === "open") retryUnanswered();
  }, [connection, retryUnanswered]);

  const edit = (message: ConversationMessageView) => {
    setEditing({ id: message.id, text: message.message });
    // The menu that asked for it gives the focus back first.
    requestAnimationFrame(() => field.current?.focus());
  };
  const saveEdit = async (text: string) => {
    if (editing === null) return;
    try {
      await talk.edit(editing.id, text);
      setEditing(null);
      field.current?.focus();
    } catch (error) {
      showFailure(error);
    }
  };
  const editLast = () => {
    const last = state.messages.findLast(
      ({ kind, sender, deletedAt, message }) =>
        kind === "message" && sender?.id === viewerId && deletedAt === null && message !== "",
    );
    if (last) edit(last);
  };
  const remove = async ({ id }: ConversationMessageView) => {
    try {
      await talk.deleteMessage(id);
    } catch (error) {
      showFailure(error);
    }
  };
  const pick = async (file: File | null) => {
    const picture = file && (await toSendablePicture(file));
    if (picture !== null || file === null) setPicture(picture);
    field.current?.focus();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && editing === null && past === null) void pick(file);
  };

  const sentIds = new Set(state.messages.map(({ clientId }) => clientId));
  const outgoing = box.outgoing.filter(({ id }) => !sentIds.has(id));
  const writers = others.filter(({ id }) => id in typing).map(({ username }) => username);
  const isLost = connection !== "open" && connection !== "connecting";
  const status = !isOnline ? (
    <Status words="You are offline. What you write is sent when you are back." />
  ) : isLost ? (
    <Status words="Reconnecting" />
  ) : (
    typingWords(writers) || null
  );
  const list = {
    viewerId,
    isGroup: conversation.participants.length > 2,
    markWords: ({ seq }: ConversationMessageView) => {
      const mark = markOf(seq, others, state);
      return { state: mark.state, words: markWords(mark, others.length) };
    },
    isFollowing,
    onFollow: setFollowing,
  };
  return (
    // Dropping is a shorter way to what a button does.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div
      className={clsx("flex min-h-0 grow flex-col", isOver && "outline-2 -outline-offset-4 outline-ink")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ConversationHead
        conversation={conversation}
        viewerId={viewerId}
        status={status}
        onOptions={onOptions}
      />
      {past === null ? (
        <>
          <MessageList
            {...list}
            messages={state.messages}
            outgoing={outgoing}
            older={{
              isThere: state.older.idCursor !== "end",
              status: reading,
              read: () => void talk.readOlder(),
            }}
            actions={{ onEdit: edit, onDelete: remove }}
            onRetry={box.retry}
            onDiscard={box.discard}
            foundId={found?.id ?? null}
          />
          <Composer
            ref={field}
            draft={editing?.text ?? box.draft}
            picture={editing === null ? box.picture : null}
            editing={editing && { onCancel: () => setEditing(null) }}
            onDraft={(draft) => {
              if (editing) setEditing({ ...editing, text: draft });
              else {
                box.setDraft(draft);
                if (draft.trim() !== "") talk.typed();
              }
            }}
            onPicture={editing ? undefined : (file) => void pick(file)}
            onSend={(text) => {
              if (editing) void saveEdit(text);
              else {
                box.sendDraft(text);
                // Whoever sends something wants to see it.
                setFollowing(true);
              }
            }}
            onEditLast={editLast}
          />
        </>
      ) : (
        <InBrowser fallback={<span className="grow" />}>
          <PastMessages {...list} conversation={conversation.id} found={past} />
        </InBrowser>
      )}
      <NewestAloud messages={state.messages} viewerId={viewerId} />
    </div>
  );
}

async function sendPicture(conversation: string, clientId: string, message: string, picture: string) {
  const body = { conversation, message, picture, clientId };
  await callApi("/api/messages/new", { answer: SentView, body });
}

function Status({ words }: { words: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-ink-2">
      <Lamp tone="amber" />
      {words}
    </span>
  );
}

/** Reads what others write to screen readers, as the chats do. */
function NewestAloud({
  messages,
  viewerId,
}: {
  messages: readonly ConversationMessageView[];
  viewerId: string;
}) {
  const said = useMemo(
    () =>
      messages
        .slice(-messageLimits.page)
        .filter(({ kind, deletedAt }) => kind === "message" && deletedAt === null)
        .map(({ _id, sender, message, timestamp }) => ({
          _id,
          user: sender?.username ?? "Deleted account",
          userId: sender?.id ?? "",
          message: message === "" ? "Picture" : message,
          time: timestamp,
          badge: null,
          profile: null,
        }))
        .toReversed(),
    [messages],
  );
  return <Announcer messages={said} ownId={viewerId} />;
}
