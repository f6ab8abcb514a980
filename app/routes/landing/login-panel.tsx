import { type SubmitEvent, useState } from "react";
import { callApi } from "#app/api-client.ts";
import { SessionView } from "#app/domains/accounts/contract.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Toast } from "#app/ui/toast.tsx";
import { enter } from "./enter.ts";

/** Log-in: the button is there once both fields are filled, Enter submits, a refusal appears under the form. */
export function LoginPanel({ onRegister }: { onRegister: () => void }) {
  const [user, setUser] = useState("");
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isFilled = user.trim() !== "" && password !== "";

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isFilled || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await callApi("/api/users/login", { answer: SessionView, body: { user: user.trim(), password } });
      enter();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "Unknown error");
      setBusy(false);
    }
  };

  return (
    <section aria-labelledby="login-title" className="w-full max-w-sm">
      <h2 id="login-title" className="display mb-5 text-28">
        Log in
      </h2>
      <form onSubmit={(event) => void submit(event)}>
        <Field
          label="Username or email"
          name="user"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={user}
          onChange={(event) => setUser(event.target.value)}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          enterKeyHint="go"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {/* Its room stays when the button is not there. */}
        <div className="min-h-11">
          {isFilled && (
            <Button type="submit" tone="solid" isBusy={isBusy} className="w-full">
              Log in
            </Button>
          )}
        </div>
      </form>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 border-t border-tick pt-4 text-16 text-ink-2">
        New here?
        <Button tone="quiet" onClick={onRegister}>
          Register
        </Button>
      </p>
      <div aria-live="assertive" className="mt-4 min-h-11">
        {failure && <Toast type="error" message={failure} onClose={() => setFailure(null)} />}
      </div>
    </section>
  );
}
