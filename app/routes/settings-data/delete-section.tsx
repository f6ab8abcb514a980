import { lazy, type SubmitEvent, Suspense, useRef, useState } from "react";
import { ApiFailure, callApi, leaveForLanding } from "#app/api-client.ts";
import { deleteAccountCall } from "#app/domains/people/accounts/calls/accounts.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Section } from "#app/ui/section.tsx";
import { codeHint } from "../settings/code-hint.ts";
import { useRefusal } from "../settings/refusal.ts";
import { useCanSendEmail } from "../shell/viewer.ts";

const DeleteDialog = lazy(() => import("./delete-dialog.tsx"));

/** Consequences as described in docs/decisions/007. */
const consequences = [
  "Within seconds, you are logged out on every device and your streams end.",
  "Your profile, settings, pictures, passkeys and sessions are deleted. Your username and email address are free again.",
  "Your follows, followers, blocks, favorites, cheers, awards, memberships and subscriptions are deleted.",
  "Your messages disappear from every chat, on open pages too. The chat of your profile and your notifications are deleted.",
  "Your tokens are destroyed, with your claims, keys and the entries of your wallet.",
  "Your past and upcoming sets and booking requests are removed. Stage managers are notified of cancelled sets.",
  "Stages keep the tracks you played there, without your name. Tracks you played on your own profile are deleted.",
  "Stages you manage continue with their other managers. If you are the only one, the operators are notified and can add a new manager.",
  "Operators keep the reports you made, without your name. Reports about you are deleted.",
];
const lastMail = "We send you one last email to confirm, and keep no copy.";

/**
 * Explains deletion, with the form for it: username, password, a code where one is required, and a last confirmation.
 */
export function DeleteSection({ username, hasSecondFactor }: { username: string; hasSecondFactor: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const canSendEmail = useCanSendEmail();
  const [typed, setTyped] = useState({ username: "", password: "", code: "" });
  const [needsCode, setNeedsCode] = useState(hasSecondFactor);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const refusal = useRefusal(form, {
    "bad-input": "username",
    "wrong-password": "password",
    "second-factor-needed": "code",
    "second-factor-wrong": "code",
  });
  const isNamed = typed.username.normalize("NFC").trim() === username;
  const canGoOn = isNamed && typed.password !== "" && (!needsCode || typed.code.trim() !== "");

  const type = (name: keyof typeof typed, value: string) => {
    refusal.forget(name);
    setTyped((before) => ({ ...before, [name]: value }));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (canGoOn) setAsking(true);
  };
  const deleteAccount = async () => {
    setBusy(true);
    try {
      const body = { ...typed, code: typed.code.trim() || null };
      leaveForLanding(await callApi(deleteAccountCall, body));
    } catch (error) {
      if (error instanceof ApiFailure && error.code === "second-factor-needed") setNeedsCode(true);
      setAsking(false);
      setBusy(false);
      refusal.tell(error);
    }
  };

  return (
    <Section title="Delete Your Account" intro="Your account is deleted immediately and permanently.">
      <ul className="max-w-[64ch] list-disc space-y-1.5 pl-5 text-16 text-ink-2 marker:text-ink-3">
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {canSendEmail && <li>{lastMail}</li>}
      </ul>
      <p className="mt-4 max-w-[64ch] text-16 text-ink">
        Download your data first. You cannot download it later.
      </p>
      <form ref={form} onSubmit={submit} className="mt-6 flex max-w-sm flex-col gap-2" noValidate>
        <Field
          label={`Type your username, ${username}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed.username}
          onChange={(event) => type("username", event.target.value)}
          error={refusal.at("username")}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          value={typed.password}
          onChange={(event) => type("password", event.target.value)}
          error={refusal.at("password")}
        />
        {needsCode && (
          <Field
            label="Code"
            autoComplete="one-time-code"
            inputMode="text"
            value={typed.code}
            onChange={(event) => type("code", event.target.value)}
            error={refusal.at("code")}
            hint={codeHint}
          />
        )}
        <Button type="submit" tone="danger" disabled={!canGoOn} aria-haspopup="dialog" className="self-start">
          Delete Account
        </Button>
      </form>
      {isAsking && (
        <Suspense fallback={null}>
          <DeleteDialog
            username={username}
            isBusy={isBusy}
            onConfirm={() => void deleteAccount()}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </Section>
  );
}
