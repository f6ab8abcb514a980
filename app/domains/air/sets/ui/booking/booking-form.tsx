import { type SubmitEvent, useState } from "react";
import { flushSync } from "react-dom";
import { callApi } from "#app/api-client.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { cleanLine, cleanParagraphs, invisibleProblem } from "#app/domains/base/text/clean.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { descriptionTooLong } from "#app/ui/form-texts.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { requestSetCall } from "../../calls/requests.ts";
import { bookingLimits, type SetRequestInput } from "../../contract/requests.ts";
import { defaultSetName, defaultUploadName } from "../../default-names.ts";
import { Refusal } from "../refusal.tsx";
import { DaySchedule } from "./day-schedule.tsx";
import { sendProblem } from "./send-problem.ts";
import { UploadFields } from "./upload-fields.tsx";
import { useBooked } from "./use-booked.ts";
import { useWhen } from "./use-when.ts";
import { WhenFields } from "./when-fields.tsx";
import { WhenSummary } from "./when-summary.tsx";

export interface Booking {
  stage: StageView | null;
  performer: PersonView | null;
  /** Whether the performer is the one who asks. */
  isOwnRequest: boolean;
  /** Whether the one who asks manages the stage: then any minute can be chosen. */
  isManager: boolean;
  /** Text about what is missing before it can be sent, or null. */
  missing: string | null;
  action: string;
  /** The stage's sets as loaded with the page. */
  schedule: SetView[] | undefined;
  /** Null where a manager asks: the performer's own setting decides. */
  upload: { isLinked: boolean; isDefault: boolean } | null;
  onSent: () => void;
}

/**
 * Requests a set of `performer` on `stage`, one of which may still have to be chosen. A refusal is shown at the form,
 * and no input is lost. The default export of its own chunk: it calculates with time zones.
 */
export default function BookingForm({
  stage,
  performer,
  isOwnRequest,
  isManager,
  missing,
  action,
  schedule,
  upload,
  onSent,
}: Booking) {
  const [text, setText] = useState({ name: "", description: "" });
  const [mixcloud, setMixcloud] = useState(upload?.isLinked === true && upload.isDefault);
  const [uploadName, setUploadName] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { onStage, inTheWay, readAgain } = useBooked(stage?.id, performer?.id, schedule);
  const { isBusy, run } = useWork((error) => {
    setRefusal(error instanceof Error ? error.message : "Unknown error");
    // Someone may have been faster: then the day shows it.
    void readAgain();
  });
  const when = useWhen(inTheWay, { isWeekly: stage?.weekly ?? false, isManager });
  const { series, telling } = when;
  const defaultName = defaultUploadName(text.name, series.startsAt, telling.zone);

  const problem =
    sendProblem({ missing, when }) ??
    invisibleProblem(text.name) ??
    (cleanParagraphs(text.description).length > bookingLimits.descriptionLength ? descriptionTooLong : null);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (problem !== null || stage === null || performer === null) return;
    const body: SetRequestInput = {
      dj: performer.id,
      room: stage.id,
      start: series.startsAt,
      end: series.endsAt,
      ...text,
      weeks: series.weeks,
      timeZone: series.timeZone,
      dst: when.dst,
      ...(upload?.isLinked && { mixcloud, mixcloudName: cleanLine(uploadName ?? "") || defaultName }),
    };
    void run(async () => {
      setRefusal(null);
      const after = await callApi(requestSetCall, body);
      // Before the page is left: there is nothing to lose any more.
      flushSync(() => setSent(true));
      showToast(after.type, after.message);
      onSent();
    });
  };

  return (
    <form onSubmit={submit} noValidate className="mt-8">
      <Section title="When">
        <WhenFields when={when} isWeekly={stage?.weekly ?? false} isManager={isManager} />
        <WhenSummary when={when} stageId={stage?.id} isOwnRequest={isOwnRequest} />
        <DaySchedule
          date={when.start.date}
          zone={telling.zone}
          hour12={telling.hour12}
          sets={stage === null ? null : onStage}
          wish={{ startTime: series.startsAt, endTime: series.endsAt }}
          isClash={when.conflicts.some(({ week }) => week === 1)}
        />
      </Section>
      <Section title="What">
        <Field
          label="Set name"
          dir="auto"
          autoComplete="off"
          maxLength={bookingLimits.nameLength}
          value={text.name}
          error={invisibleProblem(text.name)}
          hint={`If empty: “${defaultSetName(series.startsAt, telling.zone)}”`}
          onChange={(event) => setText({ ...text, name: event.target.value })}
        />
        <TextArea
          label="Description"
          rows={3}
          limit={bookingLimits.descriptionLength}
          value={text.description}
          onChange={(event) => setText({ ...text, description: event.target.value })}
          className="mt-2"
        />
      </Section>
      <Section title="Upload">
        {upload === null ? (
          <p className="text-16 text-ink-2">
            The performer decides whether this set is uploaded to Mixcloud.
          </p>
        ) : (
          <UploadFields
            isLinked={upload.isLinked}
            isOn={mixcloud}
            onToggle={setMixcloud}
            name={uploadName ?? defaultName}
            onName={setUploadName}
          />
        )}
      </Section>
      <Refusal text={refusal} />
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-tick pt-4">
        <output className="flex min-h-11 min-w-0 grow items-center gap-2 text-14 text-ink-2">
          <Lamp tone={problem === null ? "amber" : "off"} />
          {problem ?? "Ready to send"}
        </output>
        <Button
          type="submit"
          tone="solid"
          isBusy={isBusy}
          disabled={problem !== null}
          className="max-sm:w-full"
        >
          {action}
        </Button>
      </div>
      <UnsavedGuard
        words={unsentTexts}
        isDirty={!isSent && (text.name.trim() !== "" || text.description.trim() !== "")}
      />
    </form>
  );
}

const unsentTexts = {
  title: "Leave without sending?",
  action: "Leave Without Sending",
  text: "Your request has not been sent.",
};
