import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import {
  deleteConversationCall,
  markUnreadCall,
  unmuteConversationCall,
} from "#app/domains/air/messages/calls/options.ts";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import Dialog, { ConfirmDialog } from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { changeConversation } from "./change-conversation.ts";
import { useMuted } from "./muted-sign.tsx";
import { AddParticipant, MuteChoices, NameForm, Participants } from "./options-steps.tsx";

type Step = "choose" | "participants" | "add" | "name" | "mute" | "delete";

/** The actions on a conversation. The default export of its own chunk. */
export default function OptionsDialog({
  conversation,
  viewerId,
  onUnread,
  onGone,
  onClose,
}: {
  conversation: ConversationView;
  viewerId: string;
  /** It was marked as unread: an open view of it stops marking it as read. */
  onUnread: () => void;
  /** The viewer has left or deleted it. */
  onGone: () => void;
  onClose: () => void;
}) {
  const [step, setStep] = useState<Step>("choose");
  const { id } = conversation;
  const isMuted = useMuted(conversation);

  const markUnread = async () => {
    onUnread();
    onClose();
    await changeConversation(callApi(markUnreadCall, { conversation: id }));
  };
  const unmute = async () => {
    onClose();
    if (await changeConversation(callApi(unmuteConversationCall, { conversation: id })))
      showToast("confirm", "Notifications are on again");
  };

  switch (step) {
    case "participants":
      return (
        <Participants
          conversation={conversation}
          viewerId={viewerId}
          onAdd={() => setStep("add")}
          onLeft={onGone}
          onClose={onClose}
        />
      );
    case "add":
      return <AddParticipant conversation={conversation} viewerId={viewerId} onClose={onClose} />;
    case "name":
      return <NameForm conversation={conversation} onClose={onClose} />;
    case "mute":
      return <MuteChoices conversation={conversation} onClose={onClose} />;
    case "delete":
      return <DeleteQuestion conversationId={id} onGone={onGone} onClose={onClose} />;
    case "choose": {
      const options: { words: string; isDanger?: boolean; act: () => void }[] = [
        { words: "View Participants", act: () => setStep("participants") },
        { words: "Add Participant", act: () => setStep("add") },
        { words: "Change Conversation Name", act: () => setStep("name") },
        { words: "Mark Unread", act: () => void markUnread() },
        isMuted
          ? { words: "Unmute Notifications", act: () => void unmute() }
          : { words: "Mute Notifications", act: () => setStep("mute") },
        { words: "Delete Conversation", isDanger: true, act: () => setStep("delete") },
        { words: "Close", act: onClose },
      ];
      return (
        <Dialog title="What would you like to do?" onClose={onClose}>
          <ul className="-mx-5 mt-2 border-b border-tick">
            {options.map(({ words, isDanger, act }) => (
              <li key={words} className="border-t border-tick">
                <button
                  type="button"
                  onClick={act}
                  className={`flex min-h-12 w-full items-center px-5 text-left text-16 -outline-offset-2 hover:bg-control ${isDanger ? "text-red" : "text-ink"}`}
                >
                  {words}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      );
    }
  }
}

function DeleteQuestion({
  conversationId,
  onGone,
  onClose,
}: {
  conversationId: string;
  onGone: () => void;
  onClose: () => void;
}) {
  const { isBusy, run } = useWork(showFailure);
  const confirm = () =>
    run(async () => {
      if (
        await changeConversation(callApi(deleteConversationCall, { conversation: conversationId }), {
          isLeft: true,
        })
      )
        onGone();
    });
  return (
    <ConfirmDialog
      title="Delete this conversation?"
      action="Delete Conversation"
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      This deletes it only for you. The others keep it, and it comes back when someone writes in it again.
    </ConfirmDialog>
  );
}
