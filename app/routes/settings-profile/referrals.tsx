import { type SubmitEvent, useRef, useState } from "react";
import { callApi } from "#app/api-client.ts";
import { setReferralCall } from "#app/domains/people/people/calls/referrals.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { ReferralView } from "#app/domains/people/people/contract/referrals.ts";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useRefusal } from "../settings/refusal.ts";
import { useOrigin } from "../shell/viewer.ts";

/** The people the user has referred and, set once, the person who referred them. */
export function Referrals({
  userId,
  referrer,
  count,
  onReferrer,
}: {
  userId: string;
  referrer: PersonView | null;
  count: number;
  onReferrer: (referral: ReferralView) => void;
}) {
  const url = `${useOrigin()}/ref?id=${userId}`;
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Referrals"
      intro="Everyone who signs up with your link counts toward your referrals."
      end={<p className="tabular text-16 text-ink-2">{countOf(count, "Referral", "Referrals")}</p>}
    >
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 grow basis-64 truncate rounded-control border border-tick px-3 py-2.5 text-14 text-ink-2">
          {url}
        </code>
        <CopyButton text={url} copied="Referral URL copied to clipboard">
          Share
        </CopyButton>
      </div>
      <div aria-live="polite" className="mt-3">
        {referrer ? (
          <p className="text-14 text-ink-3">
            You were invited by <bdi>{referrer.username}</bdi>.
          </p>
        ) : (
          !isOpen && (
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="min-h-11 text-14 text-ink-2 underline underline-offset-4 hover:text-ink"
            >
              Submit Referral
            </button>
          )
        )}
      </div>
      {!referrer && isOpen && <ReferralForm onReferrer={onReferrer} />}
    </Section>
  );
}

function ReferralForm({ onReferrer }: { onReferrer: (referral: ReferralView) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [user, setUser] = useState("");
  const refusal = useRefusal(form, {
    "referral-unknown": "user",
    "referral-set": "user",
    "referral-circular": "user",
    "bad-input": "user",
  });
  const { isBusy, run } = useWork(refusal.tell);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (user.trim() === "") return;
    void run(async () => {
      const body = { user: user.trim() };
      onReferrer(await callApi(setReferralCall, body));
    });
  };
  return (
    <form ref={form} onSubmit={submit} className="flex max-w-lg flex-wrap items-start gap-x-3" noValidate>
      <Field
        label="Who invited you to Cue?"
        ref={focusOnce}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        value={user}
        onChange={(event) => {
          setUser(event.target.value);
          refusal.forget("user");
        }}
        error={refusal.at("user")}
        hint="Enter their username. You can only do this once"
        className="grow basis-64"
      />
      <Button type="submit" className="sm:mt-6" disabled={user.trim() === ""} isBusy={isBusy}>
        Submit Referral
      </Button>
    </form>
  );
}

/** The field is shown because it was requested. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
