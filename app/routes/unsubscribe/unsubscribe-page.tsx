import { useState } from "react";
import { callApi } from "#app/api-client.ts";
import { unsubscribeMailCall } from "#app/domains/people/notifications/calls.ts";
import { UnsubscribeView } from "#app/domains/people/notifications/contract.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { LinkOutcome } from "../landing/link-outcome.tsx";
import { errorMessage, FormFailure } from "../landing/panel.tsx";
import { PlainPage } from "../landing/plain-page.tsx";

const settings = { path: "/settings/notification", words: "Notification Settings" };

/** A button that turns off what an email's link is about. `link` is null where it is not one of ours, or incomplete. */
export function UnsubscribePage({ token, link }: { token: string; link: UnsubscribeView | null }) {
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { isBusy, run } = useWork((error) => setFailure(errorMessage(error)));

  const end = () =>
    run(async () => {
      setFailure(null);
      await callApi(unsubscribeMailCall, { token });
      setDone(true);
    });

  if (link === null) {
    return (
      <LinkOutcome title="This link is incomplete" next={settings}>
        Open it from the email again, or choose your notifications in Settings.
      </LinkOutcome>
    );
  }
  const isAll = link.toggle === "emailNotifications";
  // A link of an older email turns off the notices of a kind, and not only their emails.
  const isMail = isAll || link.toggle.endsWith("Mails");
  if (isDone) {
    return (
      <LinkOutcome title="Done" next={settings}>
        {isAll
          ? "You will no longer get notifications by email. Emails that keep your account safe are still sent."
          : isMail
            ? `You will no longer get “${link.name}” by email. You still get these notifications on Cue.`
            : `You will no longer get “${link.name}”, by email or on Cue.`}
      </LinkOutcome>
    );
  }
  return (
    <PlainPage
      title={
        isAll
          ? "Stop notifications by email?"
          : isMail
            ? `Stop “${link.name}” by email?`
            : `Stop “${link.name}”?`
      }
    >
      <p className="max-w-[60ch] text-16 text-ink-2">
        {isAll
          ? "You still get notifications on Cue. Emails that keep your account safe are still sent."
          : isMail
            ? "You still get these notifications on Cue and on your devices. Nothing else changes."
            : "You will not get these notifications anywhere: by email, on your devices or on Cue. Nothing else changes."}
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button tone="solid" isBusy={isBusy} onClick={() => void end()}>
          Unsubscribe
        </Button>
        <a href={settings.path} className={buttonClass("bare")}>
          {settings.words}
        </a>
      </p>
      <div className="w-full max-w-sm">
        <FormFailure failure={failure} onClose={() => setFailure(null)} />
      </div>
    </PlainPage>
  );
}
