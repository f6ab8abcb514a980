import type { NoticeKind } from "#app/domains/notifications/contract.ts";
import { quietUntil } from "#app/domains/notifications/quiet-hours.ts";
import type { Situation } from "#app/domains/notifications/rules.ts";
import type { Recipient } from "#db/queries/notifications.ts";
import { defaultToggles } from "#db/queries/toggles.ts";
import { canSendEmail } from "../carry-mail.ts";

/**
 * The data that decides about a notice for this user now. A deleted or suspended account has no device and no address.
 */
export function situationOf(
  kind: NoticeKind,
  recipient: Recipient | undefined,
  { env, hasOpenPage }: { env: Env; hasOpenPage: () => boolean },
  now: number,
): Situation {
  const quiet = recipient?.quietHours;
  return {
    kind,
    toggles: recipient?.toggles ?? defaultToggles,
    canBeMailed: canSendEmail(env) && (recipient?.hasVerifiedEmail ?? false),
    devices: env.CUE_PUSH_KEY ? (recipient?.subscriptions.length ?? 0) : 0,
    hasOpenPage: hasOpenPage(),
    quietUntil: quiet
      ? quietUntil({ from: quiet.fromMinute, to: quiet.toMinute, timeZone: quiet.timeZone }, now)
      : null,
    now,
  };
}
