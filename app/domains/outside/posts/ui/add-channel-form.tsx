import { type FormEvent, type ReactNode, useState } from "react";
import { ApiFailure, showFailure } from "#app/api-client.ts";
import type { ErrorCode } from "#app/errors.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useWork } from "#app/ui/use-work.ts";

export interface AddField<Name extends string> {
  name: Name;
  label: string;
  hint: string;
  placeholder: string;
  /** The refusals that are about this field. */
  codes: readonly ErrorCode[];
}

/** Three steps and the fields to fill in. A refusal appears at its field; what was typed stays until it is added. */
export function AddChannelForm<Name extends string>({
  steps,
  fields,
  action,
  onAdd,
}: {
  steps: readonly ReactNode[];
  fields: readonly AddField<Name>[];
  action: string;
  onAdd: (typed: Record<Name, string>) => Promise<void>;
}) {
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const [refusal, setRefusal] = useState<ApiFailure | null>(null);
  const isAbout = ({ codes }: AddField<Name>) => codes.some((code) => code === refusal?.code);
  const { isBusy, run } = useWork((error) => {
    const isOfField =
      error instanceof ApiFailure && fields.some(({ codes }) => codes.some((c) => c === error.code));
    if (isOfField) setRefusal(error);
    else showFailure(error);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefusal(null);
    void run(async () => {
      const values = Object.fromEntries(fields.map(({ name }) => [name, (typed[name] ?? "").trim()]));
      await onAdd(values as Record<Name, string>);
      setTyped({});
    });
  };
  return (
    <form onSubmit={submit}>
      <ol className="max-w-[60ch] list-decimal space-y-1 pl-5 text-14 text-ink-2">
        {steps.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are fixed
          <li key={i}>{step}</li>
        ))}
      </ol>
      {fields.map((field) => (
        <Field
          key={field.name}
          label={field.label}
          hint={field.hint}
          placeholder={field.placeholder}
          error={isAbout(field) ? refusal?.message : undefined}
          value={typed[field.name] ?? ""}
          onChange={(event) => {
            setTyped({ ...typed, [field.name]: event.target.value });
            if (isAbout(field)) setRefusal(null);
          }}
          required
          autoComplete="off"
          spellCheck={false}
          className="mt-4"
        />
      ))}
      <Button type="submit" tone="solid" isBusy={isBusy} className="mt-4">
        {action}
      </Button>
    </form>
  );
}
