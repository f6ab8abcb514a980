import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";

/** The valid form of `id` in an address: anything else is not one of our ids, and would only make registration fail. */
export function readReferral(id: string | null): string | null {
  return id !== null && /^[\w-]{1,64}$/.test(id) ? id : null;
}

const Kept = z.object({ id: z.string(), username: z.nullable(z.string()) });

/** The referrer of this visitor: `username` where the server knows them. */
export type Referral = z.infer<typeof Kept>;

const key = "cue:referral";
const never = () => () => {};

/**
 * Stores the person in the address for the lifetime of the tab: through reloads, other pages and back. The newest
 * invitation counts.
 */
export function keepReferral(id: string | null, inviter: PersonView | null): void {
  const named = readReferral(id);
  if (named === null) return;
  const referral: Referral = { id: named, username: inviter?.username ?? null };
  try {
    sessionStorage.setItem(key, JSON.stringify(referral));
  } catch {
    // Without storage the address itself still has it.
  }
}

/** The referral was used for an account. */
export function forgetReferral(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function parseKept(text: string): Referral | null {
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Returns the referrer of this visitor: from the address, otherwise as stored; null on the server where the address has
 * none.
 */
export function useReferral(id: string | null, inviter: PersonView | null): Referral | null {
  const kept = useSyncExternalStore(never, readKept, () => null);
  const named = readReferral(id);
  if (named !== null) return { id: named, username: inviter?.username ?? null };
  return kept === null ? null : parseKept(kept);
}
