/** The content of a run of alerts: its recipients, its text, and when it is too old. */
import * as z from "zod/mini";
import { findUser } from "#app/domains/people/accounts/queries/accounts.ts";
import { liveNotice } from "#app/domains/people/notifications/go-live.ts";
import {
  type AlertRow,
  listAlerted,
  recordInboxes,
} from "#app/domains/people/notifications/queries/notifications.ts";
import { announcementKey, announcementNotice } from "#app/domains/value/announcements/notice.ts";
import { isShown, listReaders } from "#app/domains/value/announcements/queries/announcements.ts";
import { openDb } from "#db/client.ts";
import type { InboxRpc } from "../contract.ts";
import { everyLobbyShard } from "../stubs.ts";

const pageSize = 1_000;
/** A performer who went live longer ago than this may be off the air again, so no alert is sent. */
const freshMs = 15 * 60_000;

const Room = z.templateLiteral([z.enum(["stage", "profile"]), "/", z.string()]);
const Live = z.object({
  kind: z.literal("live"),
  room: Room,
  news: z.object({
    broadcastId: z.string(),
    performer: z.nullable(z.object({ id: z.string(), username: z.string() })),
    stage: z.nullable(z.object({ id: z.string(), name: z.string(), isTold: z.boolean() })),
    at: z.number(),
  }),
});
const Announced = z.object({
  kind: z.literal("announced"),
  announcement: z.object({ number: z.number(), message: z.string(), at: z.number() }),
});
const TakenBack = z.object({
  kind: z.literal("taken back"),
  announcement: z.object({ number: z.number(), at: z.number() }),
});

export const Subject = z.discriminatedUnion("kind", [Live, Announced, TakenBack]);
export type Subject = z.infer<typeof Subject>;

export interface AlertTask {
  /** The recipients after the user id `after`, by id; `next` is where to continue, null after the last. */
  page(after: string): Promise<{ recipients: AlertRow[]; next: string | null }>;
  /** Whether the run is over: no one else is notified. */
  isOver(now: number): Promise<boolean>;
  tell(inbox: InboxRpc, isFollower: boolean): Promise<void>;
}

export async function createAlertTask(env: Env, subject: Subject): Promise<AlertTask> {
  if (subject.kind === "live") return openLive(env, subject);
  return subject.kind === "announced" ? openAnnounced(env, subject) : openTakenBack(env, subject);
}

async function openLive(env: Env, { room, news }: z.infer<typeof Live>): Promise<AlertTask> {
  const db = openDb(env.DB);
  const { performer, stage } = news;
  const what = { performerId: performer?.id ?? null, stageId: stage?.isTold ? stage.id : null };
  return {
    async page(after) {
      // People in the room hear it already.
      const present = await Promise.all(everyLobbyShard(env).map((shard) => shard.present(room)));
      const listening = new Set(present.flat());
      const page = await listAlerted(db, what, { after, limit: pageSize });
      const recipients = page.filter(({ userId }) => !listening.has(userId));
      // Recorded for all inboxes in one statement, so that they need not do it individually.
      if (performer !== null)
        await recordInboxes(
          db,
          performer.id,
          recipients.map(({ userId }) => userId),
        );
      return { recipients, next: nextAfter(page.map(({ userId }) => userId)) };
    },
    // A performer who has deleted their account is no longer announced.
    isOver: async (now) =>
      now - news.at > freshMs || (performer !== null && (await findUser(db, performer.id)) === undefined),
    tell: (inbox, isFollower) => inbox.notify(liveNotice(news, isFollower)),
  };
}

function openAnnounced(env: Env, { announcement }: z.infer<typeof Announced>): AlertTask {
  const db = openDb(env.DB);
  return {
    page: (after) => pageOfReaders(env, { registeredBy: announcement.at, isWanted: true }, after),
    isOver: async () => !(await isShown(db, announcement.number)),
    tell: (inbox) => inbox.notify(announcementNotice(announcement)),
  };
}

/** Includes people who have turned announcements off since: they may have received this one. */
function openTakenBack(env: Env, { announcement }: z.infer<typeof TakenBack>): AlertTask {
  return {
    page: (after) => pageOfReaders(env, { registeredBy: announcement.at, isWanted: false }, after),
    isOver: async () => false,
    tell: (inbox) => inbox.withdraw(announcementKey(announcement.number)),
  };
}

async function pageOfReaders(env: Env, whose: Parameters<typeof listReaders>[1], after: string) {
  const ids = await listReaders(openDb(env.DB), whose, { after, limit: pageSize });
  return { recipients: ids.map((userId) => ({ userId, isFollower: false })), next: nextAfter(ids) };
}

const nextAfter = (ids: readonly string[]) => (ids.length < pageSize ? null : (ids.at(-1) ?? null));
