import { Ban, ChevronRight, Flag, type LucideIcon } from "lucide-react";
import { type FormEvent, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import { Button } from "#app/ui/button.tsx";
import Dialog, { ConfirmDialog } from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { offenses } from "../contract/reports.ts";
import { blockPerson } from "./block.ts";

type Step = "menu" | "reason" | "block" | { offenseCode: number };

interface IssueDialogProps {
  person: { id: string; username: string; blocked: boolean };
  onBlocked: () => void;
  onClose: () => void;
}

/** A menu, then either a reason and a last question, or the question whether to block. */
export default function IssueDialog({ person, onBlocked, onClose }: IssueDialogProps) {
  const [step, setStep] = useState<Step>("menu");
  const [isBusy, setBusy] = useState(false);

  const finish = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      onClose();
    } catch (error) {
      setBusy(false);
      showFailure(error);
    }
  };
  const block = () =>
    finish(async () => {
      await blockPerson(person.id);
      onBlocked();
    });
  const report = (offenseCode: number) =>
    finish(async () => {
      const body = { offender: person.id, offenseCode };
      const { type, message } = await callApi("/api/abuse/submit", { answer: NoticeView, body });
      showToast(type, message);
    });

  if (step === "menu") return <IssueMenu person={person} onChoose={setStep} onClose={onClose} />;
  if (step === "reason") {
    return (
      <ReasonChoice
        name={person.username}
        onChoose={(offenseCode) => setStep({ offenseCode })}
        onClose={onClose}
      />
    );
  }
  if (step === "block") {
    return (
      <ConfirmDialog
        key="block"
        title={`Block ${person.username}?`}
        action="Block"
        isBusy={isBusy}
        onConfirm={() => void block()}
        onClose={onClose}
      >
        Neither of you follows the other any longer. They cannot follow you, find you by search or write and
        cheer on your profile, and you do not see what they write. They are not told.
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      key="report"
      title={`Report ${person.username}?`}
      action="Submit report"
      isBusy={isBusy}
      onConfirm={() => void report(step.offenseCode)}
      onClose={onClose}
    >
      The reason: <strong className="text-ink">{offenses[step.offenseCode]}</strong>. People who run this
      place will read it. {person.username} is not told who sent it.
    </ConfirmDialog>
  );
}

function IssueMenu({
  person,
  onChoose,
  onClose,
}: {
  person: IssueDialogProps["person"];
  onChoose: (step: Step) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="What is the issue?" onClose={onClose}>
      <ul className="-mx-5 -mb-2">
        <Choice icon={Flag} name="Report user" onChoose={() => onChoose("reason")} />
        {!person.blocked && <Choice icon={Ban} name="Block user" onChoose={() => onChoose("block")} />}
      </ul>
    </Dialog>
  );
}

function Choice({ icon: Icon, name, onChoose }: { icon: LucideIcon; name: string; onChoose: () => void }) {
  return (
    <li className="border-t border-tick">
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-14 w-full items-center gap-4 px-5 text-left text-16 -outline-offset-2 transition-colors hover:bg-control"
      >
        <Icon aria-hidden="true" className="size-5 text-ink-3" />
        <span className="grow">{name}</span>
        <ChevronRight aria-hidden="true" className="size-5 text-ink-3" />
      </button>
    </li>
  );
}

function ReasonChoice({
  name,
  onChoose,
  onClose,
}: {
  name: string;
  onChoose: (offenseCode: number) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<number | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== null) onChoose(chosen);
  };
  return (
    <Dialog title={`Report ${name}`} onClose={onClose}>
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
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button tone="bare" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" tone="solid" disabled={chosen === null}>
            Next
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
