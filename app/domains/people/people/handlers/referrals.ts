import { type Served, serve } from "#workers/api/serve.ts";
import { keepReferralCall } from "../../accounts/calls/referrals.ts";
import { ReferralInput } from "../../accounts/contract/settings.ts";
import { keepReferral } from "../../accounts/referrals.server.ts";
import { setReferralCall } from "../calls/referrals.ts";
import { setReferral } from "../referrals.server.ts";

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
