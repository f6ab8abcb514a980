import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import type { ReferralInput } from "../contract/settings.ts";

export const keepReferralCall = defineCall("POST", "/referrals/temporaryReferral", {
  who: "public",
  input: takes<typeof ReferralInput>(),
  answer: z.literal(true),
});
