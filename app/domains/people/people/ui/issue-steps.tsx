/** The steps of the dialogs against someone. */
import { type FormEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { showFailure } from "#app/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { offenses } from "../contract/reports.ts";

/** Asks for the reason of a report. */
export function ReasonChoice({
  onChoose,
  onClose,
}: {
  onChoose: (offenseCode: number) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<number | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== null) onChoose(chosen);
  };
  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend className="mb-2 text-16 text-ink-2">What is wrong?</legend>
        {offenses.map((offense, code) => (
          <label
            key={offense}
            className="flex min-h-11 cursor-pointer items-center gap-3 border-t border-tick py-2 text-16"
          >
            <input
              type="radio"
              name="offense"
              checked={chosen === code}
              onChange={() => setChosen(code)}
              className="size-5 shrink-0 accent-ink"
            />
            {offense}
          </label>
        ))}
      </fieldset>
      <Answers onClose={onClose}>
        <Button type="submit" tone="solid" disabled={chosen === null}>
          Next
        </Button>
      </Answers>
    </form>
  );
}

/** Closes after success; stays open with the error. */
export function Question({
  action,
  onConfirm,
  onClose,
  children,
}: {
  action: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { isBusy, run } = useWork(showFailure);
  const confirm = () =>
    run(async () => {
      await onConfirm();
      // Synchronously: otherwise the page behind is still inert when react-aria moves the focus back into it.
      flushSync(onClose);
    });
  return (
    <>
      <p className="text-16 text-ink-2">{children}</p>
      <Answers onClose={onClose}>
        <Button tone="danger" isBusy={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </Answers>
    </>
  );
}

function Answers({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <Button tone="bare" onClick={onClose}>
        Cancel
      </Button>
      {children}
    </div>
  );
}
