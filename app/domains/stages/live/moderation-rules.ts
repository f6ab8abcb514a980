/** Whether a message gets through: pure, no clock and no I/O. */
import type { Refusal } from "#app/errors.ts";
import { linksIn, pathOn } from "../../text/links-in.ts";
import { holdsLink, type WordFilter } from "../blocked-words.ts";
import { type Bucket, decideSay, type SayDecision } from "./rules.ts";

/** Someone may not write until then; null: until it is lifted. */
export interface Restriction {
  until: number | null;
}

interface Said {
  text: string;
  canWrite: boolean;
  /** By whose profile this is. */
  isBlocked: boolean;
  /** Nothing that managers have set holds for themselves. */
  isManager: boolean;
  /** Whose set is on air may answer as fast as they are asked. */
  isOnAir: boolean;
  restriction: Restriction | undefined;
  settings: { slowSeconds: number; hasLinks: boolean };
  /** Of this site: links to it may be said wherever one may write. */
  origin: string;
  holdsBlockedWord: WordFilter;
  /** The budgets of the writer and of the room, or null where nothing was said yet. */
  user: Bucket | null;
  room: Bucket | null;
  /** One more text to be compared with lists: refuses where this writer's texts came too fast. */
  takeComparison: () => { ok: true } | Refusal;
  now: number;
}

/**
 * Whether a message may be said now, as `decideSay` answers. What is cheap is asked first: whether they may write at
 * all, how long the text is and how fast it comes. Only what is left is compared with words and addresses, which costs
 * time for each. Refuses with `chat-banned`, `chat-timeout` and `slow-mode` (both with the wait), with what `decideSay`
 * refuses, `chat-word` or `chat-links`.
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

/** Whether a text holds an address of another site, also one that is hidden in the path of one of this. */
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
