import { type ReactNode, useState } from "react";
import type { ButtonTone } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { codeHint } from "../settings/code-hint.ts";
import { TaskForm, useTask } from "./tasks.tsx";

/** Asks for a code of the app, or a recovery code, and passes it to `onCode`. */
export function CodeForm({
  action,
  tone,
  onCode,
  onClose,
  children,
}: {
  action: string;
  tone?: ButtonTone;
  onCode: (code: string) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [code, setCode] = useState("");
  const { form, isBusy, refusal, run } = useTask({ "second-factor-wrong": "code" });
  return (
    <TaskForm
      form={form}
      action={action}
      tone={tone}
      canSend={code.trim() !== ""}
      isBusy={isBusy}
      onSend={() => run(() => onCode(code.trim()))}
      onClose={onClose}
    >
      <p className="mb-3 text-14 text-ink-2">{children}</p>
      <Field
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => {
          refusal.forget("code");
          setCode(event.target.value);
        }}
        error={refusal.at("code")}
        hint={codeHint}
      />
    </TaskForm>
  );
}
