import { named } from "#app/domains/people/people/queries/named.ts";
import { replays, sets, stages, users } from "#db/schema/index.ts";

/**
 * Columns that decide who may hear a replay, and the names that it is shown with; with its user, stage and set joined.
 */
export const replayColumns = {
  id: replays.id,
  performance: replays.performance,
  room: replays.room,
  stageId: replays.stageId,
  performerId: replays.performerId,
  setId: replays.setId,
  status: replays.status,
  startedAt: replays.startedAt,
  endedAt: replays.endedAt,
  durationMs: replays.durationMs,
  opusBytes: replays.opusBytes,
  mp3Bytes: replays.mp3Bytes,
  visibility: replays.visibility,
  mayDownload: replays.mayDownload,
  isInFeed: replays.isInFeed,
  changedAt: replays.changedAt,
  listenCount: named(replays.listenCount, "replay_listen_count"),
  performerName: users.username,
  performerPhoto: users.photo,
  performerTags: users.tags,
  performerBannedAt: users.bannedAt,
  isPerformerHidingStats: users.hideProfileStats,
  stageName: named(stages.name, "stage_name"),
  stageThumbnail: stages.thumbnail,
  stageGenre: stages.genre,
  isStageKeepingReplays: stages.keepsReplays,
  stageDeletedAt: stages.deletedAt,
  setName: named(sets.name, "set_name"),
};
