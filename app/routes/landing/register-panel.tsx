import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Check } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { callApi } from "#app/api-client.ts";
import { RegisterInput, SessionView } from "#app/domains/accounts/contract.ts";
import { checkEmail, checkUsername } from "#app/domains/accounts/rules.ts";
import { errorCatalogue } from "#app/errors.ts";
import { BusyTicks, Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Toast } from "#app/ui/toast.tsx";
import { enter } from "./enter.ts";
import { type Availability, useAvailability } from "./use-availability.ts";

const Captcha = lazy(() => import("./captcha.tsx"));

const passwordMinimum = 8;

const RegisterForm = z
  .object({
    username: z.string(),
    email: z.string(),
    password: z.string().check(z.minLength(passwordMinimum)),
    retype: z.string(),
  })
  .check(z.refine((form) => form.password === form.retype, { path: ["retype"] }));

/** Registration in two steps; the default export of its own chunk, loaded when somebody wants to register. */
export default function RegisterPanel({ onCancel }: { onCancel: () => void }) {
  const [step, setStep] = useState<1 | 2>(1);
  const [captcha, setCaptcha] = useState<string | null>(null);
  const [captchaRound, setCaptchaRound] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, control, formState } = useForm({
    resolver: standardSchemaResolver(RegisterForm),
    mode: "onChange",
    defaultValues: { username: "", email: "", password: "", retype: "" },
  });
  const typed = useWatch({ control });
  const username = (typed.username ?? "").trim();
  const email = (typed.email ?? "").trim();

  const isUsernameFine = checkUsername(username).ok;
  const isEmailFine = checkEmail(email).ok;
  const usernameFree = useAvailability("checkUsername", isUsernameFine ? username : null);
  const emailFree = useAvailability("checkEmail", isEmailFine ? email : null);
  const canGoOn = usernameFree.state === "available" && emailFree.state === "available";

  const password = typed.password ?? "";
  const retype = typed.retype ?? "";
  const passwordError = retype !== "" && password.length < passwordMinimum ? "8 character minimum" : null;
  const retypeError =
    retype !== "" && !passwordError && retype !== password && retype.length >= password.length
      ? errorCatalogue["password-mismatch"].message
      : null;

  const submit = handleSubmit(async (form) => {
    if (!captcha) return;
    setFailure(null);
    const body: RegisterInput = {
      username: form.username.trim(),
      email: form.email.trim(),
      password: form.password,
      retype: form.retype,
      captcha,
      referral: new URLSearchParams(window.location.search).get("id"),
    };
    try {
      await callApi("/api/users/register", { answer: SessionView, body });
      enter();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "Unknown error");
      // A captcha counts once: the next attempt needs another.
      setCaptcha(null);
      setCaptchaRound((round) => round + 1);
    }
  });

  return (
    <section aria-labelledby="register-title" className="w-full max-w-sm">
      <h2 id="register-title" className="display text-28">
        Register
      </h2>
      <p className="mb-5 text-14 text-ink-3">Step {step} of 2</p>
      <form onSubmit={(event) => void submit(event)} noValidate>
        {step === 1 ? (
          <>
            <Field
              label="Username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              {...register("username", { onBlur: usernameFree.check })}
              error={
                username !== "" && !isUsernameFine
                  ? errorCatalogue["username-invalid"].message
                  : usernameFree.state === "taken"
                    ? errorCatalogue["username-taken"].message
                    : null
              }
              hint="Letters of any script, digits, spaces, dots and underscores"
              end={<AvailabilityMark state={usernameFree.state} />}
            />
            <Field
              label="Email"
              type="email"
              autoComplete="email"
              inputMode="email"
              maxLength={254}
              {...register("email", { onBlur: emailFree.check })}
              error={
                email.includes("@") && !isEmailFine && !/@[^@.]*\.?$/.test(email)
                  ? errorCatalogue["email-invalid"].message
                  : emailFree.state === "taken"
                    ? errorCatalogue["email-taken"].message
                    : null
              }
              hint="We send one message to confirm it"
              end={<AvailabilityMark state={emailFree.state} />}
            />
          </>
        ) : (
          <>
            <Field
              label="Password"
              type="password"
              autoComplete="new-password"
              maxLength={128}
              {...register("password")}
              error={passwordError}
            />
            <Field
              label="Confirm password"
              type="password"
              autoComplete="new-password"
              maxLength={128}
              {...register("retype")}
              error={retypeError}
            />
            <Suspense fallback={<Skeleton className="h-12 w-full" />}>
              <Captcha key={captchaRound} onSolved={setCaptcha} />
            </Suspense>
          </>
        )}
        <div className="mt-2 flex gap-3">
          <Button tone="quiet" onClick={onCancel}>
            Cancel
          </Button>
          {step === 1 ? (
            <Button tone="solid" className="grow" disabled={!canGoOn} onClick={() => setStep(2)}>
              Next
            </Button>
          ) : (
            <Button
              type="submit"
              tone="solid"
              className="grow"
              disabled={!formState.isValid || !captcha || !canGoOn}
              isBusy={formState.isSubmitting}
            >
              Register
            </Button>
          )}
        </div>
      </form>
      <div aria-live="assertive" className="mt-3 min-h-11">
        {failure && <Toast type="error" message={failure} onClose={() => setFailure(null)} />}
      </div>
    </section>
  );
}

function AvailabilityMark({ state }: { state: Availability }) {
  if (state === "checking") return <BusyTicks />;
  if (state !== "available") return null;
  return (
    <span className="text-green">
      <Check aria-hidden="true" className="size-5" />
      <span className="sr-only">Available</span>
    </span>
  );
}
