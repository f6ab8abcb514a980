import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { ApiFailure, showFailure } from "#app/api-client.ts";
import type { OwnSetView, UpdateSetInput } from "#app/domains/air/sets/contract/changes.ts";
import { bookingLimits } from "#app/domains/air/sets/contract/requests.ts";
import { defaultUploadName } from "#app/domains/air/sets/default-names.ts";
import { StartFields } from "#app/domains/air/sets/ui/booking/start-fields.tsx";
import { instantOf, startTimeAt } from "#app/domains/air/sets/ui/booking/start-time.ts";
import { UploadFields } from "#app/domains/air/sets/ui/booking/upload-fields.tsx";
import { Refusal } from "#app/domains/air/sets/ui/refusal.tsx";
import { SetLookFields } from "#app/domains/air/sets/ui/set-look-fields.tsx";
import { cleanLine, cleanParagraphs, invisibleProblem } from "#app/domains/base/text/clean.ts";
import { useNow, useViewerClock } from "#app/ui/clock.ts";
import { useDraft } from "#app/ui/draft.ts";
import { Field } from "#app/ui/field.tsx";
import { descriptionTooLong, setWithoutName, timePassed } from "#app/ui/form-texts.ts";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Section } from "#app/ui/section.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useViewer } from "../shell/viewer.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const noTags: string[] = [];
const kept = "Your changes are kept. Check them, then save again.";

/**
 * Changes a set. Another user's changes meanwhile appear in untouched fields, with a message; a refusal is shown at the
 * form, and no input is lost.
 */
export function SetForm({
  set,
  isUploadLinked,
  onSave,
  onClose,
}: {
  set: OwnSetView;
  /** Null for users who do not decide about the upload: it goes to the performer's own account. */
  isUploadLinked: boolean | null;
  /** Throws what is refused. */
  onSave: (change: Omit<UpdateSetInput, "set">) => Promise<void>;
  onClose: () => void;
}) {
  const viewer = useViewer();
  const zone = useViewerClock()?.zone ?? "UTC";
  const now = useNow(10_000);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isBusy, run } = useWork((error) => {
    const message = error instanceof Error ? error.message : "Unknown error";
    const code = error instanceof ApiFailure ? error.code : "unknown";
    // The form at which it could be shown no longer exists.
    if (code === "set-over") showFailure(error);
    else setRefusal(code === "conflict" ? `${message} ${kept}` : message);
  });
  const firstField = useRef<HTMLInputElement>(null);
  const { name, description, startTime: start, mixcloud, mixcloudName } = set;
  const end = set.endTime ?? start;
  const [tags, picture] = [set.tags ?? noTags, set.picture ?? null];
  const form = useDraft({ name, description, tags, picture, start, end, mixcloud, mixcloudName });
  const { draft, changes } = form;

  const [seen, setSeen] = useState(set.revision);
  if (seen !== set.revision) {
    setSeen(set.revision);
    const by = set.changed?.by;
    if (by && by.id !== viewer?.id) setRefusal(`${by.username} changed this set in the meantime. ${kept}`);
  }

  // The button that opened the form is gone.
  useEffect(() => firstField.current?.focus(), []);
  const hasBegun = start <= now;
  const defaultName = defaultUploadName(draft.name, draft.start, zone);
  const uploadName = changes.mixcloudName ?? (mixcloudName || defaultName);
  const isMoved = draft.start !== start || draft.end !== end;
  const isPast = isMoved && (hasBegun ? draft.end : draft.start) <= now;
  const problem = isPast ? timePassed : problemOf(draft);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!form.isDirty || problem !== null) return;
    void run(async () => {
      setRefusal(null);
      await onSave({
        ...changes,
        ...(draft.mixcloud && isUploadLinked && { mixcloudName: cleanLine(uploadName) || defaultName }),
        revision: seen,
      });
      form.discard();
      onClose();
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Section title="What">
        <Field
          label="Set name"
          dir="auto"
          autoComplete="off"
          ref={firstField}
          maxLength={bookingLimits.nameLength}
          value={draft.name}
          error={invisibleProblem(draft.name)}
          onChange={(event) => form.change({ name: event.target.value })}
        />
        <TextArea
          label="Description"
          rows={3}
          limit={bookingLimits.descriptionLength}
          value={draft.description}
          onChange={(event) => form.change({ description: event.target.value })}
          className="mt-2"
        />
        <SetLookFields
          name={draft.name}
          tags={draft.tags}
          picture={draft.picture}
          onChange={(change) => form.change(change)}
        />
      </Section>
      <Section title="When">
        <StartFields
          now={now}
          zone={zone}
          start={startTimeAt(draft.start, zone)}
          onStart={(chosen) => {
            const at = instantOf(chosen, zone);
            form.change({ start: at, end: at + (draft.end - draft.start) });
          }}
          duration={(draft.end - draft.start) / hourMs}
          onDuration={(hours) => form.change({ end: draft.start + Math.round(hours * 60) * minuteMs })}
          isManager={set.isManager}
          fixed={fixedOf(set, hasBegun)}
        />
        <p aria-live="polite" className="mt-3 text-14 text-ink-3">
          <span className={isMoved ? "text-16 text-amber" : "text-16 text-ink"}>
            <TimeRange start={draft.start} end={draft.end} />
          </span>{" "}
          {zone.replaceAll("_", " ")}
          {timeNote(set, hasBegun)}
        </p>
      </Section>
      {isUploadLinked !== null && (
        <Section title="Upload">
          <UploadFields
            isLinked={isUploadLinked}
            isOn={draft.mixcloud}
            onToggle={(isOn) => form.change({ mixcloud: isOn })}
            name={uploadName}
            onName={(typed) => form.change({ mixcloudName: typed ?? mixcloudName })}
          />
        </Section>
      )}
      <Refusal text={refusal} />
      <SaveBar
        action={isMoved && !set.isMovable ? "Send Request" : "Save Changes"}
        leave="Cancel Changes"
        isDirty={form.isDirty}
        isBusy={isBusy}
        onDiscard={() => {
          form.discard();
          onClose();
        }}
        problem={problem}
      />
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
}

const fixedOf = ({ isMovable, canAskToMove }: OwnSetView, hasBegun: boolean) => {
  if (!isMovable) return canAskToMove ? undefined : "all";
  return hasBegun ? "start" : undefined;
};

/** Returns the note about changing the time, shown after the zone. */
function timeNote({ isMovable, canAskToMove, waiting }: OwnSetView, hasBegun: boolean): string {
  if (isMovable) return hasBegun ? ". It has begun: only its end can still be moved." : "";
  if (canAskToMove) return ". The stage’s managers have to accept another time. Until then this one stands.";
  return waiting === null
    ? ". Ask a manager of the stage to move this set."
    : ". A change of this set waits for an answer. Take it back to ask for another time.";
}

/** Returns why it cannot be saved now, or null. */
function problemOf({ name, description }: { name: string; description: string }): string | null {
  if (cleanLine(name) === "") return setWithoutName;
  return cleanParagraphs(description).length > bookingLimits.descriptionLength ? descriptionTooLong : null;
}
