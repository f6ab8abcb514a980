import type { NoticeKind } from "#app/domains/people/notifications/contract.ts";
import type { Recipient } from "#app/domains/people/notifications/queries/notifications.ts";
import { defaultToggles } from "#app/domains/people/notifications/queries/toggles.ts";
import { quietUntil } from "#app/domains/people/notifications/quiet-hours.ts";
import type { Situation } from "#app/domains/people/notifications/rules.ts";
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
