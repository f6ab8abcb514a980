import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { lazy, Suspense, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { callApi } from "#app/api-client.ts";
import { registerCall } from "#app/domains/accounts/calls/accounts.ts";
import type { RegisterInput } from "#app/domains/accounts/contract.ts";
import { checkEmail, checkUsername } from "#app/domains/accounts/rules.ts";
import { messageOf } from "#app/errors.ts";
import { Button } from "#app/ui/button.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useCanSendEmail } from "../shell/viewer.ts";
import { AccountStep } from "./account-step.tsx";
import { NewPassword, NewPasswordFields } from "./new-password-fields.tsx";
import { errorMessage, FormFailure, Panel } from "./panel.tsx";
import { forgetReferral, type Referral } from "./referral.ts";
import { isEmailTaken, isUsernameTaken, useAvailability } from "./use-availability.ts";
import { useFinishLogin } from "./use-finish-login.ts";

const Captcha = lazy(() => import("./captcha.tsx"));

const RegisterForm = z.intersection(z.object({ username: z.string(), email: z.string() }), NewPassword);

/** Registration in two steps; the default export of its own chunk, loaded when somebody wants to register. */
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
  const { register, handleSubmit, control, formState } = useForm({
    resolver: standardSchemaResolver(RegisterForm),
    mode: "onChange",
    defaultValues: { username: "", email: "", password: "", retype: "" },
  });
  const typed = useWatch({ control });
  const username = (typed.username ?? "").trim();
  const email = (typed.email ?? "").trim();
  const usernameProblem = messageOf(checkUsername(username));
  const emailProblem = messageOf(checkEmail(email));
  const usernameFree = useAvailability(isUsernameTaken, usernameProblem === null ? username : null);
  const emailFree = useAvailability(isEmailTaken, emailProblem === null ? email : null);
  const canGoOn = usernameFree.state === "available" && emailFree.state === "available";

  const submit = handleSubmit(async ({ password, retype }) => {
    if (captcha === null) return;
    setFailure(null);
    const body: RegisterInput = { username, email, password, retype, captcha, referral: referral?.id };
    try {
      const { user } = await callApi(registerCall, body);
      forgetReferral();
      const welcome = `Welcome, ${user.username}.`;
      await finishLogin(
        canSendEmail ? `${welcome} Check your email: we sent ${email} a link to confirm it.` : welcome,
      );
    } catch (error) {
      setFailure(errorMessage(error));
      // A captcha counts once: the next attempt needs another.
      setCaptcha(null);
      setCaptchaRound((round) => round + 1);
    }
  });

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
              field: register("username", { onBlur: usernameFree.check }),
              value: username,
              problem: usernameProblem,
              availability: usernameFree,
            }}
            email={{
              field: register("email", { onBlur: emailFree.check }),
              value: email,
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
        <form noValidate onSubmit={(event) => void submit(event)}>
          {/* So that a password manager files the password under the right name. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <p className="-mt-2 mb-4 flex items-center justify-between gap-3 border-y border-tick text-16 text-ink">
            <span className="min-w-0 truncate" dir="auto">
              {username}
            </span>
            <Button tone="bare" className="-mr-4" onClick={() => setStep(1)}>
              Change
            </Button>
          </p>
          <NewPasswordFields
            password={register("password")}
            retype={register("retype")}
            typed={{ password: typed.password ?? "", retype: typed.retype ?? "" }}
          />
          <Suspense fallback={<Skeleton className="h-12 w-full" />}>
            <Captcha key={captchaRound} onSolved={setCaptcha} />
          </Suspense>
          <div className="mt-2 flex gap-3">
            <Button onClick={onCancel}>Cancel</Button>
            <Button
              type="submit"
              tone="solid"
              className="grow"
              disabled={!formState.isValid || captcha === null || !canGoOn}
              isBusy={formState.isSubmitting}
            >
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

/** Beside the form, so that nothing typed is lost. */
function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="text-ink-2 underline hover:text-ink">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
