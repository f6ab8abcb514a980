import type { AppContext } from "#app/context.ts";
import type { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError } from "#app/errors.ts";
import type { ChosenMessagesInput } from "../stages/contract/moderation.ts";
import { deletedText } from "../stages/live/deleted-text.ts";
import type { MessageInput } from "./contract.ts";

/**
 * Deletes a message on the viewer's own profile, no matter who wrote it, for everyone and immediately. Messages
 * elsewhere are not found. Throws `authorization`, `not-found`.
 */
export async function deleteProfileMessage(
  ctx: Pick<AppContext, "rooms" | "viewer">,
  input: MessageInput,
): Promise<NoticeView> {
  return deleteProfileMessages(ctx, { messageIds: [input.messageId] });
}

/** The same for several messages, or for all of one person. Throws `authorization`, `not-found` where none exists. */
export async function deleteProfileMessages(
  ctx: Pick<AppContext, "rooms" | "viewer">,
  input: ChosenMessagesInput,
): Promise<NoticeView> {
  const viewer = requireViewer(ctx);
  const authorIds = await ctx.rooms.profile(viewer.id).deleteMessages(input);
  if (authorIds.length === 0) throw new AppError("not-found");
  return { type: "confirm", message: deletedText(authorIds.length) };
}
