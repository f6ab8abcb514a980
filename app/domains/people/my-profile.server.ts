import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findProfile, type ProfileRow } from "#db/queries/people.ts";
import { getOwnPart } from "#db/queries/profile.ts";
import { requireViewer } from "../accounts/guards.ts";
import { usernameChangeableAt } from "../accounts/rules.ts";
import type { MyProfileView } from "./contract/my-profile.ts";
import { presentProfile } from "./present-profile.server.ts";
import { toPersonView } from "./views.ts";

/** The viewer's own profile. Throws `authorization`. */
export async function openMyProfile(ctx: AppContext): Promise<MyProfileView> {
  const row = await findProfile(ctx.db, { id: requireViewer(ctx).id });
  if (row === undefined) throw new AppError("authorization");
  return presentMyProfile(ctx, row);
}

/** The viewer's own profile from its row. Callers have checked that it is the viewer's. */
export async function presentMyProfile(ctx: AppContext, row: ProfileRow): Promise<MyProfileView> {
  const [view, own] = await Promise.all([presentProfile(ctx, row), getOwnPart(ctx.db, row.id)]);
  return {
    ...view,
    email: own.email,
    emailVerified: own.emailVerifiedAt !== null,
    badgeDisplayChat: row.badgeDisplayChat,
    disableDMs: row.disableDms,
    hideFollowsPlayer: row.hideFollowsPlayer,
    referrer: own.referrer && toPersonView(own.referrer),
    referralCount: own.referralCount,
    usernameChangeableAt: usernameChangeableAt(row),
  };
}
