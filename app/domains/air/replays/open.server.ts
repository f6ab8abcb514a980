import type { AppContext } from "#app/context.ts";
import { findHearable } from "./access.server.ts";
import type { ReplayDetailsView, ReplayInput } from "./contract.ts";
import { layOut } from "./file-layout.ts";
import { opusEnds } from "./opus-pages.ts";
import { isHidingStats, listCheers, listTracks } from "./performed.server.ts";
import { readRecording } from "./recording.server.ts";
import { availableUntil } from "./rules.ts";
import { peaksOf, type TapeIndex } from "./tape-index.ts";
import { gapsIn } from "./timeline.ts";
import { nameOf, toPerformer, toReplayView, toRights, toRoom } from "./views.ts";

/** Everything that the page of a replay and the player need. Throws `not-found` for whoever may not hear it. */
export async function openReplay(ctx: AppContext, input: ReplayInput): Promise<ReplayDetailsView> {
  const found = await findHearable(ctx, input.replay);
  const { row, isOwner, access } = found;
  const [index, isHidden] = await Promise.all([readRecording(ctx, row), isHidingStats(ctx, found)]);
  const [tracks, cheers] = await Promise.all([
    listTracks(ctx, { row, isOwner, isHidden }, index),
    isHidden ? null : listCheers(ctx, row, index),
  ]);
  const view = toReplayView(row, found.isPublic);
  return {
    ...view,
    duration: index.durationMs,
    name: nameOf(row),
    set: row.setId,
    performance: row.performance,
    performer: toPerformer(row),
    room: toRoom(row),
    startTime: index.startedAt,
    endTime: index.endedAt,
    opus: `${view.url}.opus`,
    mp3: hasMp3(index) ? `${view.url}.mp3` : null,
    opusBytes: layOut(index, "opus", opusEnds(index)).size,
    isDownloadable: access.mayDownload,
    availableUntil: availableUntil(row),
    listenCount: isHidden ? null : row.listenCount,
    gaps: gapsIn(index.anchors),
    peaks: peaksOf(index),
    tracks,
    cheers,
    rights: isOwner ? toRights(row) : null,
  };
}

export const hasMp3 = ({ chunks }: TapeIndex): boolean => chunks.some(({ mp3Bytes }) => mp3Bytes > 0);
