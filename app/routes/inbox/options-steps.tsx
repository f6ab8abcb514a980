import { UserMinus, UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import {
  addParticipantCall,
  muteConversationCall,
  removeParticipantCall,
  setChatNameCall,
} from "#app/domains/air/messages/calls/options.ts";
import { type ConversationView, messageLimits, type muteHours } from "#app/domains/air/messages/contract.ts";
import { decideRemove } from "#app/domains/air/messages/rules.ts";
import { pictureAt } from "#app/domains/base/pictures/rules.ts";
import { cleanLine, textLength } from "#app/domains/base/text/clean.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { PeopleSearch } from "#app/domains/people/people/ui/people-search.tsx";
import { profilePath } from "#app/paths.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import Dialog, { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { charactersOf } from "#app/ui/number.ts";
import { Picture } from "#app/ui/picture.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { changeConversation } from "./change-conversation.ts";
import { fullText } from "./texts.ts";

interface StepProps {
  conversation: ConversationView;
  onClose: () => void;
}

/** The participants; each can be removed, including oneself. */
export function Participants({
  conversation,
  viewerId,
  onAdd,
  onLeft,
  onClose,
}: StepProps & { viewerId: string; onAdd: () => void; onLeft: () => void }) {
  const [asking, setAsking] = useState<PersonView | null>(null);
  const { participants } = conversation;
  const canRemove = (personId: string) =>
    decideRemove({
      isSelf: personId === viewerId,
      isFirst: participants[0]?.id === viewerId,
      participantCount: participants.length,
    }).ok;
  if (asking)
    return (
      <RemoveQuestion
        conversationId={conversation.id}
        person={asking}
        isSelf={asking.id === viewerId}
        onDone={() => (asking.id === viewerId ? onLeft() : setAsking(null))}
        onClose={() => setAsking(null)}
      />
    );
  return (
    <Dialog title="Participants" onClose={onClose}>
      <ul className="max-h-[50vh] overflow-y-auto border-b border-tick">
        {participants.map((person) => (
          <li key={person.id} className="flex items-center gap-2 border-t border-tick">
            <Link
              to={profilePath(person.id)}
              className="group flex min-h-15 min-w-0 grow items-center gap-3 -outline-offset-2"
            >
              <Picture src={pictureAt(person.profile, 128)} name={person.username} className="size-10" />
              <span className="truncate text-16 group-hover:underline" dir="auto">
                {person.username}
              </span>
              {person.id === viewerId && <span className="shrink-0 text-14 text-ink-3">You</span>}
            </Link>
            {canRemove(person.id) && (
              <IconButton
                label={person.id === viewerId ? "Remove Yourself" : `Remove ${person.username}`}
                onClick={() => setAsking(person)}
              >
                <UserMinus aria-hidden="true" className="size-5" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button icon={<UserPlus aria-hidden="true" className="size-4" />} onClick={onAdd}>
          Add Participant
        </Button>
        <Button tone="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function RemoveQuestion({
  conversationId,
  person,
  isSelf,
  onDone,
  onClose,
}: {
  conversationId: string;
  person: PersonView;
  isSelf: boolean;
  onDone: () => void;
  onClose: () => void;
}) {
  const { isBusy, run } = useWork(showFailure);
  const confirm = () =>
    run(async () => {
      const body = { participant: person.id };
      if (
        await changeConversation(callApi(removeParticipantCall, { conversation: conversationId, ...body }), {
          isLeft: true,
        })
      )
        onDone();
      else onClose();
    });
  const whom = isSelf ? "yourself" : person.username;
  return (
    <ConfirmDialog
      title={`Remove ${whom}?`}
      action={isSelf ? "Remove Yourself" : "Remove"}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      Are you sure you want to remove <bdi>{whom}</bdi> from this conversation?
    </ConfirmDialog>
  );
}

export function AddParticipant({ conversation, viewerId, onClose }: StepProps & { viewerId: string }) {
  const inIt = new Set([viewerId, ...conversation.participants.map(({ id }) => id)]);
  const isFull = conversation.participants.length >= messageLimits.participants;
  const add = async (participant: string) => {
    if (await changeConversation(callApi(addParticipantCall, { conversation: conversation.id, participant })))
      onClose();
  };
  return (
    <Dialog title="Add Participant" onClose={onClose}>
      {isFull ? (
        <p className="text-16 text-ink-2">{fullText}</p>
      ) : (
        <PeopleSearch hiddenIds={inIt} action="Add" onChoose={({ id }) => void add(id)} />
      )}
    </Dialog>
  );
}

export function NameForm({ conversation, onClose }: StepProps) {
  const [name, setName] = useState(conversation.name ?? "");
  const { isBusy, run } = useWork(showFailure);
  const tooMany = textLength(cleanLine(name)) - messageLimits.name;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (tooMany > 0) return;
    void run(async () => {
      if (
        await changeConversation(
          callApi(setChatNameCall, { conversation: conversation.id, name: cleanLine(name) }),
        )
      )
        onClose();
    });
  };
  return (
    <Dialog title="Change Conversation Name" onClose={onClose}>
      <form onSubmit={save}>
        <Field
          label="Name"
          hint="All participants see this name. Leave it empty to show their names instead."
          error={tooMany > 0 ? `${charactersOf(tooMany)} too many` : null}
          value={name}
          onChange={(event) => setName(event.target.value)}
          dir="auto"
          autoComplete="off"
        />
        <div className="mt-5 flex justify-end gap-3">
          <Button tone="bare" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" tone="solid" disabled={tooMany > 0} isBusy={isBusy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Choices by their hours. */
const choices: readonly { time: (typeof muteHours)[number]; words: string }[] = [
  { time: 0.25, words: "15 minutes" },
  { time: 1, words: "1 hour" },
  { time: 8, words: "8 hours" },
  { time: 24, words: "24 hours" },
  { time: null, words: "Until I unmute it myself" },
];

export function MuteChoices({ conversation, onClose }: StepProps) {
  const mute = async ({ time, words }: (typeof choices)[number]) => {
    onClose();
    if (await changeConversation(callApi(muteConversationCall, { conversation: conversation.id, time })))
      showToast("confirm", time === null ? "Muted until you unmute it" : `Muted for ${words}`);
  };
  return (
    <Dialog title="Mute Notifications" onClose={onClose}>
      <p className="text-16 text-ink-2">
        New messages still appear in your inbox, without a notification. For how long?
      </p>
      <ul className="-mx-5 mt-4 border-b border-tick">
        {choices.map((choice) => (
          <li key={choice.words} className="border-t border-tick">
            <button
              type="button"
              onClick={() => void mute(choice)}
              className="flex min-h-12 w-full items-center px-5 text-left text-16 -outline-offset-2 hover:bg-control"
            >
              {choice.words}
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex justify-end">
        <Button tone="bare" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </Dialog>
  );
}
