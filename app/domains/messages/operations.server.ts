import type { AppContext } from "#app/context.ts";
import type { NoticeView } from "../accounts/contract.ts";
import { requireOk, requireViewer } from "../accounts/guards.ts";
import type { MessageInput } from "./contract.ts";

/**
 * Takes a message off the viewer's own profile, whoever wrote it, for everybody and at once. A message that is
 * anywhere else is not found there. Throws `authorization`, `not-found`.
 */
export async function deleteProfileMessage(ctx: AppContext, input: MessageInput): Promise<NoticeView> {
  const viewer = requireViewer(ctx);
  requireOk(await ctx.rooms.profile(viewer.id).deleteMessage(input.messageId));
  return { type: "confirm", message: "Message deleted" };
}
