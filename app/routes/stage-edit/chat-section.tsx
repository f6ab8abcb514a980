import { type SubmitEvent, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { liftRestrictionCall, updateChatSettingsCall } from "#app/domains/stages/calls/moderation.ts";
import {
  type ChatSettings,
  chatLimits,
  type ModerationNoticeView,
  type ModerationView,
  type RestrictionView,
} from "#app/domains/stages/contract/moderation.ts";
import { durationOf } from "#app/domains/stages/ui/chat/slow-mode.ts";
import { ManageSection } from "#app/domains/stages/ui/manage/manage-section.tsx";
import { PersonLine } from "#app/domains/stages/ui/manage/person-line.tsx";
import { Button } from "#app/ui/button.tsx";
import { useDraft } from "#app/ui/draft.ts";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Select } from "#app/ui/select.tsx";
import { TagField } from "#app/ui/tag-field.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { YesNo } from "./yes-no.tsx";

const slowChoices = [0, 5, 10, 30, 60, 300, 900, 3_600];

/** How the stage's chat is kept, and who may not write in it. */
export function ChatSection({ stageId, loaded }: { stageId: string; loaded: ModerationView }) {
  const [view, setView] = useState(loaded);

  const show = (after: ModerationNoticeView) => {
    setView(after);
    showToast(after.type, after.message);
  };

  return (
    <ManageSection
      title="Chat"
      intro="You and the other managers are free of these rules. Messages are deleted, and people timed out or banned, in the chat itself: by the name over a message."
    >
      <SettingsForm
        settings={view.settings}
        onSave={async (changes) => show(await callApi(updateChatSettingsCall, { room: stageId, ...changes }))}
      />
      <h3 className="mt-8 text-16 font-semibold">Timed out or banned</h3>
      {view.restricted.length === 0 ? (
        <p className="mt-1 text-14 text-ink-3">Everybody may write in this chat.</p>
      ) : (
        <ul className="mt-3 border-b border-tick">
          {view.restricted.map((restriction) => (
            <Restricted
              key={restriction.user.id}
              restriction={restriction}
              onLift={async () =>
                show(await callApi(liftRestrictionCall, { room: stageId, user: restriction.user.id }))
              }
            />
          ))}
        </ul>
      )}
    </ManageSection>
  );
}

function SettingsForm({
  settings,
  onSave,
}: {
  settings: ChatSettings;
  onSave: (changes: Partial<ChatSettings>) => Promise<void>;
}) {
  const { isBusy, run } = useWork(showFailure);
  const form = useDraft(settings);
  const { draft } = form;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!form.isDirty) return;
    void run(async () => {
      await onSave(form.changes);
      form.discard();
    });
  };

  // One that was set by another program stays to be chosen.
  const seconds = [...new Set([...slowChoices, settings.slowSeconds])].toSorted((a, b) => a - b);
  return (
    <form onSubmit={submit} noValidate>
      <Select
        label="Slow mode"
        value={String(draft.slowSeconds)}
        options={seconds.map((each) => ({
          value: String(each),
          words: each === 0 ? "Off" : `One message every ${durationOf(each)}`,
        }))}
        onChange={(value) => form.change({ slowSeconds: Number(value) })}
        className="max-w-sm"
      />
      <TagField
        label="Blocked words"
        tags={draft.blockedWords}
        max={chatLimits.blockedWords}
        maxLength={chatLimits.wordLength}
        hint="Whole words or phrases, in whatever case and with whatever accents. Digits for letters and letters set apart are seen through."
        onChange={(blockedWords) => form.change({ blockedWords })}
        className="mt-5"
      />
      <YesNo
        label="Links"
        description="Whether messages may hold addresses of the web."
        value={draft.hasLinks}
        onChange={(hasLinks) => form.change({ hasLinks })}
      />
      <SaveBar
        action="Save Chat Settings"
        isDirty={form.isDirty}
        isBusy={isBusy}
        onDiscard={() => form.discard()}
      />
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
}

function Restricted({
  restriction: { user, until, by },
  onLift,
}: {
  restriction: RestrictionView;
  onLift: () => Promise<void>;
}) {
  const { isBusy, run } = useWork(showFailure);
  return (
    <PersonLine
      person={user}
      about={
        <>
          {until === null ? (
            "Banned"
          ) : (
            <>
              Timed out until <LocalTime at={until} shape="day-clock" />
            </>
          )}
          {by !== null && (
            <>
              {" by "}
              <bdi>{by}</bdi>
            </>
          )}
        </>
      }
    >
      <Button isBusy={isBusy} aria-label={`Lift for ${user.username}`} onClick={() => void run(onLift)}>
        Lift
      </Button>
    </PersonLine>
  );
}
