import type { AppContext } from "#app/context.ts";
import { isTimeZone } from "#app/domains/base/time/time-zone.ts";
import { AppError } from "#app/errors.ts";
import { requireViewer } from "../accounts/guards.ts";
import { findUser } from "../accounts/queries/accounts.ts";
import type { NotificationSettingsView, QuietHours, QuietHoursInput } from "./contract.ts";
import { findQuietHours, saveQuietHours } from "./queries/notifications.ts";

/** The viewer's notification settings, except the toggles. Throws `authorization`. */
export async function getNotificationSettings(
  ctx: Pick<AppContext, "config" | "db" | "viewer">,
): Promise<NotificationSettingsView> {
  const { id } = requireViewer(ctx);
  const [user, quiet] = await Promise.all([findUser(ctx.db, id), findQuietHours(ctx.db, id)]);
  return {
    pushKey: ctx.config.pushKey,
    quietHours: quiet && { from: quiet.fromMinute, to: quiet.toMinute, timeZone: quiet.timeZone },
    hasVerifiedEmail: user?.emailVerifiedAt != null,
  };
}

/** Throws `authorization`, `bad-input` for an unknown time zone. */
export async function setQuietHours(
  ctx: Pick<AppContext, "db" | "viewer">,
  { quietHours }: QuietHoursInput,
): Promise<{ quietHours: QuietHours | null }> {
  const { id } = requireViewer(ctx);
  if (quietHours !== null && !isTimeZone(quietHours.timeZone)) throw new AppError("bad-input");
  await saveQuietHours(
    ctx.db,
    id,
    quietHours && { fromMinute: quietHours.from, toMinute: quietHours.to, timeZone: quietHours.timeZone },
  );
  return { quietHours };
}
