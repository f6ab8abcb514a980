import { useState } from "react";
import { callApi } from "#app/api-client.ts";
import { unsubscribeMailCall } from "#app/domains/notifications/calls.ts";
import { UnsubscribeView } from "#app/domains/notifications/contract.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { LinkOutcome } from "../landing/link-outcome.tsx";
import { errorMessage, FormFailure } from "../landing/panel.tsx";
import { PlainPage } from "../landing/plain-page.tsx";

const settings = { path: "/settings/notification", words: "Notification Settings" };

/** One button ends what a mail's link is about. `link` is null where the link is not one of ours, or not whole. */
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
      <LinkOutcome title="This link is not whole" next={settings}>
        Please open it from the mail again, or choose in the settings what you are told about.
      </LinkOutcome>
    );
  }
  const isAll = link.toggle === "emailNotifications";
  // A link of an older mail ends the notices of a kind, and not only their mails.
  const isMail = isAll || link.toggle.endsWith("Mails");
  if (isDone) {
    return (
      <LinkOutcome title="Done" next={settings}>
        {isAll
          ? "No more mails about notices. Mails that keep your account safe still come."
          : isMail
            ? `No more mails about “${link.name}”. You still find these notices on Cue.`
            : `Nobody tells you about “${link.name}” any more, by mail or otherwise.`}
      </LinkOutcome>
    );
  }
  return (
    <PlainPage
      title={
        isAll ? "No more mails about notices?" : `No more ${isMail ? "mails " : ""}about “${link.name}”?`
      }
    >
      <p className="max-w-[60ch] text-16 text-ink-2">
        {isAll
          ? "You will still find what has happened on Cue itself, and mails that keep your account safe still come."
          : isMail
            ? "You will still find these notices on Cue and on your devices. Everything else stays as it is."
            : "This ends these notices everywhere: in mails, on your devices and on Cue. Everything else stays as it is."}
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
