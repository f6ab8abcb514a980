import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { grantTokensCall } from "#app/domains/value/tokens/calls/acts.ts";
import { tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { waitingText } from "./texts.ts";

const empty = { user: "", amount: "", reason: "" };

/** Grants tokens to one person. A repeated attempt has the same id, so that it grants once. */
export function GrantForm() {
  const [typed, setTyped] = useState(empty);
  const [id, setId] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useWork(showFailure);
  const amount = /^\d{1,7}$/.test(typed.amount.trim()) ? Number(typed.amount) : 0;
  const [user, reason] = [typed.user.trim(), typed.reason.trim()];

  const change = (field: keyof typeof empty) => (event: { target: { value: string } }) => {
    setTyped({ ...typed, [field]: event.target.value });
    setId(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (user === "" || reason === "" || amount < 1) return;
    const request = id ?? makeId();
    setId(request);
    void run(async () => {
      const act = await callApi(grantTokensCall, { id: request, user, amount, reason });
      const isDone = act.state === "done";
      showToast("confirm", isDone ? `${tokensOf(amount)} granted` : waitingText);
      setTyped(empty);
      setId(null);
      setChecked(false);
      await revalidate();
    });
  };

  return (
    <form onSubmit={submit} noValidate className="max-w-lg space-y-4">
      <Field
        label="User"
        value={typed.user}
        onChange={change("user")}
        hint="A username, an email address or an id"
        error={isChecked && user === "" ? "Please name a user." : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      <Field
        label="Tokens"
        value={typed.amount}
        onChange={change("amount")}
        error={isChecked && amount < 1 ? "Please enter a whole number of at least 1." : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
      />
      <Field
        label="Reason"
        value={typed.reason}
        onChange={change("reason")}
        hint="They read it with their tokens, and it stays in the log."
        error={isChecked && reason === "" ? "Please give a reason." : undefined}
        autoComplete="off"
        maxLength={500}
      />
      <Button type="submit" tone="solid" isBusy={isBusy}>
        Grant Tokens
      </Button>
    </form>
  );
}
