import type { Refusal } from "#app/errors.ts";

/**
 * Operators may suspend anyone except each other and themselves; the holder of the instance's key (no one is signed in)
 * may suspend anyone.
 */
export function canSuspend(
  user: { isOperator: boolean },
  operator: { id: string } | null,
): { ok: true } | Refusal {
  return operator !== null && user.isOperator ? { ok: false, code: "operator-protected" } : { ok: true };
}
