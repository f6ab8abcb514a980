import type { AppContext } from "#app/context.ts";
import { findPlay } from "#app/domains/music/tracks/queries/tracks.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError } from "#app/errors.ts";
import type { CheerInput, CheerView } from "./contract/cheers.ts";
import { openRoom } from "./open-room.server.ts";

/**
 * Applause for the performer on air. The room enforces the cooldown and stores the cheer; the track that the caller
 * names counts only where the play was really this room's. Throws `cheer-cooldown`, `not-live`, `not-found`.
 */
export async function cheer(
  ctx: Pick<AppContext, "db" | "rooms" | "viewer">,
  input: CheerInput,
): Promise<CheerView> {
  const viewer = requireViewer(ctx);
  const room = await openRoom(ctx, input);
  const play = input.trackHistory == null ? undefined : await findPlay(ctx.db, input.trackHistory);
  const isHeardHere =
    play !== undefined &&
    (room.kind === "stage"
      ? play.stageId === room.id
      : play.stageId === null && play.performerId === room.id);
  const answer = await room.live.cheer({
    userId: viewer.id,
    username: viewer.username,
    trackId: isHeardHere ? play.trackId : null,
    playId: isHeardHere ? play.id : null,
    mediaAt: input.mediaAt ?? null,
  });
  if (!answer.ok) throw new AppError(answer.code, { retryAfterMs: answer.retryAfterMs });
  return { id: answer.cheerId, _id: answer.cheerId, cheerCount: answer.cheerCount, timestamp: answer.at };
}
