import type { AppContext } from "#app/context.ts";
import { insertStageEntry } from "./queries/stage-log.ts";

/** An action on a stage that its managers will want to look up. */
export type StageAction =
  | "request-accepted"
  | "request-declined"
  | "move-declined"
  | "acceptance-undone"
  | "set-changed"
  | "set-taken-over"
  | "set-cancelled"
  | "set-ended"
  | "performer-kicked"
  | "set-late"
  | "set-started-late"
  | "set-missed"
  | "role-added"
  | "role-renamed"
  | "role-removed"
  | "member-added"
  | "member-removed"
  | "member-left"
  | "member-role-changed"
  | "manager-added"
  | "manager-removed"
  | "stage-changed"
  | "stage-converted"
  | "stage-archived"
  | "stage-restored"
  | "key-renewed"
  | "performer-named"
  | "chat-changed"
  | "chat-message-deleted"
  | "chat-messages-deleted"
  | "chat-timeout"
  | "chat-banned"
  | "chat-lifted";

/** Logs that the viewer did this to the stage. `details` are for people: names and values, no ids. */
export async function logOnStage(
  ctx: AppContext,
  stageId: string,
  action: StageAction,
  details: Record<string, string>,
): Promise<void> {
  await insertStageEntry(ctx.db, {
    id: ctx.ids.next(),
    stageId,
    actorId: ctx.viewer?.id ?? null,
    action,
    details,
    at: ctx.clock.now(),
  });
}
