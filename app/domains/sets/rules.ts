import type { Refusal } from "#app/errors.ts";

export interface Slot {
  startsAt: number;
  endsAt: number;
}

const maxSlotMs = 24 * 3_600_000;

/**
 * Whether a slot can be booked beside those that are. Slots may touch: one ends as the next begins. `taken` holds
 * the sets of the stage and those of the performer, who cannot be in two places.
 */
export function decideBooking(slot: Slot, taken: readonly Slot[]): { ok: true } | Refusal {
  const lengthMs = slot.endsAt - slot.startsAt;
  if (!(lengthMs > 0) || lengthMs > maxSlotMs) return { ok: false, code: "bad-input" };
  const isTaken = taken.some((other) => other.startsAt < slot.endsAt && slot.startsAt < other.endsAt);
  return isTaken ? { ok: false, code: "conflict" } : { ok: true };
}
