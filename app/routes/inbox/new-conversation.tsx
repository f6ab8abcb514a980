import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { callApi } from "#app/api-client.ts";
import { sendMessageCall } from "#app/domains/air/messages/calls/messages.ts";
import { inbox } from "#app/domains/air/messages/live/connection-inbox.ts";
import { type Outgoing, type Send, useOutbox } from "#app/ui/talk/outbox.ts";
import { useKeyboardInset } from "#app/ui/talk/use-keyboard-inset.ts";
import Composer from "./composer.tsx";
import { PaneHead } from "./conversation-head.tsx";
import OutgoingMessages from "./outgoing-messages.tsx";
import { type Chosen, ParticipantField } from "./participant-field.tsx";
import { inboxPath, newPlace } from "./selection.ts";

/** The recipients, and the first message. */
export default function NewConversation({ to, viewerId }: { to: Chosen | null; viewerId: string }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen[]>(to ? [to] : []);
  const search = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useKeyboardInset();
  // The recipients come first; once they are known, the message.
  const isAddressed = to !== null;
  useEffect(() => (isAddressed ? field : search).current?.focus(), [isAddressed]);

  const send: Send = async ({ id, text, picture, to: recipients }) => {
    // The recipients at the time it was written, not at the time of a retry.
    const participants = (recipients ?? chosen).map((person) => person.id);
    const body = { participants, message: text, picture, clientId: id };
    const { message: _, ...conversation } = await callApi(sendMessageCall, body);
    inbox.setConversation(conversation);
    const path = inboxPath({ kind: "conversation", id: conversation.id });
    void navigate(path, { replace: true, defaultShouldRevalidate: false });
  };
  const box = useOutbox(viewerId, newPlace, send);
  const pick = async (file: File | null) => {
    const { toSendablePicture } = await import("./sendable-picture.ts");
    const picture = file && (await toSendablePicture(file));
    if (picture !== null || file === null) box.setPicture(picture);
    field.current?.focus();
  };
  const onReopened = ({ to: recipients }: Outgoing) => {
    if (recipients) setChosen(recipients.map(({ id, name }) => ({ id, username: name, profile: null })));
    field.current?.focus();
  };
  const isSending = box.outgoing.some(({ status }) => status === "sending");

  return (
    <>
      <PaneHead>
        <h2 className="display text-20">New Conversation</h2>
      </PaneHead>
      <div className="flex min-h-0 grow flex-col overflow-y-auto px-3 pt-4 sm:px-5">
        <ParticipantField ref={search} chosen={chosen} viewerId={viewerId} onChange={setChosen} />
        <span className="grow" />
        <div className="pb-3">
          <OutgoingMessages
            outgoing={box.outgoing}
            actionsOf={(entry) => box.actionsOf(entry, () => onReopened(entry))}
          />
        </div>
      </div>
      <Composer
        ref={field}
        draft={box.draft}
        picture={box.picture}
        isBusy={isSending}
        canSend={chosen.length > 0}
        onDraft={box.setDraft}
        onPicture={(file) => void pick(file)}
        onSend={(text) =>
          box.sendDraft(
            text,
            chosen.map(({ id, username }) => ({ id, name: username })),
          )
        }
      />
    </>
  );
}
