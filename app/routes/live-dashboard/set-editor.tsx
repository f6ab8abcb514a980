import { type SubmitEvent, useState } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { openOwnSetCall, updateSetCall } from "#app/domains/air/sets/calls/changes.ts";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { bookingLimits } from "#app/domains/air/sets/contract/requests.ts";
import { Refusal } from "#app/domains/air/sets/ui/refusal.tsx";
import { SetLookFields } from "#app/domains/air/sets/ui/set-look-fields.tsx";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import { cleanLine, invisibleProblem } from "#app/domains/base/text/clean.ts";
import { useDraft } from "#app/ui/draft.ts";
import { Field } from "#app/ui/field.tsx";
import { setWithoutName } from "#app/ui/form-texts.ts";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";
import { useWork } from "#app/ui/use-work.ts";

/** Edits the parts of a set that listeners see, before and while it is on. */
export default function SetEditor({ set }: { set: string }) {
  const { data, mutate } = useSWR([openOwnSetCall.path, set], () => callApi(openOwnSetCall, { set }), {
    revalidateOnFocus: false,
    onError: () => {},
  });
  return (
    <SetSection title="This Set">
      {data === undefined ? <Skeleton className="h-64 max-w-3xl" /> : <Form set={data} onSaved={mutate} />}
    </SetSection>
  );
}

function Form({ set, onSaved }: { set: OwnSetView; onSaved: () => Promise<unknown> }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useDraft({ name: set.name, tags: set.tags ?? [], picture: set.picture ?? null });
  const { draft, changes } = form;
  const { isBusy, run } = useWork((error) =>
    setRefusal(error instanceof Error ? error.message : "Unknown error"),
  );
  const problem = cleanLine(draft.name) === "" ? setWithoutName : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!form.isDirty || problem !== null) return;
    void run(async () => {
      setRefusal(null);
      const saved = await callApi(updateSetCall, { set: set.id, ...changes });
      showToast(saved.type, saved.message);
      await onSaved();
      form.discard();
    });
  };
  return (
    <form onSubmit={submit} noValidate className="flex max-w-3xl flex-col gap-2">
      <Field
        label="Set name"
        dir="auto"
        autoComplete="off"
        maxLength={bookingLimits.nameLength}
        value={draft.name}
        error={invisibleProblem(draft.name)}
        onChange={(event) => form.change({ name: event.target.value })}
      />
      <SetLookFields
        name={draft.name}
        tags={draft.tags}
        picture={draft.picture}
        onChange={(change) => form.change(change)}
      />
      <Refusal text={refusal} />
      <SaveBar
        action="Save Changes"
        isDirty={form.isDirty}
        isBusy={isBusy}
        onDiscard={() => {
          setRefusal(null);
          form.discard();
        }}
        problem={problem}
      />
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
}
