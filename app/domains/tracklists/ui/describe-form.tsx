import { type FormEvent, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { Field } from "#app/ui/field.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { describeLineCall } from "../calls/exports.ts";
import type { DescribedField } from "../contract/exports.ts";
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

/** What a society asks for and nobody has said of a track yet; what is filled in here stays with the track. */
export function DescribeForm({
  set,
  line,
  name,
  fields,
  onDescribed,
  onClose,
}: {
  set: string;
  line: string;
  /** Of the track. */
  name: string;
  fields: readonly DescribedField[];
  onDescribed: () => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState<Partial<Record<DescribedField, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useWork(showFailure);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const filled = Object.entries(typed).filter(([, value]) => value.trim() !== "");
    if (filled.length === 0) return setProblem("Fill in one of the fields.");
    setProblem(null);
    void run(async () => {
      await callApi(describeLineCall, { set, line, ...Object.fromEntries(filled) });
      onDescribed();
    });
  };
  return (
    <form aria-label={`What is missing of ${name}`} onSubmit={submit} className="mt-2 max-w-md">
      {fields.map((field) => (
        <Field
          key={field}
          label={labels[field]}
          hint={hints[field]}
          value={typed[field] ?? ""}
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
