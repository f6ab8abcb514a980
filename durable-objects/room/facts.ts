import { type AwaitedSet, findAwaited } from "#app/domains/air/media/standby.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { ScheduledSet } from "#app/domains/air/schedule/scheduled-set.ts";
import { toSetView } from "#app/domains/air/schedule/views.ts";
import { listSetsFrom } from "#app/domains/air/sets/queries/sets.ts";
import type { ChatSettings } from "#app/domains/air/stages/contract/moderation.ts";
import type { Restriction } from "#app/domains/air/stages/live/moderation-rules.ts";
import type { StageMode } from "#app/domains/air/stages/on-air.ts";
import { readModeration } from "#app/domains/air/stages/queries/moderation.ts";
import { findPlaying } from "#app/domains/air/stages/queries/playing.ts";
import { findPerformer, listBlockedIds, listSetsElsewhere } from "#app/domains/air/stages/queries/rooms.ts";
import { findStage } from "#app/domains/air/stages/queries/stages.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import { webhookEventNames } from "#app/domains/people/deliveries/event-names.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { listWebhookAskers } from "#app/domains/people/deliveries/queries/asked-events.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import type { Db } from "#db/client.ts";

/** A stage's chat settings, and who may write in its chat and who may not. */
export interface ModerationFacts extends StoredModeration {
  restricted: ({ userId: string } & Restriction)[];
}

/** The part of it that is in the room's memory; restrictions have a table. */
export interface StoredModeration {
  settings: ChatSettings;
  managerIds: string[];
}

/** A room's data from D1, kept in its own storage so that it works while D1 is unavailable. */
export interface RoomFacts {
  kind: StageMode;
  name: string;
  /** The public id of the room's own stream: the on-demand stage's, or the performer's. */
  ownStream: string | null;
  /** The performer of a profile; on an on-demand stage the one whom its managers have named. */
  performer: PersonView | null;
  /** The stage's accepted sets that are not over, by start. */
  sets: SetView[];
  /** Sets of the same performers on other stages, close to now. */
  elsewhere: ScheduledSet[];
  favoriteCount: number;
  cheerCount: number;
  /** Number of listens of a stage. */
  listenCount?: number;
  /** Number of sets of a stage that were on air. */
  setCount?: number;
  /** Owners, of the stage and its performers, with a webhook that asks for each track. */
  trackAskers?: OwnerPath[];
  /** The performers who do not hide their statistics. */
  showingStats?: string[];
  readAt: number;
}

/** Facts as just read from D1. */
export interface FreshFacts extends RoomFacts {
  /** The people whom the owner of a profile has blocked. */
  blockedIds: string[];
  /** A stage's chat settings and restrictions; null for a profile. */
  moderation: ModerationFacts | null;
}

/** Time after its end for which a set matters: longer than it can overrun. */
const afterMs = 10 * 60_000;
const aheadMs = 25 * 3_600_000;
const maxSets = 100;

/** Null: there is no such stage. */
export async function readStageFacts(db: Db, stageId: string, now: number): Promise<FreshFacts | null> {
  const stage = await findStage(db, stageId);
  if (stage === undefined || stage.id !== stageId) return null;
  // An archived stage carries no one, whatever its type is.
  const isOnDemand = stage.isInstant && stage.archivedAt === null;
  const hasSchedule = !stage.isInstant && stage.archivedAt === null;
  const rows = !hasSchedule ? [] : await listSetsFrom(db, { now: now - afterMs, limit: maxSets, stageId });
  const performerIds = [...new Set(rows.map((row) => row.performerId))];
  const name = webhookEventNames.track;
  const [elsewhere, moderation, playing, askers] = await Promise.all([
    listSetsElsewhere(db, { stageId, performerIds, from: now - afterMs, to: now + aheadMs }),
    readModeration(db, stageId, now),
    isOnDemand ? findPlaying(db, stageId) : undefined,
    listWebhookAskers(db, { stageId, userIds: performerIds, name }),
  ]);
  // Who plays is read above, together with the rest.
  const namedAskers = playing
    ? await listWebhookAskers(db, { stageId: null, userIds: [playing.id], name })
    : [];
  return {
    kind: isOnDemand ? "onDemand" : "booking",
    name: stage.name,
    ownStream: isOnDemand ? stage.streamId : null,
    performer: playing ? toPersonView(playing) : null,
    sets: rows.map(toSetView),
    elsewhere,
    favoriteCount: stage.favoriteCount,
    cheerCount: stage.cheerCount,
    listenCount: stage.listenCount,
    setCount: stage.setCount,
    trackAskers: [...askers, ...namedAskers],
    showingStats: [
      ...new Set(rows.filter((row) => !row.isPerformerHidingStats).map((row) => row.performerId)),
      ...(playing?.hideProfileStats === false ? [playing.id] : []),
    ],
    blockedIds: [],
    moderation,
    readAt: now,
  };
}

/** Null: there is no such person. */
export async function readProfileFacts(db: Db, userId: string, now: number): Promise<FreshFacts | null> {
  const [person, blockedIds, trackAskers] = await Promise.all([
    findPerformer(db, userId),
    listBlockedIds(db, userId),
    listWebhookAskers(db, { stageId: null, userIds: [userId], name: webhookEventNames.track }),
  ]);
  if (person === undefined) return null;
  return {
    kind: "profile",
    name: person.username,
    ownStream: person.streamId,
    performer: toPersonView(person),
    sets: [],
    elsewhere: [],
    favoriteCount: person.favoriteCount,
    cheerCount: person.cheerCount,
    trackAskers,
    showingStats: person.hideProfileStats ? [] : [userId],
    blockedIds,
    moderation: null,
    readAt: now,
  };
}

export function toSchedule(facts: RoomFacts, stageId: string): ScheduledSet[] {
  const own = facts.sets.map(({ id, user, startTime, endTime }) => ({
    id,
    stageId,
    performerId: user.id,
    startsAt: startTime,
    endsAt: endTime ?? Number.MAX_SAFE_INTEGER,
  }));
  return [...own, ...facts.elsewhere];
}

/** The performer's next set on this stage, if it starts soon, or null. */
export function awaitedOf(
  facts: RoomFacts | null,
  stageId: string,
  { ownerKind, ownerId }: Pick<StreamReport, "ownerKind" | "ownerId">,
  now: number,
): AwaitedSet | null {
  if (facts?.kind !== "booking" || ownerKind !== "performer") return null;
  return findAwaited(toSchedule(facts, stageId), { stageId, performerId: ownerId }, now);
}
