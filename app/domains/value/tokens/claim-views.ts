import type { ClaimView } from "./contract/tokens.ts";
import type { ClaimRow } from "./queries/token-claims.ts";
import { claimState } from "./rules.ts";

export function toClaimView(claim: ClaimRow, now: number): ClaimView {
  const { id, kind, amount, createdAt, expiresAt, reason } = claim;
  return { id, kind, amount, at: createdAt, state: claimState(claim, now), expiresAt, reason };
}
