import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import type { ErrorCode } from "#app/errors.ts";
import { Button, type ButtonTone } from "#app/ui/button.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useRefusal } from "../settings/refusal.ts";

interface Task {
  label: string;
  icon?: ReactNode;
  /** The form to fill in before it is done. `close` collapses it. */
  form: (close: () => void) => ReactNode;
}

/** Buttons that expand their forms below them, one at a time. The keyboard focus moves in and back. */
export function Tasks({ tasks }: { tasks: Task[] }) {
  const id = useId();
  const [open, setOpen] = useState<string | null>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement | null>());
  const panel = useRef<HTMLDivElement>(null);
  const task = tasks.find(({ label }) => label === open);

  useEffect(() => {
    if (open !== null) panel.current?.querySelector("input")?.focus();
  }, [open]);

  const close = () => {
    setOpen(null);
    if (open !== null) buttons.current.get(open)?.focus();
  };
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        {tasks.map(({ label, icon }) => (
          <Button
            key={label}
            ref={(button) => {
              buttons.current.set(label, button);
            }}
            icon={icon}
            aria-expanded={label === open}
            aria-controls={label === open ? id : undefined}
            onClick={() => setOpen(label === open ? null : label)}
          >
            {label}
          </Button>
        ))}
      </div>
      {task && (
        <div ref={panel} id={id} className="mt-4 border-l-2 border-edge pl-4">
          <OpenTask task={task} onClose={close} />
        </div>
      )}
    </>
  );
}

function OpenTask({ task, onClose }: { task: Task; onClose: () => void }) {
  return task.form(onClose);
}

/** One attempt at a time: a refusal is shown at the field that `fieldOf` returns for its code, or as a toast. */
export function useTask<Name extends string>(fieldOf: Partial<Record<ErrorCode, Name>>) {
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(form, fieldOf);
  const { isBusy, run } = useWork(refusal.tell);
  const runAnew = (work: () => Promise<void>) =>
    run(() => {
      refusal.clear();
      return work();
    });
  return { form, isBusy, refusal, run: runAnew };
}

interface TaskFormProps {
  form: RefObject<HTMLFormElement | null>;
  /** The label of the button that does it. */
  action: string;
  tone?: ButtonTone;
  canSend: boolean;
  isBusy: boolean;
  onSend: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

export function TaskForm({
  form,
  action,
  tone = "solid",
  canSend,
  isBusy,
  onSend,
  onClose,
  children,
}: TaskFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (canSend && !isBusy) void onSend();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="max-w-sm">
      {children}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" tone={tone} disabled={!canSend} isBusy={isBusy}>
          {action}
        </Button>
        <Button tone="bare" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
