import { Ban, ChevronRight, Flag, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { callApi } from "#app/api-client.ts";
import Dialog from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { reportPersonCall } from "../calls/reports.ts";
import { offenses } from "../contract/reports.ts";
import { blockPerson } from "./block.ts";
import { Question, ReasonChoice } from "./issue-steps.tsx";

type Step = { at: "menu" | "reason" | "block" } | { at: "report"; offenseCode: number };

interface IssueDialogProps {
  person: { id: string; username: string; blocked: boolean };
  onBlocked: () => void;
  onClose: () => void;
}

/** A menu, then either a reason and a confirmation, or the question whether to block. */
export default function IssueDialog({ person, onBlocked, onClose }: IssueDialogProps) {
  const [step, setStep] = useState<Step>({ at: "menu" });
  const block = async () => {
    await blockPerson(person.id);
    onBlocked();
  };
  const report = async (offenseCode: number) => {
    const body = { offender: person.id, offenseCode };
    const { type, message } = await callApi(reportPersonCall, body);
    showToast(type, message);
  };
  const titles = {
    menu: "What is the issue?",
    reason: `Report ${person.username}`,
    report: `Report ${person.username}?`,
    block: `Block ${person.username}?`,
  };
  return (
    <Dialog title={titles[step.at]} onClose={onClose}>
      {/* The pressed button is gone with its step: the focus moves to the next step. */}
      <div key={step.at} ref={takeFocus} tabIndex={-1} className="outline-none">
        {step.at === "menu" && (
          <ul className="-mx-5 -mb-2">
            <Choice icon={Flag} name="Report User" onChoose={() => setStep({ at: "reason" })} />
            {!person.blocked && (
              <Choice icon={Ban} name="Block User" onChoose={() => setStep({ at: "block" })} />
            )}
          </ul>
        )}
        {step.at === "reason" && (
          <ReasonChoice
            onChoose={(offenseCode) => setStep({ at: "report", offenseCode })}
            onClose={onClose}
          />
        )}
        {step.at === "report" && (
          <Question action="Submit Report" onConfirm={() => report(step.offenseCode)} onClose={onClose}>
            The reason: <strong className="text-ink">{offenses[step.offenseCode]}</strong>. The Cue team will
            read it. {person.username} will not know who sent it.
          </Question>
        )}
        {step.at === "block" && (
          <Question action="Block" onConfirm={block} onClose={onClose}>
            You stop following each other. They cannot follow you, find you in search, or chat and cheer on
            your profile, and you do not see what they write. They are not notified.
          </Question>
        )}
      </div>
    </Dialog>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

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
