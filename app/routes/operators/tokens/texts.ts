import type { ActView } from "#app/domains/value/tokens/contract/acts.ts";
import type { ClaimKind } from "#app/domains/value/tokens/rules.ts";

export const kindNames: Record<ClaimKind, string> = {
  welcome: "Welcome",
  steady: "Steady weeks",
  award: "Awards",
  referral: "Referrals",
  grant: "Grants",
  label: "Lists",
};

export const actNames: Record<ActView["kind"], string> = {
  grant: "Grant",
  label: "Grant to a list",
  freeze: "Wallet frozen",
  unfreeze: "Wallet opened again",
  hold: "Claims held",
  release: "Claims released",
  void: "Claim ended",
  "give-back": "Tip given back",
  resettle: "Wallet resettled",
};

export const waitingText = "Waiting for a second operator";
