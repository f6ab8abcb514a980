import type { Refusal } from "#app/errors.ts";

/**
 * Operators suspend anybody but each other and themselves; whoever holds the key of the instance (nobody is signed
 * in) suspends anybody.
 */
export function canSuspend(
  user: { isOperator: boolean },
  operator: { id: string } | null,
): { ok: true } | Refusal {
  return operator !== null && user.isOperator ? { ok: false, code: "operator-protected" } : { ok: true };
}
