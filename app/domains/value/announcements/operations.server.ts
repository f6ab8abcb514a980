/** Announcements of operators, and where people read them. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { findToggles } from "#app/domains/people/notifications/queries/toggles.ts";
import { AppError } from "#app/errors.ts";
import { listMyAwards } from "../awards/own-awards.server.ts";
import type { AnnouncementView, CheckInput, CheckView, ServerMessageView } from "./contract.ts";
import {
  findLastNumber,
  insertAnnouncement,
  listLatestAnnouncements,
  listUntoldAnnouncements,
  markAnnouncementTold,
  updateRetracted,
} from "./queries/announcements.ts";
import { toAnnouncementView, toAwardMessage, toTextMessage } from "./views.ts";

/** A returning user is shown the latest few; all of them are in the inbox. */
const maxNews = 5;
const maxMessages = 100;
const maxListed = 200;

/**
 * The announcements after the one that the caller has shown last, since they registered; none for users who have turned
 * announcements off and find them in their inbox. The number is the highest in use, so that it never decreases. Throws
 * `authorization`.
 */
export async function checkAnnouncements(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: CheckInput,
): Promise<CheckView> {
  const viewer = requireViewer(ctx);
  const [number, news, { systemNotifications: isWanted }] = await Promise.all([
    findLastNumber(ctx.db),
    listLatestAnnouncements(ctx.db, maxNews, { readerId: viewer.id, after: input.number }),
    findToggles(ctx.db, viewer.id),
  ]);
  return { number, announcements: isWanted ? news.map(toAnnouncementView).toReversed() : [] };
}

/** Announcements since the viewer registered and awards of theirs, newest first. Throws `authorization`. */
export async function listServerMessages(
  ctx: Pick<AppContext, "db" | "viewer">,
): Promise<ServerMessageView[]> {
  const viewer = requireViewer(ctx);
  const [announced, awards] = await Promise.all([
    listLatestAnnouncements(ctx.db, maxMessages, { readerId: viewer.id }),
    listMyAwards(ctx),
  ]);
  return [...announced.map(toTextMessage), ...awards.map(toAwardMessage)].toSorted((a, b) => b.date - a.date);
}

/**
 * Stores an announcement, then sends it to open pages and to everyone's inbox; a user who is away finds it later.
 * Callers guard.
 */
export async function announce(ctx: AppContext, input: { message: string }): Promise<AnnouncementView> {
  const row = await insertAnnouncement(ctx.db, { message: input.message, createdAt: ctx.clock.now() });
  const view = toAnnouncementView(row);
  ctx.log.info("announced", { number: view.number, by: ctx.viewer?.id ?? "key" });
  await notifyPages(ctx, () => ctx.lobby.announced(view));
  await notifyAnnouncements(ctx, 1, view.number);
  return view;
}

/**
 * Starts the delivery of announcements that were not delivered yet; with `number` only of that one. One whose delivery
 * cannot be started now is left to a later run, and no one gets one twice. Returns how many were started.
 */
export async function notifyAnnouncements(ctx: AppContext, limit: number, number?: number): Promise<number> {
  let handedOn = 0;
  for (const row of await listUntoldAnnouncements(ctx.db, limit, number)) {
    try {
      await ctx.alerts.announce({ number: row.number, message: row.message, at: row.createdAt });
      await markAnnouncementTold(ctx.db, row.number, ctx.clock.now());
      handedOn += 1;
    } catch (error) {
      ctx.log.warn("announcement-not-told", { number: row.number, reason: String(error) });
    }
  }
  return handedOn;
}

/**
 * Retracts an announcement: no one is shown it any more. Throws `not-found`, `unavailable` where it could not be
 * removed from inboxes: it may be retracted again. Callers guard.
 */
export async function retractAnnouncement(
  ctx: AppContext,
  input: { number: number },
): Promise<AnnouncementView> {
  const row = await updateRetracted(ctx.db, input.number, ctx.clock.now());
  if (row === undefined) throw new AppError("not-found");
  ctx.log.info("retracted", { number: row.number, by: ctx.viewer?.id ?? "key" });
  await notifyPages(ctx, () => ctx.lobby.retracted(row.number));
  try {
    await ctx.alerts.takeBack({ number: row.number, at: row.createdAt });
  } catch (error) {
    ctx.log.warn("announcement-not-taken-back", { number: row.number, reason: String(error) });
    throw new AppError("unavailable");
  }
  return toAnnouncementView(row);
}

/** The announcements that are shown, newest first. Callers guard. */
export async function listAnnouncements(ctx: Pick<AppContext, "db">): Promise<AnnouncementView[]> {
  return (await listLatestAnnouncements(ctx.db, maxListed)).map(toAnnouncementView);
}

/** It is stored by now: pages that cannot be reached find it when they are loaded. */
async function notifyPages(ctx: Pick<AppContext, "log">, tell: () => Promise<void>): Promise<void> {
  await tell().catch((error: unknown) => ctx.log.warn("lobby-not-told", { reason: String(error) }));
}
