/** Rights to write to someone, and the stored form of a message: pure decisions, no clock and no I/O. */

import { cleanLine, cleanParagraphs, textLength } from "#app/domains/base/text/clean.ts";
import type { Refusal } from "#app/errors.ts";
import { messageLimits, muteHours } from "./contract.ts";

/** The relation of two people, as seen by the one who writes. */
export interface Contact {
  /** The writer has blocked the other. */
  isBlocked: boolean;
  /** The other has blocked the writer. */
  isBlockedBy: boolean;
  /** The other accepts no private messages. */
  isClosed: boolean;
  /** The other has written in this conversation, and not deleted it since. */
  hasAnswered: boolean;
}

type Verdict = { ok: true } | Refusal;

/**
 * Whether someone may write in a conversation. `others` are the other participants. Between two people, blocks and the
 * setting against private messages apply; in a larger group everyone has been admitted by all, and those who have
 * blocked each other do not see each other's messages.
 */
export function decideWrite({
  isBanned,
  others,
}: {
  isBanned: boolean;
  others: readonly Contact[];
}): Verdict {
  if (isBanned) return { ok: false, code: "banned" };
  const [only, ...more] = others;
  return only === undefined || more.length > 0 ? { ok: true } : decideContact(only);
}

/** Whether someone may add another to a conversation, or write to them alone. */
export function decideContact({ isBlocked, isBlockedBy, isClosed, hasAnswered }: Contact): Verdict {
  if (isBlocked) return { ok: false, code: "you-blocked" };
  if (isBlockedBy) return { ok: false, code: "not-welcome" };
  if (isClosed && !hasAnswered) return { ok: false, code: "dms-off" };
  return { ok: true };
}

/** Decides a removal: of more than two participants, the one who joined first may remove others; everyone may leave. */
export function decideRemove(input: {
  isSelf: boolean;
  isFirst: boolean;
  participantCount: number;
}): Verdict {
  if (input.isSelf) return { ok: true };
  if (input.participantCount <= 2) return { ok: false, code: "remove-direct" };
  return input.isFirst ? { ok: true } : { ok: false, code: "remove-not-first" };
}

/** A message as it is stored: not empty where there is no picture, and not too long. */
export function decideText(text: string, hasPicture: boolean): { ok: true; text: string } | Refusal {
  const clean = cleanParagraphs(text);
  if (clean === "" && !hasPicture) return { ok: false, code: "chat-empty" };
  if (textLength(clean) >= messageLimits.message) return { ok: false, code: "chat-too-long" };
  return { ok: true, text: clean };
}

/** A conversation's name as it is stored; null removes it. */
export function cleanName(name: string): string | null {
  const clean = longestName.exec(cleanLine(name))?.[0].trim() ?? "";
  return clean === "" ? null : clean;
}

const longestName = new RegExp(`^.{0,${messageLimits.name}}`, "u");

const hourMs = 3_600_000;

/**
 * Returns the end of a mute of this many hours (epoch ms; null: when it is turned off); undefined for a time that
 * cannot be chosen.
 */
export function muteEnd(hours: number | null, now: number): number | null | undefined {
  if (!muteHours.some((each) => each === hours)) return undefined;
  return hours === null ? null : now + hours * hourMs;
}

/** Whether the conversation is muted now. */
export function isMutedAt(mute: { isMuted: boolean; mutedUntil: number | null }, now: number): boolean {
  return mute.isMuted && (mute.mutedUntil === null || mute.mutedUntil > now);
}

/** Limits of messages in a burst, and in the long run. */
export const writeBudget = { max: 10, perMs: 5_000 } as const;

/** Limits of conversations that someone may start, and of people they may add to some. */
export const reachLimits = {
  begin: { everybody: { max: 20, perMs: hourMs }, newcomer: { max: 5, perMs: 24 * hourMs } },
  add: { everybody: { max: 60, perMs: hourMs }, newcomer: { max: 20, perMs: 24 * hourMs } },
} as const;

const newcomerLimits = {
  /** The maximum of people in a conversation that they start or add to. */
  participants: 10,
  /** An account counts as new for this long, and until its address is confirmed. */
  newMs: 24 * hourMs,
} as const;

export function isNewcomer(
  standing: { createdAt: number; emailVerifiedAt: number | null },
  now: number,
): boolean {
  return standing.emailVerifiedAt === null || now - standing.createdAt < newcomerLimits.newMs;
}

/** Whether someone may bring this many people together, including oneself. */
export function decideSize(participants: number, isByNewcomer: boolean): Verdict {
  if (participants > messageLimits.participants) return { ok: false, code: "conversation-full" };
  if (isByNewcomer && participants > newcomerLimits.participants)
    return { ok: false, code: "newcomer-limit" };
  return { ok: true };
}
