import clsx from "clsx";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import {
  cancelEmailChangeCall,
  requestEmailChangeCall,
} from "#app/domains/people/accounts/calls/security.ts";
import { EmailView } from "#app/domains/people/accounts/contract/security.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { PasswordField } from "../landing/password-field.tsx";
import { UnverifiedBanner } from "../settings-profile/unverified-banner.tsx";
import { useCanSendEmail } from "../shell/viewer.ts";
import { TaskForm, Tasks, useTask } from "./tasks.tsx";

export function EmailSection({ view }: { view: EmailView }) {
  const canSendEmail = useCanSendEmail();
  return (
    <Section
      title="Email Address"
      intro={
        canSendEmail
          ? "Used to log in, recover your account and receive the emails you choose."
          : "Used to log in."
      }
    >
      <p className="text-20">{view.email}</p>
      {view.emailVerified ? (
        <p className="mt-1 flex items-center gap-2 text-14 text-ink-2">
          <Lamp tone="green" />
          Verified
        </p>
      ) : (
        <UnverifiedBanner email={view.email} />
      )}
      {view.pending && <PendingChange email={view.email} pending={view.pending} />}
      {canSendEmail ? (
        <Tasks
          tasks={[
            {
              label: view.pending ? "Use a Different Address" : "Change Address",
              form: (close) => <ChangeEmailForm onClose={close} />,
            },
          ]}
        />
      ) : (
        <p className="mt-4 max-w-[60ch] text-14 text-ink-3">
          You cannot change your address, because this site does not send email to confirm it.
        </p>
      )}
    </Section>
  );
}

/** A pending change: who has confirmed, who has not, and how to cancel it. */
function PendingChange({ email, pending }: { email: string; pending: NonNullable<EmailView["pending"]> }) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await callApi(cancelEmailChangeCall);
      await revalidate();
      showToast("confirm", "Your email address has not been changed.");
    } catch (error) {
      showFailure(error);
      setBusy(false);
    }
  };
  return (
    <div className="mt-4 border-l-2 border-amber bg-raised px-4 py-3">
      <p className="text-16 text-ink">
        Changes to <strong className="font-semibold">{pending.email}</strong> once both addresses are
        confirmed
      </p>
      <ul className="mt-2 space-y-1">
        <Agreement address={email} hasAgreed={pending.isOldConfirmed} />
        <Agreement address={pending.email} hasAgreed={pending.isNewConfirmed} />
      </ul>
      <p className="mt-2 text-14 text-ink-3">
        We sent a link to both. The links work until <LocalTime at={pending.expiresAt} shape="day-clock" />.
      </p>
      <Button className="mt-3" isBusy={isBusy} onClick={() => void cancel()}>
        Cancel Change
      </Button>
    </div>
  );
}

function Agreement({ address, hasAgreed }: { address: string; hasAgreed: boolean }) {
  return (
    <li className="flex items-baseline gap-2 text-14 text-ink-2">
      <Lamp tone={hasAgreed ? "green" : "amber"} />
      <span className="min-w-0">
        {address}: <span className={clsx(hasAgreed && "text-ink")}>{hasAgreed ? "agreed" : "not yet"}</span>
      </span>
    </li>
  );
}

function ChangeEmailForm({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { form, isBusy, refusal, run } = useTask({
    "email-invalid": "email",
    "email-taken": "email",
    "wrong-password": "password",
  });
  const send = () =>
    run(async () => {
      const body = { email: email.trim(), password };
      await callApi(requestEmailChangeCall, body);
      await revalidate();
      showToast("confirm", "We sent a link to both addresses.");
      onClose();
    });
  return (
    <TaskForm
      form={form}
      action="Send Links"
      canSend={email.trim() !== "" && password !== ""}
      isBusy={isBusy}
      onSend={send}
      onClose={onClose}
    >
      <p className="mb-3 text-14 text-ink-2">
        We will email a link to your old and your new address. Open both to confirm the change.
      </p>
      <Field
        className="mb-2"
        label="New email address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => {
          refusal.forget("email");
          setEmail(event.target.value);
        }}
        error={refusal.at("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          refusal.forget("password");
          setPassword(event.target.value);
        }}
        error={refusal.at("password")}
      />
    </TaskForm>
  );
}
