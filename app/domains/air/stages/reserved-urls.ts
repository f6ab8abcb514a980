import { isReservedName } from "#app/domains/people/accounts/reserved-names.ts";
import type { Refusal } from "#app/errors.ts";
import { isIdShaped } from "#db/id-shape.ts";

/** Whether a stage may have this address: not one that looks like an id or seems official. */
export function checkCustomUrl(url: string): { ok: true } | Refusal {
  if (isIdShaped(url)) return { ok: false, code: "url-like-id" };
  return isReservedName(url) ? { ok: false, code: "url-reserved" } : { ok: true };
}
