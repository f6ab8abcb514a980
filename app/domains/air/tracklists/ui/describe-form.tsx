import { type FormEvent, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { Field } from "#app/ui/field.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { describeLineCall } from "../calls/exports.ts";
import type { DescribedField, DescribedView, FieldSource } from "../contract/exports.ts";
import { FormButtons } from "./form-buttons.tsx";

const labels: Record<DescribedField, string> = {
  isrc: "ISRC",
  composer: "Composer",
  publisher: "Publisher",
  album: "Album",
  label: "Label",
  catalogueNumber: "Catalogue Number",
  labelCode: "Label Code",
};
const hints: Partial<Record<DescribedField, string>> = {
  isrc: "Such as DEA123400001.",
  labelCode: "Such as LC 01234.",
};

/** Names of the sources of a value. */
const sourceTexts: Record<FieldSource, string> = {
  performer: "Entered by the performer of this set.",
  manager: "Entered by a manager of the stage.",
  elsewhere: "Entered by the performer for another set.",
  file: "From the performer’s own file.",
  history: "From the performer’s history file.",
  public: "From the track's page.",
};

/** Shows the reported fields of a track with their sources; changes here are reported of this performer alone. */
export function DescribeForm({
  set,
  line,
  label,
  fields,
  known,
  onDescribed,
  onClose,
}: {
  set: string;
  line: string;
  label: string;
  fields: readonly DescribedField[];
  known: Pick<DescribedView, DescribedField | "sources">;
  onDescribed: () => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState<Partial<Record<DescribedField, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useWork(showFailure);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const changed = fields.filter(
      (field) => (typed[field]?.trim() ?? known[field] ?? "") !== (known[field] ?? ""),
    );
    if (changed.length === 0) return setProblem("Change one of the fields.");
    setProblem(null);
    void run(async () => {
      await callApi(describeLineCall, {
        set,
        line,
        ...Object.fromEntries(changed.map((field) => [field, typed[field]?.trim()])),
      });
      onDescribed();
    });
  };
  return (
    <form aria-label={label} onSubmit={submit} className="mt-2 max-w-md">
      {fields.map((field) => (
        <Field
          key={field}
          label={labels[field]}
          hint={hintOf(field, known.sources[field])}
          value={typed[field] ?? known[field] ?? ""}
          autoComplete="off"
          onChange={(event) => setTyped((before) => ({ ...before, [field]: event.target.value }))}
        />
      ))}
      {problem !== null && (
        <p role="alert" className="mb-2 text-14 text-red">
          {problem}
        </p>
      )}
      <FormButtons action="Save" isBusy={isBusy} onClose={onClose} />
    </form>
  );
}

const hintOf = (field: DescribedField, source: FieldSource | undefined) =>
  source === undefined ? hints[field] : sourceTexts[source];
