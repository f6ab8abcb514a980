/** What of a change on air is worth telling: whether a performer, or a stage, has gone live by it. */

import { profilePath, stagePath } from "#app/paths.ts";
import type { NewNotice } from "./contract.ts";

/** Off the air for less than this it is the same going live: an encoder that comes back is not told again. */
export const sameLiveMs = 10 * 60_000;
/** On a profile a stream that was connected for longer comes from a stage, where it was told. */
const freshConnectionMs = 60_000;

/** Who was on air here last, and until when. */
export interface WasLive {
  performerId: string | null;
  setId: string | null;
  until: number;
}

/** Null: no one is told. */
export function decideGoLive(input: {
  kind: "stage" | "profile";
  was: WasLive | null;
  is: { performerId: string | null; setId: string | null };
  /** How long the encoder has been connected, or null where that is not known. */
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

/** What has gone live, as those who want to hear of it are told. */
export interface LiveNews {
  /** Told once per person and broadcast. */
  broadcastId: string;
  /** Null where it is not told of: no followers hear of it. */
  performer: { id: string; username: string } | null;
  /** Where it is heard, and whether its subscribers hear of it; null for a profile. */
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
