import { type SubmitEvent, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { cleanParagraphs } from "#app/domains/base/text/clean.ts";
import { submitFeedbackCall } from "#app/domains/people/accounts/calls/accounts.ts";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { SettingsPage } from "../settings/settings-page.tsx";

/** The limit of `FeedbackInput`. */
const longest = 4_000;

export function FeedbackPage() {
  const [message, setMessage] = useState("");
  const { isBusy, run } = useWork(showFailure);
  const text = cleanParagraphs(message);
  const canSend = text !== "" && text.length <= longest;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!canSend) return;
    void run(async () => {
      const notice = await callApi(submitFeedbackCall, { message: text });
      setMessage("");
      showToast(notice.type, notice.message);
    });
  };

  return (
    <SettingsPage
      title="Submit Feedback"
      intro="Tell us what is missing, what is broken or what you like. The Cue team reads every message, with your name."
    >
      <form onSubmit={submit} className="mt-6">
        <TextArea
          label="Your message"
          value={message}
          limit={longest}
          rows={8}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Button type="submit" tone="solid" className="mt-2" disabled={!canSend} isBusy={isBusy}>
          Submit Feedback
        </Button>
      </form>
      <UnsavedGuard isDirty={text !== ""} />
    </SettingsPage>
  );
}
