import { KeyRound } from "lucide-react";
import { type SubmitEvent, useState, useSyncExternalStore } from "react";
import { useLocation, useSearchParams } from "react-router";
import { ApiFailure, callApi } from "#app/api-client.ts";
import { logInCall } from "#app/domains/people/accounts/calls/accounts.ts";
import { hasPasskeys } from "#app/domains/people/accounts/ui/passkey-support.ts";
import type { LogInFor } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { errorMessage, FormFailure, Panel } from "./panel.tsx";
import { PasswordField } from "./password-field.tsx";
import { SecondStep } from "./second-step.tsx";
import { useFinishLogin } from "./use-finish-login.ts";

interface LoginPanelProps {
  /** The user who referred this visitor, or null. */
  invitedBy: string | null;
  takesFocus: boolean;
  onRegister: () => void;
  onForgot: () => void;
}

const leads: Record<LogInFor, string> = {
  chat: "Log in to chat.",
  follow: "Log in to follow.",
  test: "Log in to test your stream.",
};

/**
 * Returns why the visitor is here: what they wanted to do where they came from, otherwise the page that is for users.
 */
const leadFor = (state: unknown): string => leads[state as LogInFor] ?? "Log in to open that page.";

/** Log-in: the button appears once both fields are filled, Enter submits, a refusal appears below the form. */
export function LoginPanel({ invitedBy, takesFocus, onRegister, onForgot }: LoginPanelProps) {
  const [user, setUser] = useState("");
  const [password, setPassword] = useState("");
  // Null until the server requires a second step; false once the visitor came back from it.
  const [isCodeNeeded, setCodeNeeded] = useState<boolean | null>(null);
  const { failure, isBusy, attempt, clear } = useAttempt();
  const [params] = useSearchParams();
  const { state } = useLocation();
  const finishLogin = useFinishLogin();
  const isFilled = user.trim() !== "" && password !== "";

  const logIn = (code?: string) =>
    attempt(async () => {
      const body = { user: user.trim(), password, code };
      try {
        const { user: own } = await callApi(logInCall, body);
        await finishLogin(`Welcome back, ${own.username}.`);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== "second-factor-needed") throw error;
        setCodeNeeded(true);
      }
    });
  const logInWithPasskey = () =>
    attempt(async () => {
      const passkeys = await import("#app/domains/people/accounts/ui/passkey-log-in.ts");
      const session = await passkeys.logInWithPasskey();
      if (session !== null) await finishLogin(`Welcome back, ${session.user.username}.`);
    });

  if (isCodeNeeded) {
    return (
      <SecondStep
        failure={failure}
        isBusy={isBusy}
        onSubmit={logIn}
        onChange={clear}
        onBack={() => {
          clear();
          setCodeNeeded(false);
        }}
      />
    );
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isFilled && !isBusy) void logIn();
  };
  return (
    <Panel
      title="Log In"
      lead={params.has("next") && leadFor(state)}
      takesFocus={takesFocus || isCodeNeeded === false}
    >
      <form onSubmit={submit}>
        <Field
          label="Username or email"
          name="user"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={user}
          onChange={(event) => setUser(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className="flex min-h-11 items-center justify-between gap-3">
          <Button tone="bare" className="-ml-4" onClick={onForgot}>
            Forgot Password
          </Button>
          {isFilled && (
            <Button type="submit" tone="solid" isBusy={isBusy} className="min-w-28">
              {" "}
              Log In{" "}
            </Button>
          )}
        </div>
      </form>
      <FormFailure failure={failure} onClose={clear} />
      <TickRule className="mt-3 mb-4 opacity-60" />
      <PasskeyButton onPress={logInWithPasskey} />
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-16 text-ink-2">
        {invitedBy === null ? "New here?" : `${invitedBy} invited you.`}
        <Button tone="quiet" onClick={onRegister}>
          Register
        </Button>
      </p>
    </Panel>
  );
}

/** One attempt at a time; what it threw is the failure. */
function useAttempt() {
  const [failure, setFailure] = useState<string | null>(null);
  const { isBusy, run } = useWork((error) => setFailure(errorMessage(error)));
  const attempt = (work: () => Promise<void>) =>
    run(() => {
      setFailure(null);
      return work();
    });
  return { failure, isBusy, attempt, clear: () => setFailure(null) };
}

const never = () => () => {};

/** Keeps its space while it is unknown, or not the case, that the browser has passkeys. */
function PasskeyButton({ onPress }: { onPress: () => Promise<void> }) {
  const isSupported = useSyncExternalStore(never, hasPasskeys, () => false);
  return (
    <Button
      tone="quiet"
      className={isSupported ? "w-full" : "invisible w-full"}
      icon={<KeyRound aria-hidden="true" className="size-4" />}
      onClick={() => void onPress()}
    >
      Log In with a Passkey
    </Button>
  );
}
