/** Reliable notices: stored first, then retried until the recipient's inbox has them. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { NewNotice } from "./contract.ts";
import {
  deleteUntoldAbout,
  deleteUntoldBefore,
  deleteUntoldNotice,
  insertUntoldNotices,
  listUntoldNotices,
} from "./queries/untold-notices.ts";
import { readNotice } from "./stored-notice.ts";

/** An inbox remembers keys for a week: a notice that is retried for less than that is delivered once. */
const worthMs = 3 * 24 * 3_600_000;

/** Not delivered yet; `deliver` does that, and never throws: a failure is retried by a later run. */
export interface NotedNotice {
  deliver: () => Promise<void>;
}

/** Stores notices to these people. Never throws: the event they are about has happened. */
export async function noteNotice(
  ctx: AppContext,
  userIds: readonly string[],
  notice: NewNotice,
): Promise<NotedNotice> {
  const { key, about } = notice;
  const row = { key, aboutId: about ?? null, notice: JSON.stringify(notice), createdAt: ctx.clock.now() };
  try {
    await insertUntoldNotices(
      ctx.db,
      userIds.map((userId) => ({ userId, ...row })),
    );
  } catch (error) {
    ctx.log.warn("notice-not-noted", { key, reason: String(error) });
  }
  return {
    deliver: async () => {
      await Promise.all(userIds.map((userId) => deliver(ctx, userId, notice)));
    },
  };
}

/**
 * Notifies these people, except the viewer, of something that the viewer has done to a booking or a stage. The action
 * stands even where someone cannot be notified now: they are later.
 */
export async function notifyOfBooking(
  ctx: AppContext,
  userIds: readonly string[],
  told: Pick<NewNotice, "message" | "key" | "url">,
): Promise<void> {
  const viewer = requireViewer(ctx);
  const others = userIds.filter((id) => id !== viewer.id);
  const notice: NewNotice = { kind: "booking", at: ctx.clock.now(), about: viewer.id, ...told };
  await (await noteNotice(ctx, others, notice)).deliver();
}

/** Delivers notices that could not be delivered before, oldest first. Returns how many. */
export async function notifyUntold(ctx: AppContext, limit: number): Promise<number> {
  await deleteUntoldBefore(ctx.db, ctx.clock.now() - worthMs);
  let told = 0;
  for (const { userId, notice } of await listUntoldNotices(ctx.db, limit))
    if (await deliver(ctx, userId, readNotice(notice))) told += 1;
  return told;
}

/** The user wants no notices about that person any more: drops those in the inbox and those not delivered to it yet. */
export async function dropNoticesAbout(
  ctx: Pick<AppContext, "db" | "inboxes">,
  userId: string,
  aboutId: string,
): Promise<void> {
  await deleteUntoldAbout(ctx.db, userId, aboutId);
  await ctx.inboxes.of(userId).dropAbout(aboutId);
}

/** Withdraws the notices of these people with this key. Never throws: one that stays is only out of date. */
export async function withdrawNotice(
  ctx: Pick<AppContext, "db" | "inboxes" | "log">,
  userIds: readonly string[],
  key: string,
): Promise<void> {
  const withdraw = async (userId: string) => {
    await deleteUntoldNotice(ctx.db, { userId, key });
    await ctx.inboxes.of(userId).withdraw(key);
  };
  for (const result of await Promise.allSettled(userIds.map(withdraw)))
    if (result.status === "rejected")
      ctx.log.warn("notice-not-withdrawn", { key, reason: String(result.reason) });
}

async function deliver(ctx: AppContext, userId: string, notice: NewNotice): Promise<boolean> {
  const { key } = notice;
  try {
    await ctx.inboxes.of(userId).notify(notice);
    await deleteUntoldNotice(ctx.db, { userId, key });
    return true;
  } catch (error) {
    ctx.log.warn("notice-not-told", { user: userId, key, reason: String(error) });
    return false;
  }
}
