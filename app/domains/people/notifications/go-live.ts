/** Decides which changes on air to report: whether a performer, or a stage, has gone live. */

import { profilePath, stagePath } from "#app/paths.ts";
import type { NewNotice } from "./contract.ts";

/** Maximum time off the air for the same broadcast: an encoder that reconnects is not announced again. */
export const sameLiveMs = 10 * 60_000;
/**
 * Maximum connection time on a profile: a stream that was connected for longer comes from a stage, where it was
 * announced.
 */
const freshConnectionMs = 60_000;

/** The last performer on air here, and the end. */
export interface WasLive {
  performerId: string | null;
  setId: string | null;
  until: number;
}

/** Null: no one is notified. */
export function decideGoLive(input: {
  kind: "stage" | "profile";
  was: WasLive | null;
  is: { performerId: string | null; setId: string | null };
  /** Time since the encoder connected, or null where that is not known. */
  connectedMs: number | null;
  now: number;
}): { performer: boolean; stage: boolean } | null {
  const { kind, was, is, connectedMs, now } = input;
  const isRecent = was !== null && now - was.until < sameLiveMs;
  const isSameSet = was !== null && is.setId !== null && was.setId === is.setId;
  const isSamePerformer = is.performerId === was?.performerId;
  const comesFromStage = kind === "profile" && connectedMs !== null && connectedMs > freshConnectionMs;
  const performer =
    is.performerId !== null && !isSameSet && !(isRecent && isSamePerformer) && !comesFromStage;
  const stage = kind === "stage" && !isRecent && !isSameSet;
  return performer || stage ? { performer, stage } : null;
}

/** The announced facts about what has gone live. */
export interface LiveNews {
  /** Announced once per person and broadcast. */
  broadcastId: string;
  /** Null where the performer is not announced: no followers are notified. */
  performer: { id: string; username: string } | null;
  /** The stage where it is heard, and whether its subscribers are notified; null for a profile. */
  stage: { id: string; name: string; isTold: boolean } | null;
  at: number;
}

/** The notice for a follower of the performer, or for a subscriber of the stage. */
export function liveNotice({ broadcastId, performer, stage, at }: LiveNews, isFollower: boolean): NewNotice {
  const forFollower = isFollower && performer !== null;
  const place = stage === null ? "" : ` on ${stage.name}`;
  const guest = performer === null ? "" : ` with ${performer.username}`;
  const group = forFollower ? `live/performer/${performer.id}` : `live/stage/${stage?.id}`;
  return {
    kind: forFollower ? "performer-live" : "stage-live",
    title: (forFollower ? performer.username : stage?.name) ?? "Live now",
    message: forFollower ? `${performer.username} is live${place}.` : `${stage?.name} is live${guest}.`,
    at,
    key: `live/${broadcastId}`,
    about: performer?.id ?? null,
    isRecorded: true,
    url: stage !== null ? stagePath(stage.id) : performer !== null ? profilePath(performer.id) : "/",
    group,
    unlessTold: { keys: [group], perMs: sameLiveMs },
  };
}
