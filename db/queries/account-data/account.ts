import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "../../client.ts";
import {
  awards,
  blocks,
  emailChanges,
  feedback,
  follows,
  ingestCredentials,
  passkeys,
  pictures,
  pushSubscriptions,
  quietHours,
  reports,
  secondFactors,
  sessions,
  stages,
  toggleSettings,
  userAwards,
  users,
} from "../../schema/index.ts";
import { behind, type DataSection, inOrder, pageSize, rowOf } from "./page.ts";

const others = alias(users, "others");

/** The account itself, without what proves who its owner is. Undefined where there is none. */
export async function findAccountData(db: Db, userId: string) {
  const [found] = await db
    .select({ user: users, referrer: others.username, toggles: toggleSettings })
    .from(users)
    .leftJoin(others, eq(others.id, users.referrerId))
    .leftJoin(toggleSettings, eq(toggleSettings.userId, users.id))
    .where(eq(users.id, userId));
  if (found === undefined) return undefined;
  const {
    passwordHash: _,
    usernameKey: __,
    usernameLook: ___,
    emailKey: ____,
    referrerId: _____,
    ...account
  } = found.user;
  const { userId: ______, ...toggles } = found.toggles ?? { userId };
  return { account: { ...account, referrer: found.referrer }, notifications: toggles };
}

