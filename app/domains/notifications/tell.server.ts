/** How people are told so that they are told in the end: written down first, and again and again until their inbox has it. */
import type { AppContext } from "#app/context.ts";
import {
  deleteUntoldAbout,
  deleteUntoldBefore,
  deleteUntoldNotice,
  insertUntoldNotices,
  listUntoldNotices,
} from "#db/queries/untold-notices.ts";
import type { NewNotice } from "./contract.ts";
import { readNotice } from "./stored-notice.ts";

/** An inbox knows the keys of a week: what is tried for less than that is told once. */
const worthMs = 3 * 24 * 3_600_000;

/** Not told yet; `deliver` does that, and never throws: whoever cannot be told now is told by a later run. */
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

/** Tells people what could not be told before, oldest first. Answers how many were told. */
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
