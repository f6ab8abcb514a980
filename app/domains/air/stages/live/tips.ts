/** Tips in a room: who may give one, and how it is shown. Pure: no clock and no I/O. */

import type { TipNews } from "#app/domains/value/tokens/port.ts";
import type { Refusal } from "#app/errors.ts";
import type { Restriction } from "./moderation-rules.ts";
import type { TipMessage } from "./protocol.ts";

/** The name under which a tip is shown whose sender hides theirs, or has no account any more. */
export const hiddenTipper = "Anonymous";

/**
 * Decides the recipient of a tip, whatever the page was about to show: `heard` performs at this moment of the sound
 * (null: no one). `named` is whom the page named.
 */
export function decideTip(input: {
  heard: string | null;
  named: string;
  userId: string;
  /** Blocked by the owner of this profile. */
  isBlocked: boolean;
  /** The sender's restriction in this stage's chat. */
  restriction: Restriction | undefined;
  now: number;
}): { ok: true; performerId: string } | Refusal {
  const { heard, named, userId, isBlocked, restriction, now } = input;
  const isRestricted = restriction !== undefined && (restriction.until === null || restriction.until > now);
  if (isBlocked || isRestricted) return { ok: false, code: "not-welcome" };
  if (heard === null) return { ok: false, code: "not-live" };
  if (heard !== named) return { ok: false, code: "performer-changed" };
  if (heard === userId) return { ok: false, code: "tip-self" };
  return { ok: true, performerId: heard };
}

/** The row of the chat. Of a hidden tip nothing says whose it is. */
export function toTipMessage({ tip, at, amount, from, to, isHidden, place }: TipNews): TipMessage {
  return {
    _id: tip,
    time: at,
    mediaAt: place.mediaAt,
    fromUsername: isHidden ? hiddenTipper : from.username,
    fromId: isHidden ? "" : from.userId,
    fromBadge: isHidden ? null : from.badge,
    toUsername: to.username,
    toId: to.userId,
    toBadge: to.badge,
    amount,
  };
}
