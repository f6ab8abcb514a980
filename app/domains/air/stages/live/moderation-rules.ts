/** Whether a message is accepted: pure, no clock and no I/O. */

import { linksIn, pathOn } from "#app/domains/base/text/links-in.ts";
import type { Refusal } from "#app/errors.ts";
import { holdsLink, type WordFilter } from "../blocked-words.ts";
import { type Bucket, decideSay, type SayDecision } from "./rules.ts";

/** A person who may not write until then; null: until it is lifted. */
export interface Restriction {
  until: number | null;
}

interface Said {
  text: string;
  canWrite: boolean;
  /** Blocked by the owner of this profile. */
  isBlocked: boolean;
  /** The managers' settings do not apply to managers. */
  isManager: boolean;
  /** The performer on air may write without waiting. */
  isOnAir: boolean;
  restriction: Restriction | undefined;
  settings: { slowSeconds: number; hasLinks: boolean };
  /** The origin of this site: links to it are always allowed. */
  origin: string;
  holdsBlockedWord: WordFilter;
  /** The budgets of the writer and of the room, or null where nothing was sent yet. */
  user: Bucket | null;
  room: Bucket | null;
  /** Counts one more comparison of a text with lists: refuses where this writer's texts came too fast. */
  takeComparison: () => { ok: true } | Refusal;
  now: number;
}

/**
 * Whether a message may be sent now, in the form of `decideSay`. Cheap checks come first: whether they may write at
 * all, the length of the text and the rate. Only the rest is compared with words and addresses, which costs time for
 * each. Refuses with `chat-banned`, `chat-timeout` and `slow-mode` (both with the wait), the codes of `decideSay`,
 * `chat-word` or `chat-links`.
 */
export function decideMessage(said: Said): SayDecision {
  const permitted = decidePermitted(said);
  if (!permitted.ok) return permitted;
  const decision = decideSay(said);
  if (!decision.ok || said.isManager) return decision;
  const comparison = said.takeComparison();
  if (!comparison.ok) return comparison;
  if (said.holdsBlockedWord(decision.text)) return { ok: false, code: "chat-word" };
  if (!said.settings.hasLinks && leadsAway(decision.text, said.origin))
    return { ok: false, code: "chat-links" };
  return decision;
}

/** Whether a text contains an address of another site, including one that is hidden in the path of this site's. */
function leadsAway(text: string, origin: string): boolean {
  const parts = linksIn(text).map((part) => {
    const path = part.href === null ? null : pathOn(origin, part.href);
    return path === null ? part.text : path;
  });
  return holdsLink(parts.join(""));
}

function decidePermitted({
  isManager,
  isOnAir,
  restriction,
  settings,
  user,
  now,
}: Said): { ok: true } | Refusal {
  if (isManager) return { ok: true };
  if (restriction?.until === null) return { ok: false, code: "chat-banned" };
  const outMs = (restriction?.until ?? now) - now;
  if (outMs > 0) return { ok: false, code: "chat-timeout", retryAfterMs: outMs };
  // When they last wrote here.
  const slowMs = isOnAir || user === null ? 0 : user.at + settings.slowSeconds * 1_000 - now;
  return slowMs > 0 ? { ok: false, code: "slow-mode", retryAfterMs: slowMs } : { ok: true };
}
