import { defineCall, takes } from "#app/call.ts";
import type { ReferralInput } from "../../accounts/contract/settings.ts";
import { ReferralView } from "../contract/referrals.ts";

export const setReferralCall = defineCall("POST", "/referrals/setReferral", {
  who: "user",
  input: takes<typeof ReferralInput>(),
  answer: ReferralView,
});
