import { type SubmitEvent, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { BackButton, FormFailure, Panel } from "./panel.tsx";

/** The second step of a log-in for accounts that require one. */
export function SecondStep({
  failure,
  isBusy,
  onSubmit,
  onChange,
  onBack,
}: {
  failure: string | null;
  isBusy: boolean;
  onSubmit: (code: string) => Promise<void>;
  /** Something was typed: the last failure no longer applies. */
  onChange: () => void;
  onBack: () => void;
}) {
  const [code, setCode] = useState("");
  const [isRecovery, setRecovery] = useState(false);
  const given = code.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (given !== "" && !isBusy) void onSubmit(given);
  };
  const name = isRecovery ? "Recovery code" : "6-digit code";
  return (
    <Panel
      title="One more step"
      lead={
        isRecovery
          ? "Enter one of your recovery codes. Each code works once."
          : "Enter the code from your authenticator app."
      }
      takesFocus={false}
    >
      <form onSubmit={submit}>
        <Field
          // The numeric keyboard has no letters.
          key={name}
          label={name}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode={isRecovery ? "text" : "numeric"}
          enterKeyHint="go"
          maxLength={40}
          // The step before has gone, and this field is all there is to do.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            onChange();
          }}
          className="tabular"
        />
        <div className="flex min-h-11 items-center justify-between gap-3">
          <BackButton onBack={onBack} />
          {given !== "" && (
            <Button type="submit" tone="solid" isBusy={isBusy} className="min-w-28">
              Log In
            </Button>
          )}
        </div>
      </form>
      <FormFailure failure={failure} onClose={onChange} />
      <Button
        tone="bare"
        className="-ml-4"
        onClick={() => {
          setCode("");
          onChange();
          setRecovery(!isRecovery);
        }}
      >
        {isRecovery ? "Use Authenticator App" : "Use a Recovery Code"}
      </Button>
    </Panel>
  );
}
