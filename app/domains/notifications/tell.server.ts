/** How people are told so that they are told in the end: written down first, and again and again until their inbox has it. */
import type { AppContext } from "#app/context.ts";
import {
  deleteUntoldAbout,
  deleteUntoldBefore,
  deleteUntoldNotice,
  insertUntoldNotices,
  listUntoldNotices,
} from "#db/queries/untold-notices.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { NewNotice } from "./contract.ts";
import { readNotice } from "./stored-notice.ts";

/** An inbox knows the keys of a week: what is tried for less than that is told once. */
const worthMs = 3 * 24 * 3_600_000;

/** Not told yet; `deliver` does that, and never throws: a user who cannot be told now is told by a later run. */
export interface NotedNotice {
  deliver: () => Promise<void>;
}

/** Writes down what these people are to be told. Never throws: what it is about has happened. */
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
 * Tells these people, but the viewer, of something that the viewer has done to a booking or a stage. What was done is
 * done, also where someone cannot be told of it now: they are later.
 */
export async function tellOfBooking(
  ctx: AppContext,
  userIds: readonly string[],
  told: Pick<NewNotice, "message" | "key" | "url">,
): Promise<void> {
  const viewer = requireViewer(ctx);
  const others = userIds.filter((id) => id !== viewer.id);
  const notice: NewNotice = { kind: "booking", at: ctx.clock.now(), about: viewer.id, ...told };
  await (await noteNotice(ctx, others, notice)).deliver();
}

/** Tells people what could not be told before, oldest first. Returns how many were told. */
export async function tellUntold(ctx: AppContext, limit: number): Promise<number> {
  await deleteUntoldBefore(ctx.db, ctx.clock.now() - worthMs);
  let told = 0;
  for (const { userId, notice } of await listUntoldNotices(ctx.db, limit))
    if (await deliver(ctx, userId, readNotice(notice))) told += 1;
  return told;
}

/** The user wants to hear nothing about that one any more: neither what waits in the inbox nor what is not there yet. */
export async function dropNoticesAbout(ctx: AppContext, userId: string, aboutId: string): Promise<void> {
  await deleteUntoldAbout(ctx.db, userId, aboutId);
  await ctx.inboxes.of(userId).dropAbout(aboutId);
}

/** Takes back what these people were told under this key. Never throws: what stays is only out of date. */
export async function withdrawNotice(
  ctx: AppContext,
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
