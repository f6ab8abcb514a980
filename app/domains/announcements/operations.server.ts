/** What operators tell everyone, and where people read it. */
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import {
  findLastNumber,
  insertAnnouncement,
  listLatestAnnouncements,
  listUntoldAnnouncements,
  markAnnouncementTold,
  updateRetracted,
} from "#db/queries/announcements.ts";
import { findToggles } from "#db/queries/toggles.ts";
import { requireViewer } from "../accounts/guards.ts";
import { listMyAwards } from "../awards/own-awards.server.ts";
import type { AnnouncementView, CheckInput, CheckView, ServerMessageView } from "./contract.ts";
import { toAnnouncementView, toAwardMessage, toTextMessage } from "./views.ts";

/** Someone who has been away reads the latest few as they come back; all of them stand in the inbox. */
const maxNews = 5;
const maxMessages = 100;
const maxListed = 200;

/**
 * What was announced after the announcement that the caller has shown last, since they registered; nothing for those
 * who have switched announcements off, who find them among their messages. The number is the last that was given, so
 * that it never goes back. Throws `authorization`.
 */
export async function checkAnnouncements(ctx: AppContext, input: CheckInput): Promise<CheckView> {
  const viewer = requireViewer(ctx);
  const [number, news, { systemNotifications: isWanted }] = await Promise.all([
    findLastNumber(ctx.db),
    listLatestAnnouncements(ctx.db, maxNews, { readerId: viewer.id, after: input.number }),
    findToggles(ctx.db, viewer.id),
  ]);
  return { number, announcements: isWanted ? news.map(toAnnouncementView).toReversed() : [] };
}

/** Announcements since the viewer registered and awards of theirs, newest first. Throws `authorization`. */
export async function listServerMessages(ctx: AppContext): Promise<ServerMessageView[]> {
  const viewer = requireViewer(ctx);
  const [announced, awards] = await Promise.all([
    listLatestAnnouncements(ctx.db, maxMessages, { readerId: viewer.id }),
    listMyAwards(ctx),
  ]);
  return [...announced.map(toTextMessage), ...awards.map(toAwardMessage)].toSorted((a, b) => b.date - a.date);
}

/** Stored, then told to open pages and to everyone's inbox; a user who is away finds it later. Callers guard. */
export async function announce(ctx: AppContext, input: { message: string }): Promise<AnnouncementView> {
  const row = await insertAnnouncement(ctx.db, { message: input.message, createdAt: ctx.clock.now() });
  const view = toAnnouncementView(row);
  ctx.log.info("announced", { number: view.number, by: ctx.viewer?.id ?? "key" });
  await tellPages(ctx, () => ctx.lobby.announced(view));
  await tellAnnouncements(ctx, 1, view.number);
  return view;
}

/**
 * Has everyone told of announcements that they have not been told of; with `number` only of that one. One that
 * cannot be handed on now is by a later run, and no one is told twice. Returns how many were handed on.
 */
export async function tellAnnouncements(ctx: AppContext, limit: number, number?: number): Promise<number> {
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
 * Takes an announcement back: no one is shown it any more. Throws `not-found`, `unavailable` where it could not be
 * taken out of inboxes: it may be taken back again. Callers guard.
 */
export async function retractAnnouncement(
  ctx: AppContext,
  input: { number: number },
): Promise<AnnouncementView> {
  const row = await updateRetracted(ctx.db, input.number, ctx.clock.now());
  if (row === undefined) throw new AppError("not-found");
  ctx.log.info("retracted", { number: row.number, by: ctx.viewer?.id ?? "key" });
  await tellPages(ctx, () => ctx.lobby.retracted(row.number));
  try {
    await ctx.alerts.takeBack({ number: row.number, at: row.createdAt });
  } catch (error) {
    ctx.log.warn("announcement-not-taken-back", { number: row.number, reason: String(error) });
    throw new AppError("unavailable");
  }
  return toAnnouncementView(row);
}

/** Those that are shown, the newest first. Callers guard. */
export async function listAnnouncements(ctx: AppContext): Promise<AnnouncementView[]> {
  return (await listLatestAnnouncements(ctx.db, maxListed)).map(toAnnouncementView);
}

/** It is stored by now: pages that cannot be told find it when they are loaded. */
async function tellPages(ctx: AppContext, tell: () => Promise<void>): Promise<void> {
  await tell().catch((error: unknown) => ctx.log.warn("lobby-not-told", { reason: String(error) }));
}
