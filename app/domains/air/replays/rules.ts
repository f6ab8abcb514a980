/** Rights to hear a replay, download it and see it in a feed: the one rule behind every address. */
import type { ReplayVisibility } from "#app/domains/people/people/contract/my-profile.ts";

/** Time for which a replay with the visibility `day` stays after its end. */
export const dayMs = 24 * 3_600_000;
/** Time for which its owner can show a finished replay again after choosing `never`; then it is deleted. */
export const withdrawnMs = 7 * dayMs;

export interface ReplayFacts {
  status: "planned" | "recording" | "ready" | "deleted";
  visibility: ReplayVisibility;
  mayDownload: boolean;
  isInFeed: boolean;
  /** Null while it is on air. */
  endedAt: number | null;
  changedAt: number;
  /** `none`: on an on-demand stage whose managers named no one. `gone`: banned, or their account was deleted. */
  performer: "present" | "none" | "gone";
  /** Null where it was on air on the performer's profile. */
  stage: { isKeepingReplays: boolean; isDeleted: boolean } | null;
}

export interface ReplayAccess {
  mayHear: boolean;
  mayDownload: boolean;
  mayBeInFeed: boolean;
}

const nothing: ReplayAccess = { mayHear: false, mayDownload: false, mayBeInFeed: false };

/** Decides a viewer's rights to a replay at `now`. While it is on air its visibility applies in the same way. */
export function decideAccess(
  facts: ReplayFacts,
  { isOwner }: { isOwner: boolean },
  now: number,
): ReplayAccess {
  if (!isThere(facts) || isOver(facts, now)) return nothing;
  const isForOwner = facts.visibility === "me" || isWithheld(facts);
  const mayHear = isOwner || !isForOwner;
  if (!mayHear) return nothing;
  // A recording that goes on is not a file to keep.
  const isComplete = facts.status === "ready";
  return {
    mayHear,
    mayDownload: isComplete && (isOwner || facts.mayDownload),
    mayBeInFeed: isComplete && facts.isInFeed && !isForOwner,
  };
}

/** Whether everyone may hear it. */
export const isPublic = (facts: ReplayFacts, now: number): boolean =>
  decideAccess(facts, { isOwner: false }, now).mayHear;

/**
 * Whether it may be sent to an account of its performer's own on another service. That is the performer's wish, so it
 * does not matter who may hear it here: `me` may be sent too. What is deleted, over or kept nowhere may not.
 */
export const maySendElsewhere = (facts: ReplayFacts, now: number): boolean =>
  facts.status === "ready" &&
  facts.performer === "present" &&
  isThere(facts) &&
  !isWithheld(facts) &&
  !isOver(facts, now);

/** Facts that decide how long a replay stays. `changedAt`: when its rights were changed last, epoch ms. */
export type ReplayStay = Pick<ReplayFacts, "visibility" | "endedAt"> & { changedAt: number };

/** Returns the time until which it stays, epoch ms; null: until it is deleted, or (`day`) while it is still on air. */
export function availableUntil({ visibility, endedAt, changedAt }: ReplayStay): number | null {
  if (endedAt === null) return null;
  if (visibility === "never") return changedAt + withdrawnMs;
  return visibility === "day" ? endedAt + dayMs : null;
}

/** Whether its time has passed, so that it is to be deleted. */
export function isOver(stay: ReplayStay, now: number): boolean {
  const until = availableUntil(stay);
  return until !== null && now >= until;
}

/** Its stage keeps nothing any more: what was recorded before is there for its performer alone. */
const isWithheld = ({ stage }: ReplayFacts) => stage !== null && !stage.isKeepingReplays;

function isThere({ status, visibility, performer, stage }: ReplayFacts): boolean {
  if (status === "planned" || status === "deleted" || visibility === "never") return false;
  if (performer === "gone") return false;
  // What a performer played on a stage that was deleted since is still theirs.
  return performer === "present" || stage?.isDeleted !== true;
}
