import { lazy, type SubmitEvent, Suspense, useState } from "react";
import { callApi } from "#app/api-client.ts";
import { registerCall } from "#app/domains/people/accounts/calls/accounts.ts";
import type { RegisterInput } from "#app/domains/people/accounts/contract/accounts.ts";
import { checkEmail, checkUsername } from "#app/domains/people/accounts/rules.ts";
import { messageOf } from "#app/errors.ts";
import { Button } from "#app/ui/button.tsx";
import { opensInNewTab } from "#app/ui/new-tab.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useCanSendEmail } from "../shell/viewer.ts";
import { AccountStep } from "./account-step.tsx";
import { isAcceptable, NewPasswordFields } from "./new-password-fields.tsx";
import { errorMessage, FormFailure, Panel } from "./panel.tsx";
import { forgetReferral, type Referral } from "./referral.ts";
import { isEmailTaken, isUsernameTaken, useAvailability } from "./use-availability.ts";
import { useFinishLogin } from "./use-finish-login.ts";

const Captcha = lazy(() => import("./captcha.tsx"));

/** Registration in two steps; the default export of its own chunk, loaded on demand. */
export default function RegisterPanel({
  referral,
  onCancel,
}: {
  referral: Referral | null;
  onCancel: () => void;
}) {
  const [step, setStep] = useState<1 | 2>(1);
  const [captcha, setCaptcha] = useState<string | null>(null);
  const [captchaRound, setCaptchaRound] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const finishLogin = useFinishLogin();
  const canSendEmail = useCanSendEmail();
  const [typed, setTyped] = useState({ username: "", email: "", password: "", retype: "" });
  const username = typed.username.trim();
  const email = typed.email.trim();
  const usernameProblem = messageOf(checkUsername(username));
  const emailProblem = messageOf(checkEmail(email));
  const usernameFree = useAvailability(isUsernameTaken, usernameProblem === null ? username : null);
  const emailFree = useAvailability(isEmailTaken, emailProblem === null ? email : null);
  const canGoOn = usernameFree.state === "available" && emailFree.state === "available";

  const { isBusy, run } = useWork((error) => {
    setFailure(errorMessage(error));
    // A captcha can be used once: the next attempt needs another.
    setCaptcha(null);
    setCaptchaRound((round) => round + 1);
  });
  const canRegister = canGoOn && isAcceptable(typed) && captcha !== null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!canRegister) return;
    void run(async () => {
      setFailure(null);
      const { password, retype } = typed;
      const body: RegisterInput = { username, email, password, retype, captcha, referral: referral?.id };
      const { user } = await callApi(registerCall, body);
      forgetReferral();
      const welcome = `Welcome, ${user.username}.`;
      await finishLogin(
        canSendEmail ? `${welcome} Check your email: we sent ${email} a link to confirm it.` : welcome,
      );
    });
  };

  return (
    <Panel
      // Each step takes the focus over from the button that led to it.
      key={step}
      title="Register"
      lead={referral?.username ? `Invited by ${referral.username}. Step ${step} of 2` : `Step ${step} of 2`}
      takesFocus
    >
      {step === 1 ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (canGoOn) setStep(2);
          }}
        >
          <AccountStep
            username={{
              typed: typed.username,
              onChange: (text) => setTyped({ ...typed, username: text }),
              problem: usernameProblem,
              availability: usernameFree,
            }}
            email={{
              typed: typed.email,
              onChange: (text) => setTyped({ ...typed, email: text }),
              problem: emailProblem,
              availability: emailFree,
            }}
          />
          <div className="mt-2 flex gap-3">
            <Button onClick={onCancel}>Cancel</Button>
            <Button type="submit" tone="solid" className="grow" disabled={!canGoOn}>
              Next
            </Button>
          </div>
        </form>
      ) : (
        <form noValidate onSubmit={submit}>
          {/* So that a password manager stores the password under the right name. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <p className="-mt-2 mb-4 flex items-center justify-between gap-3 border-y border-tick text-16 text-ink">
            <span className="min-w-0 truncate" dir="auto">
              {username}
            </span>
            <Button tone="bare" className="-mr-4" onClick={() => setStep(1)}>
              Change
            </Button>
          </p>
          <NewPasswordFields typed={typed} onChange={(password) => setTyped({ ...typed, ...password })} />
          <Suspense fallback={<Skeleton className="h-12 w-full" />}>
            <Captcha key={captchaRound} onSolved={setCaptcha} />
          </Suspense>
          <div className="mt-2 flex gap-3">
            <Button onClick={onCancel}>Cancel</Button>
            <Button type="submit" tone="solid" className="grow" disabled={!canRegister} isBusy={isBusy}>
              Register
            </Button>
          </div>
          <p className="mt-4 text-14 text-ink-3">
            By registering, you agree to the <NewTab href="/tos">terms</NewTab>. The{" "}
            <NewTab href="/privacy">privacy page</NewTab> says what we store about you.
          </p>
        </form>
      )}
      <FormFailure failure={failure} onClose={() => setFailure(null)} />
    </Panel>
  );
}

/** Opens in a new tab, so that no input is lost. */
function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="text-ink-2 underline hover:text-ink">
      {children}
      <span className="sr-only"> {opensInNewTab}</span>
    </a>
  );
}
