/** Everyone's actions on the messages of a chat: take back their own, and report those of others. */
import type { AppContext } from "#app/context.ts";
import type { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { storeReport } from "#app/domains/people/people/reports.server.ts";
import { AppError } from "#app/errors.ts";
import type { Room } from "../stages/port.ts";
import { requireStageId } from "../stages/require-stage.server.ts";
import type { ChatMessageInput, ReportMessageInput } from "./contract.ts";

/**
 * Deletes a message of the viewer's own for everyone, also in replays. Throws `authorization`, `not-found`, also for
 * others' messages.
 */
export async function deleteOwnMessage(ctx: AppContext, input: ChatMessageInput): Promise<NoticeView> {
  const viewer = requireViewer(ctx);
  const room = await requireRoom(ctx, input);
  if (!(await room.deleteOwnMessage(viewer.id, input.messageId))) throw new AppError("not-found");
  return { type: "confirm", message: "Message deleted" };
}

/**
 * Reports the writer of a message, with the message as it is now: operators can read it also when it is deleted
 * afterwards. Throws `authorization`, `not-found`, `report-self`, `rate-limited`.
 */
export async function reportMessage(ctx: AppContext, input: ReportMessageInput): Promise<NoticeView> {
  requireViewer(ctx);
  const room = await requireRoom(ctx, input);
  const said = await room.findMessage(input.messageId);
  if (said === null) throw new AppError("not-found");
  const about = { message: said.message, messageAt: said.time };
  return storeReport(ctx, { offender: said.userId, offenseCode: input.offenseCode }, about);
}

async function requireRoom(ctx: AppContext, { room, profile }: ChatMessageInput): Promise<Room> {
  if (room != null) return ctx.rooms.stage(await requireStageId(ctx, room));
  const person = await getPerson(ctx, profile ?? "");
  return ctx.rooms.profile(person.id);
}
