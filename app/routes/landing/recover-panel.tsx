import { lazy, type SubmitEvent, Suspense, useState } from "react";
import * as z from "zod/mini";
import { ApiFailure, callApi } from "#app/api-client.ts";
import { checkEmail } from "#app/domains/accounts/rules.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { BackButton, FormFailure, Panel, wordsOf } from "./panel.tsx";

const Captcha = lazy(() => import("./captcha.tsx"));

/** Asks for the mail that lets its reader set a new password. Loaded when somebody has forgotten theirs. */
export default function RecoverPanel({ takesFocus, onBack }: { takesFocus: boolean; onBack: () => void }) {
  const [username, setUsername] = useState("");
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [captcha, setCaptcha] = useState<{ round: number; payload: string | null } | null>(null);
  const { isBusy, run } = useWork((error) => {
    setFailure(wordsOf(error));
    const isAsked = error instanceof ApiFailure && error.code === "captcha-failed";
    // One that was sent is spent, whatever the answer.
    setCaptcha((last) => (last || isAsked ? { round: (last?.round ?? 0) + 1, payload: null } : null));
  });
  const isFilled = username.trim() !== "" && checkEmail(email).ok;
  const isProven = captcha === null || captcha.payload !== null;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isFilled || !isProven) return;
    void run(async () => {
      setFailure(null);
      const body = { username: username.trim(), email: email.trim(), captcha: captcha?.payload };
      await callApi("/api/recovery/request", { answer: z.literal(true), body });
      setSent(true);
    });
  };

  return (
    <Panel
      title="Forgot password"
      lead="Tell us the two together, and we mail you a link that sets a new one."
      takesFocus={takesFocus}
    >
      <form onSubmit={submit} noValidate>
        <Field
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          readOnly={isSent}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
          maxLength={254}
          readOnly={isSent}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {captcha !== null && !isSent && (
          <Suspense fallback={<Skeleton className="h-12 w-full" />}>
            <Captcha key={captcha.round} onSolved={(payload) => setCaptcha({ ...captcha, payload })} />
          </Suspense>
        )}
        <div className="flex min-h-11 items-center justify-between gap-3">
          <BackButton onBack={onBack} />
          {!isSent && (
            <Button type="submit" tone="solid" disabled={!isFilled || !isProven} isBusy={isBusy}>
              Send the link
            </Button>
          )}
        </div>
      </form>
      {isSent ? (
        <div className="mt-3 border-l-4 border-green pl-3">
          <output className="block text-16 text-ink">An email has been sent to recover your account</output>
          <p className="text-14 text-ink-2">Its link works once, within ten minutes.</p>
        </div>
      ) : (
        <FormFailure failure={failure} onClose={() => setFailure(null)} />
      )}
    </Panel>
  );
}
