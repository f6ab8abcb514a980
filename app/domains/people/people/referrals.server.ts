import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { ReferralInput } from "../accounts/contract/settings.ts";
import { requireViewer } from "../accounts/guards.ts";
import { requireRate } from "../accounts/rates.server.ts";
import { findReferrer } from "../accounts/referrals.server.ts";
import type { ReferralView } from "./contract/referrals.ts";
import { getOwnPart } from "./queries/profile.ts";
import { setReferrer } from "./queries/referrals.ts";
import { toPersonView } from "./views.ts";

const rate = { max: 30, perMs: 3_600_000 } as const;

/**
 * Sets, once, who referred the viewer. Throws `authorization`, `referral-unknown`, `referral-set`, `referral-circular`
 * for oneself and for a user whom oneself has referred, directly or through others, `rate-limited`.
 */
export async function setReferral(
  ctx: Pick<AppContext, "db" | "limits" | "viewer">,
  input: ReferralInput,
): Promise<ReferralView> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `referral:user:${viewer.id}`, rate);
  const referrer = await findReferrer(ctx, input.user);
  if (referrer === undefined) throw new AppError("referral-unknown");
  const isSet = await setReferrer(ctx.db, viewer.id, referrer.id);
  const own = await getOwnPart(ctx.db, viewer.id);
  if (!isSet) throw new AppError(own.referrer === null ? "referral-circular" : "referral-set");
  return { referrer: own.referrer && toPersonView(own.referrer), referralCount: own.referralCount };
}
