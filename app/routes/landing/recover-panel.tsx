import { lazy, type SubmitEvent, Suspense, useState } from "react";
import { Link } from "react-router";
import { ApiFailure, callApi } from "#app/api-client.ts";
import { requestRecoveryCall } from "#app/domains/people/accounts/calls/recovery.ts";
import { checkEmail } from "#app/domains/people/accounts/rules.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useCanSendEmail } from "../shell/viewer.ts";
import { BackButton, errorMessage, FormFailure, Panel } from "./panel.tsx";

const Captcha = lazy(() => import("./captcha.tsx"));

interface RecoverPanelProps {
  takesFocus: boolean;
  onBack: () => void;
}

/** Recovery for a user who has forgotten their password. Loaded on request. */
export default function RecoverPanel(props: RecoverPanelProps) {
  return useCanSendEmail() ? <LinkForm {...props} /> : <NoLink {...props} />;
}

/** Shows a note where no email is sent. */
function NoLink({ takesFocus, onBack }: RecoverPanelProps) {
  return (
    <Panel title="Forgot Password" takesFocus={takesFocus}>
      <p className="text-16 text-ink-2">
        This site does not send email, so it cannot send you a link to reset your password.
      </p>
      <p className="mt-3 mb-5 text-16 text-ink-2">
        If you have a passkey, log in with it. Otherwise, contact{" "}
        <Link to="/privacy#contact" className="text-ink underline">
          the people who run this site
        </Link>
        .
      </p>
      <BackButton onBack={onBack} />
    </Panel>
  );
}

/** Requests the email with the link to set a new password. */
function LinkForm({ takesFocus, onBack }: RecoverPanelProps) {
  const [username, setUsername] = useState("");
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [captcha, setCaptcha] = useState<{ round: number; payload: string | null } | null>(null);
  const { isBusy, run } = useWork((error) => {
    setFailure(errorMessage(error));
    const isAsked = error instanceof ApiFailure && error.code === "captcha-failed";
    // A solved one is used up by a request, whatever the response.
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
      await callApi(requestRecoveryCall, body);
      setSent(true);
    });
  };

  return (
    <Panel
      title="Forgot Password"
      lead="Enter both, and we will email you a link to choose a new password."
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
              Send Link
            </Button>
          )}
        </div>
      </form>
      {isSent ? (
        <div className="mt-3 border-l-4 border-green pl-3">
          <output className="block text-16 text-ink">An email has been sent to recover your account</output>
          <p className="text-14 text-ink-2">The link works once, for ten minutes.</p>
        </div>
      ) : (
        <FormFailure failure={failure} onClose={() => setFailure(null)} />
      )}
    </Panel>
  );
}
