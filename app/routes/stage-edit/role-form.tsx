import { type KeyboardEvent, type SubmitEvent, useState } from "react";
import { ApiFailure, showFailure } from "#app/api-client.ts";
import { cleanLine, invisibleProblem } from "#app/domains/base/text/clean.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useWork } from "#app/ui/use-work.ts";

/** The limit of a name in `AddRoleInput`. */
const longest = 40;

/** A field for one role's name. Nothing is sent while it is empty; Escape leaves it. */
export function RoleForm({
  label,
  action,
  initial = "",
  onSend,
  onCancel,
}: {
  label: string;
  action: string;
  initial?: string;
  /** Throws what is refused. */
  onSend: (name: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const { isBusy, run } = useWork((failure) => {
    if (failure instanceof ApiFailure && failure.code === "conflict") setError(failure.message);
    else showFailure(failure);
  });
  const wanted = cleanLine(name);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (wanted !== "") void run(() => onSend(wanted));
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
  };

  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-x-3">
      <Field
        label={label}
        dir="auto"
        autoComplete="off"
        // It stands where the button was that opened it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus
        maxLength={longest}
        onKeyDown={leave}
        value={name}
        error={error ?? invisibleProblem(name)}
        onChange={(event) => {
          setName(event.target.value);
          setError(null);
        }}
        className="min-w-0 grow basis-56"
      />
      {/* Beside the input, below its label. */}
      <div className="flex gap-3 sm:mt-6">
        <Button type="submit" tone="solid" isBusy={isBusy} disabled={wanted === ""}>
          {action}
        </Button>
        <Button tone="bare" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
