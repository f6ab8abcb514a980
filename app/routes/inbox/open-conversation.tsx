import { lazy, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { sendMessageCall } from "#app/domains/air/messages/calls/messages.ts";
import {
  type ConversationMessageView,
  type ConversationView,
  messageLimits,
} from "#app/domains/air/messages/contract.ts";
import type {
  ConversationConnection,
  ConversationNow,
} from "#app/domains/air/messages/live/connection-conversation.ts";
import type { ConversationState } from "#app/domains/air/messages/live/conversation-state.ts";
import { markOf } from "#app/domains/air/messages/live/marks.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Announcer } from "#app/ui/talk/announcer.tsx";
import { type Send, useOutbox } from "#app/ui/talk/outbox.ts";
import { useKeyboardInset } from "#app/ui/talk/use-keyboard-inset.ts";
import { ConnectionStatus } from "./connection-status.tsx";
import { ConversationHead } from "./conversation-head.tsx";
import { MessageList } from "./message-list.tsx";
import { PictureDrop } from "./picture-drop.tsx";
import { othersIn } from "./rows.ts";
import { groupText, markText, typingText } from "./texts.ts";
import { useEditing } from "./use-editing.ts";
import type { FoundMessage } from "./use-found-messages.ts";
import { useReading } from "./use-reading.ts";

// Useless before hydration.
const Composer = lazyPart(() => import("./composer.tsx"));
const PastMessages = lazy(() => import("./past-messages.tsx"));

interface OpenConversationProps extends Pick<ConversationNow, "connection" | "typing" | "reading"> {
  conversation: ConversationView;
  state: ConversationState;
  talk: ConversationConnection;
  viewerId: string;
  found: FoundMessage | null;
  onOptions: () => void;
}

/** The messages of a conversation, and the field for a new one. */
export function OpenConversation(props: OpenConversationProps) {
  const { conversation, state, connection, typing, reading, talk, viewerId, found, onOptions } = props;
  const others = useMemo(() => othersIn(conversation, viewerId), [conversation, viewerId]);
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useSending(talk, viewerId, connection === "open");
  const editing = useEditing(talk, field);
  const [isFollowing, setFollowing] = useState(true);
  // Older than everything loaded here: shown with the messages around it.
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

  const editLast = () => {
    const last = state.messages.findLast(
      ({ kind, sender, deletedAt, message }) =>
        kind === "message" && sender?.id === viewerId && deletedAt === null && message !== "",
    );
    if (last) editing.begin(last);
  };
  const remove = ({ id }: ConversationMessageView) => talk.deleteMessage(id).then(() => {}, showFailure);
  const onReopened = () => {
    editing.cancel();
    field.current?.focus();
  };
  const pick = async (file: File | null) => {
    const { toSendablePicture } = await import("./sendable-picture.ts");
    const picture = file && (await toSendablePicture(file));
    if (picture !== null || file === null) box.setPicture(picture);
    field.current?.focus();
  };
  const write = (draft: string) => {
    if (editing.text !== null) return editing.change(draft);
    box.setDraft(draft);
    if (draft.trim() !== "") talk.typed();
  };
  const send = (text: string) => {
    if (editing.text !== null) return void editing.save(text);
    box.sendDraft(text);
    // A user who sends a message wants to see it.
    setFollowing(true);
  };

  const sentIds = new Set(state.messages.map(({ clientId }) => clientId));
  const writers = others.filter(({ id }) => id in typing).map(({ username }) => username);
  const names = groupText(others.map(({ username }) => username));
  const list = {
    viewerId,
    isGroup: conversation.participants.length > 2,
    markText: ({ seq }: ConversationMessageView) => {
      const mark = markOf(seq, others, state);
      return { state: mark.state, words: markText(mark, others.length) };
    },
    isFollowing,
    onFollow: setFollowing,
  };
  return (
    <PictureDrop
      onDrop={(file) => {
        if (editing.text === null && past === null) void pick(file);
      }}
    >
      <ConversationHead conversation={conversation} viewerId={viewerId} onOptions={onOptions}>
        <ConnectionStatus connection={connection} otherwise={typingText(writers) || names} />
      </ConversationHead>
      {past === null ? (
        <>
          <MessageList
            {...list}
            messages={state.messages}
            outgoing={box.outgoing.filter(({ id }) => !sentIds.has(id))}
            older={{
              isThere: state.older.idCursor !== "end",
              status: reading,
              read: () => void talk.readOlder(),
            }}
            actions={{ onEdit: editing.begin, onDelete: remove }}
            outgoingActions={(entry) => box.actionsOf(entry, onReopened)}
            foundId={found?.id ?? null}
          />
          <InBrowser fallback={<Skeleton className="mx-3 mt-3 mb-6 h-11" />}>
            <Composer
              ref={field}
              draft={editing.text ?? box.draft}
              picture={editing.text === null ? box.picture : null}
              editing={editing.text === null ? null : { onCancel: editing.cancel }}
              onDraft={write}
              onPicture={editing.text === null ? (file) => void pick(file) : undefined}
              onSend={send}
              onEditLast={editLast}
            />
          </InBrowser>
        </>
      ) : (
        <InBrowser fallback={<span className="grow" />}>
          <PastMessages {...list} conversation={conversation.id} found={past} />
        </InBrowser>
      )}
      <NewestAloud messages={state.messages} viewerId={viewerId} />
    </PictureDrop>
  );
}

/** The outbox of a conversation: text is sent over its socket, a picture by the call. */
function useSending(talk: ConversationConnection, viewerId: string, isOpen: boolean) {
  const send = useCallback<Send>(
    ({ id, text, picture }) =>
      picture === null ? talk.say(text, id) : sendPicture(talk.id, id, text, picture),
    [talk],
  );
  const box = useOutbox(viewerId, talk.id, send);
  const { retryUnanswered } = box;
  // Unacknowledged messages are sent again automatically once the connection is back.
  useEffect(() => {
    if (isOpen) retryUnanswered();
  }, [isOpen, retryUnanswered]);
  return box;
}

async function sendPicture(conversation: string, clientId: string, message: string, picture: string) {
  const body = { conversation, message, picture, clientId };
  await callApi(sendMessageCall, body);
}

/** Announces others' messages to screen readers, as the chats do. */
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
        .map(({ sender, message, timestamp }) => ({
          by: sender?.username ?? "Deleted account",
          words: message === "" ? "Picture" : message,
          at: timestamp,
          isOwn: sender?.id === viewerId,
        }))
        .toReversed(),
    [messages, viewerId],
  );
  return <Announcer said={said} />;
}
