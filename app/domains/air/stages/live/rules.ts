/** Rights of a listener in a room: pure decisions, no clock and no I/O. */

import { cleanLine, textLength } from "#app/domains/base/text/clean.ts";
import type { Refusal } from "#app/errors.ts";
import { stageLimits } from "../contract/stages.ts";
import { socketLimits } from "./protocol.ts";

/** A budget that refills with time. `tokens` may be a fraction; `at` is when it was last counted. */
export interface Bucket {
  tokens: number;
  at: number;
}

/** The message budget of one person. */
export const userBudget = { max: socketLimits.chatBurst, perMs: socketLimits.chatPerMs };
/** The message budget of a room. */
export const roomBudget = { max: socketLimits.stageChatPerSecond, perMs: 1_000 };
/**
 * A writer who finds a room full waits at least this long: if all retried immediately, no message would be accepted.
 */
const crowdedWaitMs = 1_000;

export type SayDecision = { ok: true; text: string; user: Bucket; room: Bucket } | Refusal;

/**
 * Whether a message may be sent now. On `ok` the text is what to show and the buckets are to be stored; a refusal
 * because of the rate says how long to wait. `user` and `room` are null where nothing was sent yet.
 */
export function decideSay(input: {
  text: string;
  canWrite: boolean;
  /** Blocked by the owner of this profile. */
  isBlocked: boolean;
  user: Bucket | null;
  room: Bucket | null;
  now: number;
}): SayDecision {
  if (!input.canWrite) return { ok: false, code: "authorization" };
  if (input.isBlocked) return { ok: false, code: "not-welcome" };
  const text = cleanLine(input.text);
  if (text === "") return { ok: false, code: "chat-empty" };
  if (textLength(text) >= stageLimits.messageLength) return { ok: false, code: "chat-too-long" };
  const user = takeToken(input.user, userBudget, input.now);
  if (!user.ok) return user;
  const room = takeToken(input.room, roomBudget, input.now);
  if (!room.ok) return { ...room, retryAfterMs: Math.max(crowdedWaitMs, room.retryAfterMs ?? 0) };
  return { ok: true, text, user: user.bucket, room: room.bucket };
}

/** Whether a room can accept this many messages at this moment. */
export function hasRoomFor(count: number, room: Bucket | null, now: number): boolean {
  return tokensOf(room, roomBudget, now) >= count;
}

/**
 * The order in which messages are accepted when not all can be: everyone's first before anyone's second, and among
 * these first those who last tried longest ago (`lastAt`; 0: never), because a flood comes from those who have just
 * tried.
 */
export function inFairOrder<Said>(
  said: readonly Said[],
  writerOf: (each: Said) => string,
  lastAt: (writer: string) => number,
): Said[] {
  const writers = new Map<string, { count: number; lastAt: number }>();
  const ranked = said.map((each) => {
    const id = writerOf(each);
    const writer = writers.get(id) ?? { count: 0, lastAt: lastAt(id) };
    writers.set(id, writer);
    return { each, turn: writer.count++, lastAt: writer.lastAt };
  });
  return ranked.toSorted((a, b) => a.turn - b.turn || a.lastAt - b.lastAt).map(({ each }) => each);
}

/** One use of a budget; null is an unused budget. */
export function takeToken(
  bucket: Bucket | null,
  budget: { max: number; perMs: number },
  now: number,
): { ok: true; bucket: Bucket } | Refusal {
  const msPerToken = budget.perMs / budget.max;
  const tokens = tokensOf(bucket, budget, now);
  if (tokens >= 1) return { ok: true, bucket: { tokens: tokens - 1, at: now } };
  return { ok: false, code: "rate-limited", retryAfterMs: Math.ceil((1 - tokens) * msPerToken) };
}

/** The remaining budget; null is an unused budget. */
export function tokensOf(
  bucket: Bucket | null,
  { max, perMs }: { max: number; perMs: number },
  now: number,
): number {
  if (bucket === null) return max;
  return Math.min(max, bucket.tokens + (Math.max(0, now - bucket.at) * max) / perMs);
}

/** One cheer per listener and room within the cooldown, and only while someone performs. */
export function decideCheer(input: {
  isOnAir: boolean;
  /** Blocked by the owner of this profile. */
  isBlocked: boolean;
  lastCheerAt: number | null;
  now: number;
}): { ok: true } | Refusal {
  if (input.isBlocked) return { ok: false, code: "not-welcome" };
  if (!input.isOnAir) return { ok: false, code: "not-live" };
  const waitMs = input.lastCheerAt === null ? 0 : input.lastCheerAt + stageLimits.cheerCooldownMs - input.now;
  return waitMs > 0 ? { ok: false, code: "cheer-cooldown", retryAfterMs: waitMs } : { ok: true };
}

/** The maximum that a listener may claim to be behind the sound, ms: a little more than a room keeps of it. */
const earBehindMs = 60_000;

/** The moment in the sound that a listener reacted to, limited to plausible values. */
export function clampMediaAt(mediaAt: number | null, now: number): number {
  return mediaAt === null ? now : Math.min(now, Math.max(now - earBehindMs, mediaAt));
}
