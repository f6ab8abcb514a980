import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { PersonView } from "#app/domains/people/contract/people.ts";

/** What an address may say in `id`: anything else is no id of ours, and would only make registration fail. */
export function readReferral(id: string | null): string | null {
  return id !== null && /^[\w-]{1,64}$/.test(id) ? id : null;
}

const Kept = z.object({ id: z.string(), username: z.nullable(z.string()) });

/** Who sent this visitor: `username` where the server knows them. */
export type Referral = z.infer<typeof Kept>;

const key = "cue:referral";
const never = () => () => {};

/**
 * Keeps the person the address names for as long as the tab lives: through reloads, other pages and back. The newest
 * invitation counts.
 */
export function keepReferral(id: string | null, inviter: PersonView | null): void {
  const named = readReferral(id);
  if (named === null) return;
  const referral: Referral = { id: named, username: inviter?.username ?? null };
  try {
    sessionStorage.setItem(key, JSON.stringify(referral));
  } catch {
    // Without storage the address itself still says it.
  }
}

/** It has brought its account. */
export function forgetReferral(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
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

/** Who sent this visitor: by the address, else as it was kept; null on the server where the address says nothing. */
export function useReferral(id: string | null, inviter: PersonView | null): Referral | null {
  const kept = useSyncExternalStore(never, readKept, () => null);
  const named = readReferral(id);
  if (named !== null) return { id: named, username: inviter?.username ?? null };
  return kept === null ? null : parseKept(kept);
}
