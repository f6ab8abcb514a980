import type { AppContext } from "#app/context.ts";
import type { ChatMessage, TipMessage } from "../stages/live/protocol.ts";
import { listBlockedIds } from "../stages/queries/rooms.ts";
import { findHearable } from "./access.server.ts";
import type { ReplayEventsView, ReplayInput } from "./contract.ts";
import { isHidingStats, listCheers, listHearts, positionsOf } from "./performed.server.ts";
import type { ReplayRow } from "./queries/replays.ts";
import { readRecording } from "./recording.server.ts";
import type { TapeIndex } from "./tape-index.ts";

/**
 * Returns the room's events during the recording, as they can be seen now: without messages that were deleted, and of
 * people whom the viewer has blocked. Throws `not-found` for whoever may not hear the replay.
 */
export async function listReplayEvents(ctx: AppContext, input: ReplayInput): Promise<ReplayEventsView> {
  const found = await findHearable(ctx, input.replay);
  const { row } = found;
  const [index, isHidden] = await Promise.all([readRecording(ctx, row), isHidingStats(ctx, found)]);
  const [[chat, tips], hearts, cheers] = await Promise.all([
    listSaid(ctx, row, index),
    isHidden ? [] : listHearts(ctx, row, index),
    isHidden ? [] : listCheers(ctx, row, index),
  ]);
  return { chat, tips, hearts, cheers };
}

/** The messages and tips of the chat. */
async function listSaid(
  ctx: AppContext,
  row: ReplayRow,
  index: TapeIndex,
): Promise<[ReplayEventsView["chat"], ReplayEventsView["tips"]]> {
  const [{ messages, tips }, blocked] = await Promise.all([readSaid(ctx, row), listBlocked(ctx)]);
  const chat = messages
    .filter(({ userId }) => !blocked.has(userId))
    .flatMap(({ _id: id, time, userId, user, profile, badge, message }) =>
      positionsOf(index, [time]).map((at) => ({ id, at, userId, user, profile, badge, message })),
    );
  return [
    chat,
    tips
      .filter(({ fromId }) => !blocked.has(fromId))
      .flatMap(({ _id: id, time, mediaAt, fromUsername, fromId, toUsername, toId, amount }) =>
        positionsOf(index, [mediaAt ?? time]).map((at) => ({
          id,
          at,
          fromUsername,
          fromId,
          toUsername,
          toId,
          amount,
        })),
      ),
  ];
}

async function listBlocked({ db, viewer }: Pick<AppContext, "db" | "viewer">): Promise<Set<string>> {
  return new Set(viewer === null ? [] : await listBlockedIds(db, viewer.id));
}

/** A replay without its chat is better than none: the room may be away. */
async function readSaid(
  ctx: Pick<AppContext, "log" | "rooms">,
  { room, performance }: ReplayRow,
): Promise<{ messages: ChatMessage[]; tips: TipMessage[] }> {
  try {
    const live = roomOf(ctx, room);
    const [messages, tips] = await Promise.all([live.replayChat(performance), live.replayTips(performance)]);
    return { messages, tips };
  } catch (error) {
    ctx.log.warn("room-unavailable", { room, reason: String(error) });
    return { messages: [], tips: [] };
  }
}

/** The room at `stage/<id>` or `profile/<id>`. */
export function roomOf(ctx: Pick<AppContext, "rooms">, path: string) {
  const [kind, id = ""] = path.split("/", 2);
  return kind === "stage" ? ctx.rooms.stage(id) : ctx.rooms.profile(id);
}
