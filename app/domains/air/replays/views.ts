import { cleanLine } from "#app/domains/base/text/clean.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import { replayPath } from "#app/paths.ts";
import type {
  ListedReplayView,
  OwnReplayView,
  ReplayDetailsView,
  ReplayRights,
  ReplayView,
} from "./contract.ts";
import type { ReplayRow } from "./queries/replays.ts";
import { availableUntil } from "./rules.ts";

export function toReplayView(row: Pick<ReplayRow, "id" | "durationMs">, isPublic: boolean): ReplayView {
  return { id: row.id, url: replayPath(row.id), duration: row.durationMs, isPublic };
}

/** The set's name, otherwise the performer's or the stage's. */
export const nameOf = (row: Pick<ReplayRow, "setName" | "performerName" | "stageName">): string =>
  row.setName ?? row.performerName ?? row.stageName ?? "";

/** The genre of a recording: what its stage is for, otherwise the first tag of its performer; may be empty. */
export const genreOf = ({
  stageGenre,
  performerTags,
}: Pick<ReplayRow, "stageGenre" | "performerTags">): string =>
  cleanLine(stageGenre || performerTags?.[0] || "");

export function toRights(row: Pick<ReplayRow, "visibility" | "mayDownload" | "isInFeed">): ReplayRights {
  return { visibility: row.visibility, download: row.mayDownload, feed: row.isInFeed };
}

export function toPerformer(row: ReplayRow): ReplayDetailsView["performer"] {
  const { performerId, performerName, performerPhoto } = row;
  if (performerId === null || performerName === null) return null;
  return toPersonView({ id: performerId, username: performerName, photo: performerPhoto });
}

/** A stage that was deleted is still named, as in every history. */
export function toRoom(
  row: Pick<ReplayRow, "stageId" | "stageName" | "stageThumbnail">,
): ReplayDetailsView["room"] {
  const { stageId, stageName, stageThumbnail } = row;
  return stageId === null || stageName === null
    ? null
    : { id: stageId, name: stageName, thumbnail: stageThumbnail };
}

export function toListedReplayView(row: ReplayRow): ListedReplayView {
  return {
    ...toReplayView(row, true),
    name: nameOf(row),
    set: row.setId,
    performer: toPerformer(row),
    room: toRoom(row),
    startTime: row.startedAt,
    endTime: row.endedAt,
    genre: genreOf(row),
  };
}

type OwnRow = Omit<
  ReplayRow,
  | "performance"
  | "room"
  | "status"
  | "performerId"
  | "performerPhoto"
  | "performerTags"
  | "stageGenre"
  | "performerBannedAt"
  | "isPerformerHidingStats"
  | "isStageKeepingReplays"
  | "stageDeletedAt"
>;

export function toOwnReplayView(row: OwnRow, isPublic: boolean): OwnReplayView {
  const room = toRoom(row);
  return {
    ...toReplayView(row, isPublic),
    name: nameOf(row),
    set: row.setId,
    room: room && { id: room.id, name: room.name },
    startTime: row.startedAt,
    endTime: row.endedAt,
    availableUntil: availableUntil(row),
    listenCount: row.listenCount,
    bytes: row.opusBytes + row.mp3Bytes,
    rights: toRights(row),
  };
}
