import { keepReferralCall } from "#app/domains/accounts/calls/referrals.ts";
import { ReferralInput } from "#app/domains/accounts/contract/settings.ts";
import { keepReferral } from "#app/domains/accounts/referrals.server.ts";
import { setReferralCall } from "#app/domains/people/calls/referrals.ts";
import { setReferral } from "#app/domains/people/referrals.server.ts";
import { type Served, serve } from "./serve.ts";

export const referrals: readonly Served[] = [
  serve(keepReferralCall, {
    summary: "Remember for a week who referred this visitor.",
    input: ReferralInput,
    run: keepReferral,
  }),
  serve(setReferralCall, {
    summary: "Set, once, who referred the signed-in user.",
    input: ReferralInput,
    run: setReferral,
  }),
];
