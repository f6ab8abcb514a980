/** Whether a stage's moderation lets a message through: pure, no clock and no I/O. */
import type { Refusal } from "#app/errors.ts";
import { holdsLink, type WordFilter } from "../blocked-words.ts";

/** Somebody may not write until then; null: until it is lifted. */
export interface Restriction {
  until: number | null;
}

interface Said {
  text: string;
  /** Nothing of this is for managers. */
  isManager: boolean;
  /** Whose set is on air may answer as fast as they are asked. */
  isOnAir: boolean;
  restriction: Restriction | undefined;
  settings: { slowSeconds: number; hasLinks: boolean };
  holdsBlockedWord: WordFilter;
  /** When they last wrote here, or null. */
  lastAt: number | null;
  now: number;
}

/** Refuses with `chat-banned`, `chat-timeout` and `slow-mode` (both with the wait), `chat-word` or `chat-links`. */
export function decideModerated(said: Said): { ok: true } | Refusal {
  if (said.isManager) return { ok: true };
  const { restriction, settings, now } = said;
  if (restriction?.until === null) return { ok: false, code: "chat-banned" };
  const outMs = (restriction?.until ?? now) - now;
  if (outMs > 0) return { ok: false, code: "chat-timeout", retryAfterMs: outMs };
  const slowMs = said.isOnAir || said.lastAt === null ? 0 : said.lastAt + settings.slowSeconds * 1_000 - now;
  if (slowMs > 0) return { ok: false, code: "slow-mode", retryAfterMs: slowMs };
  if (said.holdsBlockedWord(said.text)) return { ok: false, code: "chat-word" };
  if (!settings.hasLinks && holdsLink(said.text)) return { ok: false, code: "chat-links" };
  return { ok: true };
}
