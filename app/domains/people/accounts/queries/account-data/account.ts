import { eq, getTableColumns } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
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
} from "#db/schema/index.ts";
import { type DataSection, join, optionalJoin, pick, section } from "./section.ts";

const others = alias(users, "others");

/** Columns that authenticate the account's owner, or repeat another column. */
const secretColumns = ["passwordHash", "usernameKey", "usernameLook", "emailKey", "referrerId"] as const;
const account = omit(getTableColumns(users), ...secretColumns);
const toggles = omit(getTableColumns(toggleSettings), "userId");

/** The account itself and its notification settings; undefined where there is no such account. */
export async function findAccountData(db: Db, userId: string) {
  const [found] = await db
    .select({ account, referrer: others.username, toggles })
    .from(users)
    .leftJoin(others, eq(others.id, users.referrerId))
    .leftJoin(toggleSettings, eq(toggleSettings.userId, users.id))
    .where(eq(users.id, userId));
  if (found === undefined) return undefined;
  return { account: { ...found.account, referrer: found.referrer }, notifications: found.toggles ?? {} };
}

function omit<Columns extends object, Key extends keyof Columns>(columns: Columns, ...keys: readonly Key[]) {
  const kept = Object.entries(columns).filter(([key]) => !(keys as readonly string[]).includes(key));
  return Object.fromEntries(kept) as Omit<Columns, Key>;
}

/** Sections of the account's data about itself and about other people. */
export const accountSections: readonly DataSection[] = [
  section(
    "emailChanges",
    emailChanges.userId,
    pick(emailChanges, "email", "oldConfirmedAt", "newConfirmedAt", "expiresAt"),
  ),
  section(
    "sessions",
    sessions.userId,
    pick(sessions, "userAgent", "country", "createdAt", "lastSeenAt", "expiresAt"),
  ),
  section("passkeys", passkeys.userId, pick(passkeys, "name", "createdAt", "lastUsedAt")),
  section("secondFactors", secondFactors.userId, pick(secondFactors, "createdAt", "confirmedAt")),
  section("pushDevices", pushSubscriptions.userId, pick(pushSubscriptions, "endpoint", "createdAt")),
  section("quietHours", quietHours.userId, pick(quietHours, "fromMinute", "toMinute", "timeZone")),
  section("pictures", pictures.ownerId, pick(pictures, "id", "kind", "width", "height", "createdAt")),
  section("encoders", ingestCredentials.ownerId, {
    ...pick(ingestCredentials, "kind"),
    stream: ingestCredentials.streamId,
    ...pick(ingestCredentials, "createdAt", "expiresAt", "completedAt"),
  }),
  section(
    "following",
    follows.userId,
    { user: users.username, ...pick(follows, "hasAlert", "createdAt") },
    join(users.id, follows.followingId),
  ),
  section(
    "followers",
    follows.followingId,
    { user: users.username, ...pick(follows, "createdAt") },
    join(users.id, follows.userId),
  ),
  section(
    "blocked",
    blocks.userId,
    { user: users.username, ...pick(blocks, "createdAt") },
    join(users.id, blocks.blockedId),
  ),
  section("referrals", users.referrerId, { user: users.username, ...pick(users, "createdAt") }),
  section(
    "reports",
    reports.reporterId,
    { user: users.username, ...pick(reports, "offenseCode", "createdAt", "settledAt", "outcome") },
    join(users.id, reports.offenderId),
  ),
  section("feedback", feedback.userId, pick(feedback, "message", "createdAt")),
  section(
    "awards",
    userAwards.userId,
    {
      title: awards.title,
      name: awards.name,
      stage: stages.name,
      ...pick(userAwards, "awardedAt", "setsPlayed", "hours", "listens", "favorites", "cheers", "referrals"),
    },
    join(awards.id, userAwards.awardId),
    optionalJoin(stages.id, userAwards.stageId),
  ),
];
