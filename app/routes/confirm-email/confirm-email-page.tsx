import { useState } from "react";
import { ApiFailure, callApi } from "#app/api-client.ts";
import { confirmEmailChangeCall, stopEmailChangeCall } from "#app/domains/people/accounts/calls/accounts.ts";
import type { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import type { EmailLinkView } from "#app/domains/people/accounts/contract/security.ts";
import { Button } from "#app/ui/button.tsx";
import { deadLinkTitle, LinkOutcome } from "../landing/link-outcome.tsx";
import { errorMessage, FormFailure } from "../landing/panel.tsx";
import { PlainPage } from "../landing/plain-page.tsx";

const home = { path: "/", words: "Go to Cue" };

const calls = { confirm: confirmEmailChangeCall, stop: stopEmailChangeCall };
type Choice = keyof typeof calls;

/**
 * One side of a change of address confirms it; the old one may also refuse. `link` is null where it is no longer valid.
 */
export function ConfirmEmailPage({ token, link }: { token: string; link: EmailLinkView | null }) {
  const [isDead, setDead] = useState(link === null);
  const [notice, setNotice] = useState<NoticeView | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<Choice | null>(null);

  const choose = async (choice: Choice) => {
    setBusy(choice);
    setFailure(null);
    try {
      setNotice(await callApi(calls[choice], { token }));
    } catch (error) {
      if (error instanceof ApiFailure && error.code === "link-used") setDead(true);
      else setFailure(errorMessage(error));
    } finally {
      setBusy(null);
    }
  };

  if (notice) {
    return (
      <LinkOutcome title={notice.type === "confirm" ? "Done" : "One more step"} next={home}>
        {notice.message}
      </LinkOutcome>
    );
  }
  if (isDead || link === null) {
    return (
      <LinkOutcome title={deadLinkTitle} next={home}>
        It was already used, it is older than a day, or the change was cancelled or requested again.
      </LinkOutcome>
    );
  }
  const isOld = link.side === "old";
  return (
    <PlainPage title={isOld ? "Change your email address?" : "Is this your address?"}>
      <p className="max-w-[60ch] text-16 text-ink-2">
        The email address of <bdi className="font-semibold text-ink">{link.username}</bdi> will change to{" "}
        <strong className="font-semibold text-ink">{link.email}</strong>.
      </p>
      <p className="mt-2 max-w-[60ch] text-16 text-ink-2">
        {isOld
          ? "If you did not ask for this, cancel the change and choose a new password: someone else knows yours."
          : "Confirm only if you asked for this. The change takes effect once you confirm it from the old address too."}
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button
          tone="solid"
          isBusy={busy === "confirm"}
          disabled={busy !== null}
          onClick={() => void choose("confirm")}
        >
          {isOld ? "Confirm Change" : "Confirm Address"}
        </Button>
        {isOld && (
          <Button
            tone="danger"
            isBusy={busy === "stop"}
            disabled={busy !== null}
            onClick={() => void choose("stop")}
          >
            Cancel Change
          </Button>
        )}
      </p>
      <div className="w-full max-w-sm">
        <FormFailure failure={failure} onClose={() => setFailure(null)} />
      </div>
    </PlainPage>
  );
}
