import { defineCall } from "#app/call.ts";
import { ClaimedView, ClaimsView } from "../contract/tokens.ts";

export const checkClaimedTokensCall = defineCall("GET", "/sharedSecrets/checkClaimedTokens", {
  who: "user",
  answer: ClaimsView,
});

export const claimTokensCall = defineCall("GET", "/sharedSecrets/claimTokens", {
  who: "user",
  answer: ClaimedView,
  changesState: true,
});
