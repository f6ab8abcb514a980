import { type SubmitEvent, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { liftRestrictionCall, updateChatSettingsCall } from "#app/domains/air/stages/calls/moderation.ts";
import {
  type ChatSettings,
  chatLimits,
  type ModerationNoticeView,
  type ModerationView,
  type RestrictionView,
} from "#app/domains/air/stages/contract/moderation.ts";
import { durationOf } from "#app/domains/air/stages/ui/chat/slow-mode.ts";
import { PersonLine } from "#app/domains/air/stages/ui/manage/person-line.tsx";
import { Button } from "#app/ui/button.tsx";
import { useDraft } from "#app/ui/draft.ts";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Section } from "#app/ui/section.tsx";
import { Select } from "#app/ui/select.tsx";
import { TagField } from "#app/ui/tag-field.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { YesNo } from "./yes-no.tsx";

const slowChoices = [0, 5, 10, 30, 60, 300, 900, 3_600];

/** The settings of the stage's chat, and who may not write in it. */
export function ChatSection({ stageId, loaded }: { stageId: string; loaded: ModerationView }) {
  const [view, setView] = useState(loaded);

  const show = (after: ModerationNoticeView) => {
    setView(after);
    showToast(after.type, after.message);
  };

  return (
    <Section
      title="Chat"
      intro="These rules do not apply to managers. To delete messages, or time out or ban people, use the name above a message in the chat."
    >
      <SettingsForm
        settings={view.settings}
        onSave={async (changes) => show(await callApi(updateChatSettingsCall, { room: stageId, ...changes }))}
      />
      <h3 className="mt-8 text-16 font-semibold">Timed Out or Banned</h3>
      {view.restricted.length === 0 ? (
        <p className="mt-1 text-14 text-ink-3">Everyone can write in this chat.</p>
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
    </Section>
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

  // A value that was set by other software can still be chosen.
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
        hint="Whole words or phrases. Upper and lower case and accents make no difference. Also catches l33t and s p a c e d words."
        onChange={(blockedWords) => form.change({ blockedWords })}
        className="mt-5"
      />
      <YesNo
        label="Links"
        description="Allow messages to contain web addresses."
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