/** What the account keeps about itself and about other people. */
export const accountSections: readonly DataSection[] = [
  {
    name: "emailChanges",
    of: ["email_changes.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(emailChanges),
          email: emailChanges.email,
          oldConfirmedAt: emailChanges.oldConfirmedAt,
          newConfirmedAt: emailChanges.newConfirmedAt,
          expiresAt: emailChanges.expiresAt,
        })
        .from(emailChanges)
        .where(behind(emailChanges, after, eq(emailChanges.userId, userId)))
        .orderBy(inOrder(emailChanges))
        .limit(pageSize),
  },
  {
    name: "sessions",
    of: ["sessions.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(sessions),
          userAgent: sessions.userAgent,
          country: sessions.country,
          createdAt: sessions.createdAt,
          lastSeenAt: sessions.lastSeenAt,
          expiresAt: sessions.expiresAt,
        })
        .from(sessions)
        .where(behind(sessions, after, eq(sessions.userId, userId)))
        .orderBy(inOrder(sessions))
        .limit(pageSize),
  },
  {
    name: "passkeys",
    of: ["passkeys.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(passkeys),
          name: passkeys.name,
          createdAt: passkeys.createdAt,
          lastUsedAt: passkeys.lastUsedAt,
        })
        .from(passkeys)
        .where(behind(passkeys, after, eq(passkeys.userId, userId)))
        .orderBy(inOrder(passkeys))
        .limit(pageSize),
  },
  {
    name: "secondFactors",
    of: ["second_factors.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(secondFactors),
          createdAt: secondFactors.createdAt,
          confirmedAt: secondFactors.confirmedAt,
        })
        .from(secondFactors)
        .where(behind(secondFactors, after, eq(secondFactors.userId, userId)))
        .orderBy(inOrder(secondFactors))
        .limit(pageSize),
  },
  {
    name: "pushDevices",
    of: ["push_subscriptions.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(pushSubscriptions),
          endpoint: pushSubscriptions.endpoint,
          createdAt: pushSubscriptions.createdAt,
        })
        .from(pushSubscriptions)
        .where(behind(pushSubscriptions, after, eq(pushSubscriptions.userId, userId)))
        .orderBy(inOrder(pushSubscriptions))
        .limit(pageSize),
  },
  {
    name: "quietHours",
    of: ["quiet_hours.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(quietHours),
          fromMinute: quietHours.fromMinute,
          toMinute: quietHours.toMinute,
          timeZone: quietHours.timeZone,
        })
        .from(quietHours)
        .where(behind(quietHours, after, eq(quietHours.userId, userId)))
        .orderBy(inOrder(quietHours))
        .limit(pageSize),
  },
  {
    name: "pictures",
    of: ["pictures.owner_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(pictures),
          id: pictures.id,
          kind: pictures.kind,
          width: pictures.width,
          height: pictures.height,
          createdAt: pictures.createdAt,
        })
        .from(pictures)
        .where(behind(pictures, after, eq(pictures.ownerId, userId)))
        .orderBy(inOrder(pictures))
        .limit(pageSize),
  },
  {
    name: "encoders",
    of: ["ingest_credentials.owner_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(ingestCredentials),
          kind: ingestCredentials.kind,
          stream: ingestCredentials.streamId,
          createdAt: ingestCredentials.createdAt,
          expiresAt: ingestCredentials.expiresAt,
          completedAt: ingestCredentials.completedAt,
        })
        .from(ingestCredentials)
        .where(behind(ingestCredentials, after, eq(ingestCredentials.ownerId, userId)))
        .orderBy(inOrder(ingestCredentials))
        .limit(pageSize),
  },
  {
    name: "following",
    of: ["follows.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(follows),
          user: users.username,
          hasAlert: follows.hasAlert,
          createdAt: follows.createdAt,
        })
        .from(follows)
        .innerJoin(users, eq(users.id, follows.followingId))
        .where(behind(follows, after, eq(follows.userId, userId)))
        .orderBy(inOrder(follows))
        .limit(pageSize),
  },
  {
    name: "followers",
    of: ["follows.following_id"],
    read: (db, userId, after) =>
      db
        .select({ row: rowOf(follows), user: users.username, createdAt: follows.createdAt })
        .from(follows)
        .innerJoin(users, eq(users.id, follows.userId))
        .where(behind(follows, after, eq(follows.followingId, userId)))
        .orderBy(inOrder(follows))
        .limit(pageSize),
  },
  {
    name: "blocked",
    of: ["blocks.user_id"],
    read: (db, userId, after) =>
      db
        .select({ row: rowOf(blocks), user: users.username, createdAt: blocks.createdAt })
        .from(blocks)
        .innerJoin(users, eq(users.id, blocks.blockedId))
        .where(behind(blocks, after, eq(blocks.userId, userId)))
        .orderBy(inOrder(blocks))
        .limit(pageSize),
  },
  {
    name: "referrals",
    of: ["users.referrer_id"],
    read: (db, userId, after) =>
      db
        .select({ row: rowOf(users), user: users.username, createdAt: users.createdAt })
        .from(users)
        .where(behind(users, after, eq(users.referrerId, userId)))
        .orderBy(inOrder(users))
        .limit(pageSize),
  },
  {
    name: "reports",
    of: ["reports.reporter_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(reports),
          user: users.username,
          offenseCode: reports.offenseCode,
          createdAt: reports.createdAt,
          settledAt: reports.settledAt,
          outcome: reports.outcome,
        })
        .from(reports)
        .innerJoin(users, eq(users.id, reports.offenderId))
        .where(behind(reports, after, eq(reports.reporterId, userId)))
        .orderBy(inOrder(reports))
        .limit(pageSize),
  },
  {
    name: "feedback",
    of: ["feedback.user_id"],
    read: (db, userId, after) =>
      db
        .select({ row: rowOf(feedback), message: feedback.message, createdAt: feedback.createdAt })
        .from(feedback)
        .where(behind(feedback, after, eq(feedback.userId, userId)))
        .orderBy(inOrder(feedback))
        .limit(pageSize),
  },
  {
    name: "awards",
    of: ["user_awards.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(userAwards),
          title: awards.title,
          name: awards.name,
          stage: stages.name,
          awardedAt: userAwards.awardedAt,
          setsPlayed: userAwards.setsPlayed,
          hours: userAwards.hours,
          listens: userAwards.listens,
          favorites: userAwards.favorites,
          cheers: userAwards.cheers,
          referrals: userAwards.referrals,
        })
        .from(userAwards)
        .innerJoin(awards, eq(awards.id, userAwards.awardId))
        .leftJoin(stages, eq(stages.id, userAwards.stageId))
        .where(behind(userAwards, after, eq(userAwards.userId, userId)))
        .orderBy(inOrder(userAwards))
        .limit(pageSize),
  },
];
