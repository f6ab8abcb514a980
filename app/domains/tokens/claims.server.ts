/** What the viewer may claim. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { ClaimedView, ClaimsView } from "./contract/tokens.ts";

/** Throws `authorization`. */
export async function checkClaims(ctx: AppContext): Promise<ClaimsView> {
  requireViewer(ctx);
  return { hasClaimed: false, claimed: 0, claimable: 0, waiting: 0, nextAt: null, claims: [] };
}

/** Throws `authorization`, `wallet-frozen`. */
export async function claimTokens(ctx: AppContext): Promise<ClaimedView> {
  requireViewer(ctx);
  return { claimed: 0, balance: 0, claims: [] };
}
