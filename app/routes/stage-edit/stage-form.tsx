import { type SubmitEvent, useRef } from "react";
import type { UpdateStageInput } from "#app/domains/air/stages/contract/manage.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { toCustomUrl } from "#app/domains/air/stages/custom-url.ts";
import { PicturePicker } from "#app/domains/base/pictures/ui/picture-picker.tsx";
import { cleanLine, cleanParagraphs, invisibleProblem } from "#app/domains/base/text/clean.ts";
import { useDraft } from "#app/ui/draft.ts";
import { Field } from "#app/ui/field.tsx";
import { descriptionTooLong } from "#app/ui/form-texts.ts";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Section } from "#app/ui/section.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useRefusal } from "../settings/refusal.ts";
import { CustomUrlField } from "./custom-url-field.tsx";
import { YesNo } from "./yes-no.tsx";

/** The limit of each text in `UpdateStageInput`. */
const longest = { name: 80, genre: 60, description: 4000 } as const;

/** The data of a stage, saved together. */
export function StageForm({
  stage,
  onSave,
}: {
  stage: StageView;
  onSave: (change: Omit<UpdateStageInput, "room">) => Promise<void>;
}) {
  const formRef = useRef<HTMLFormElement>(null);
  const { name, genre, description, thumbnail, weekly, autoApprove, membersOnly, keepsReplays } = stage;
  const customUrl = stage.customUrl ?? "";
  const form = useDraft({
    name,
    genre,
    description,
    customUrl,
    thumbnail,
    weekly,
    autoApprove,
    membersOnly,
    keepsReplays,
  });
  const { draft, changes } = form;
  const refusal = useRefusal(formRef, {
    conflict: "customUrl",
    "url-reserved": "customUrl",
    "url-like-id": "customUrl",
    "name-of-performer": "name",
  });
  const { isBusy, run } = useWork(refusal.tell);
  const problem = problemOf(draft, changes);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!form.isDirty || problem !== null) return;
    void run(async () => {
      refusal.clear();
      await onSave(changes);
      // The server may store another form of what was sent: trimmed, as an address, as a picture's path.
      form.discard();
    });
  };

  return (
    <form ref={formRef} onSubmit={submit} noValidate className="mt-8">
      <Section title="What Listeners See">
        <div className="flex flex-col gap-2">
          <PicturePicker
            kind="thumbnail"
            src={draft.thumbnail}
            name={draft.name}
            onPick={async (picture) => form.change({ thumbnail: picture })}
          />
          <Field
            label="Name"
            dir="auto"
            autoComplete="off"
            maxLength={longest.name}
            value={draft.name}
            error={
              invisibleProblem(draft.name) ?? (cleanLine(draft.name) === "" ? "A stage needs a name." : null)
            }
            onChange={(event) => form.change({ name: event.target.value })}
          />
          <Field
            label="Genre"
            dir="auto"
            autoComplete="off"
            maxLength={longest.genre}
            value={draft.genre}
            onChange={(event) => form.change({ genre: event.target.value })}
          />
          <TextArea
            label="Description"
            rows={4}
            limit={longest.description}
            value={draft.description}
            onChange={(event) => form.change({ description: event.target.value })}
          />
          <CustomUrlField
            value={draft.customUrl}
            error={refusal.at("customUrl")}
            onChange={(url) => {
              refusal.forget("customUrl");
              form.change({ customUrl: url });
            }}
          />
        </div>
      </Section>
      {!stage.instant && (
        <Section title="Bookings">
          <div className="divide-y divide-tick/50">
            <YesNo
              label="Weekly Bookings"
              description="Performers can book the same time for several weeks."
              value={draft.weekly}
              onChange={(isOn) => form.change({ weekly: isOn })}
            />
            <YesNo
              label="Auto Approve Bookings"
              description="Requests for a free time are booked immediately, without your approval."
              value={draft.autoApprove}
              onChange={(isOn) => form.change({ autoApprove: isOn })}
            />
            <YesNo
              label="Members Only Bookings"
              description="Only members can request a set. You can still invite anyone."
              value={draft.membersOnly}
              onChange={(isOn) => form.change({ membersOnly: isOn })}
            />
          </div>
        </Section>
      )}
      <Section title="Replays">
        <YesNo
          label="Keep replays of sets on this stage"
          description="Sets on this stage are recorded and can be played again if their performers allow it. With No, nothing new is recorded, and only performers can play their existing replays."
          value={draft.keepsReplays}
          onChange={(isOn) => form.change({ keepsReplays: isOn })}
        />
      </Section>
      <SaveBar
        action="Save Stage Settings"
        isDirty={form.isDirty}
        isBusy={isBusy}
        onDiscard={() => {
          refusal.clear();
          form.discard();
        }}
        problem={problem}
      />
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
}

/** Returns why it cannot be saved now, or null. */
function problemOf(
  draft: { name: string; description: string; customUrl: string },
  changes: { customUrl?: string },
): string | null {
  if (cleanLine(draft.name) === "") return "The stage has no name";
  if (cleanParagraphs(draft.description).length > longest.description) return descriptionTooLong;
  if (changes.customUrl !== undefined && toCustomUrl(changes.customUrl) === "")
    return "A custom URL needs a letter or a digit";
  return null;
}
