import { findTrackId } from "#app/domains/air/stages/queries/rooms.ts";
import type { Db } from "#db/client.ts";

const lookupMs = 250;

/**
 * The id of a track in D1. A new track, or one that is needed while D1 is unavailable, gets the id that every room
 * derives from its key, so that two rooms that meet it simultaneously agree.
 */
export async function resolveTrackId(db: Db, key: string): Promise<string> {
  const known = findTrackId(db, key).catch(() => undefined);
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), lookupMs));
  return (await Promise.race([known, tooLate])) ?? (await deriveTrackId(key));
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 26 characters of Crockford's alphabet, the form of the other ids. */
async function deriveTrackId(key: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
  return Array.from(digest.subarray(0, 26), (byte) => alphabet[byte % 32]).join("");
}
