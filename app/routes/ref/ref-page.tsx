import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { setReferralCall } from "#app/domains/people/people/calls/referrals.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { ReferralView } from "#app/domains/people/people/contract/referrals.ts";
import { Button } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { Referrals } from "../settings-profile/referrals.tsx";

interface RefPageProps {
  userId: string;
  referrer: PersonView | null;
  referralCount: number;
  /** The owner of the link that was opened, while this user has no referrer yet. */
  inviter: PersonView | null;
}

/** One's own link, how many people it referred, and who referred oneself. */
export function RefPage({ userId, inviter, ...known }: RefPageProps) {
  const [referral, setReferral] = useState<ReferralView>(known);
  return (
    <main id="main" className="mx-auto w-full max-w-3xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <h1 className="display mb-6 text-44">Invite People to Cue</h1>
      {inviter && referral.referrer === null && <Invitation from={inviter} onConfirm={setReferral} />}
      <Referrals
        userId={userId}
        referrer={referral.referrer}
        count={referral.referralCount}
        onReferrer={setReferral}
      />
    </main>
  );
}

/** The link was opened by a user who already has an account: they can still name its owner as their referrer. */
function Invitation({ from, onConfirm }: { from: PersonView; onConfirm: (referral: ReferralView) => void }) {
  const { isBusy, run } = useWork(showFailure);
  const confirm = () =>
    run(async () => {
      const body = { user: from.id };
      onConfirm(await callApi(setReferralCall, body));
    });
  return (
    <section
      aria-label="Invitation"
      className="mb-8 flex flex-wrap items-center gap-4 border-y border-tick py-4"
    >
      <Picture src={from.profile} name={from.username} className="size-14" />
      <p className="min-w-0 grow basis-48 text-16 text-ink-2">
        This is the link of <bdi className="font-semibold text-ink">{from.username}</bdi>. Did they invite
        you? You can only answer once.
      </p>
      <Button tone="solid" isBusy={isBusy} onClick={() => void confirm()}>
        Yes, They Did
      </Button>
    </section>
  );
}
