import type { Refusal } from "#app/errors.ts";

/**
 * Operators suspend anyone but each other and themselves; the holder of the key of the instance (no one is signed
 * in) suspends anyone.
 */
export function canSuspend(
  user: { isOperator: boolean },
  operator: { id: string } | null,
): { ok: true } | Refusal {
  return operator !== null && user.isOperator ? { ok: false, code: "operator-protected" } : { ok: true };
}
