/** What a run of alerts is about: its recipients, its words, and when it is too old. */
import * as z from "zod/mini";
import { announcementKey, announcementNotice } from "#app/domains/announcements/notice.ts";
import { liveNotice } from "#app/domains/notifications/go-live.ts";
import { openDb } from "#db/client.ts";
import { findUser } from "#db/queries/accounts.ts";
import { isShown, listReaders } from "#db/queries/announcements.ts";
import { type AlertRow, listAlerted, recordInboxes } from "#db/queries/notifications.ts";
import type { InboxRpc, RoomPath } from "../contract.ts";
import { lobby } from "../stubs.ts";

const pageSize = 1_000;
/** Told later than this, no one is live any more. */
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

export interface Telling {
  /** Those after `after` who are to be told, by id; `next` is where to go on, null where that was all. */
  page(after: string): Promise<{ recipients: AlertRow[]; next: string | null }>;
  /** No one else is told. */
  isOver(now: number): Promise<boolean>;
  tell(inbox: InboxRpc, isFollower: boolean): Promise<void>;
}

export async function openTelling(env: Env, subject: Subject): Promise<Telling> {
  if (subject.kind === "live") return openLive(env, subject);
  return subject.kind === "announced" ? openAnnounced(env, subject) : openTakenBack(env, subject);
}

async function openLive(env: Env, { room, news }: z.infer<typeof Live>): Promise<Telling> {
  const db = openDb(env.DB);
  const { performer, stage } = news;
  const what = { performerId: performer?.id ?? null, stageId: stage?.isTold ? stage.id : null };
  return {
    async page(after) {
      // People in the room hear it already.
      const listening = new Set(await lobby(env).present(room satisfies RoomPath));
      const page = await listAlerted(db, what, { after, limit: pageSize });
      const recipients = page.filter(({ userId }) => !listening.has(userId));
      // At once for all of them: the inboxes need not say it each by itself.
      if (performer !== null)
        await recordInboxes(
          db,
          performer.id,
          recipients.map(({ userId }) => userId),
        );
      return { recipients, next: nextAfter(page.map(({ userId }) => userId)) };
    },
    // Of someone who has deleted their account no one is told any more.
    isOver: async (now) =>
      now - news.at > freshMs || (performer !== null && (await findUser(db, performer.id)) === undefined),
    tell: (inbox, isFollower) => inbox.notify(liveNotice(news, isFollower)),
  };
}

function openAnnounced(env: Env, { announcement }: z.infer<typeof Announced>): Telling {
  const db = openDb(env.DB);
  return {
    page: (after) => pageOfReaders(env, { registeredBy: announcement.at, isWanted: true }, after),
    isOver: async () => !(await isShown(db, announcement.number)),
    tell: (inbox) => inbox.notify(announcementNotice(announcement)),
  };
}

/** Also from those who want no announcements any more: they may have been told this one. */
function openTakenBack(env: Env, { announcement }: z.infer<typeof TakenBack>): Telling {
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
