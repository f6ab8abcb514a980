/** Operators' reads about people, and suspensions. */
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { matchWords } from "#db/full-text.ts";
import { emailChanges, feedback, mailTokens, reports, sessions, users } from "#db/schema/index.ts";

/** The newest row that was shown, or null for the first page. */
export interface Before {
  date: number;
  id: string;
}

const reporters = alias(users, "reporters");
const openReports = (db: Db) =>
  db.$count(reports, and(eq(reports.offenderId, users.id), isNull(reports.settledAt)));

const personColumns = (db: Db) => ({
  id: users.id,
  username: users.username,
  photo: users.photo,
  bannedAt: users.bannedAt,
  isOperator: users.isOperator,
  openReports: openReports(db),
});

export type OverseenRow = Awaited<ReturnType<typeof searchUsers>>[number];
export type ReportRow = Awaited<ReturnType<typeof listReports>>[number];

function selectReports(db: Db) {
  return db
    .select({
      ...getTableColumns(reports),
      offender: personColumns(db),
      reporter: { id: reporters.id, username: reporters.username, photo: reporters.photo },
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.offenderId))
    .leftJoin(reporters, eq(reporters.id, reports.reporterId))
    .$dynamic();
}

/** The newest first. */
export async function listReports(db: Db, { isOpen, limit }: { isOpen: boolean; limit: number }) {
  return selectReports(db)
    .where(isOpen ? isNull(reports.settledAt) : undefined)
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit);
}

/** The most recently settled first. */
export async function listSettledReports(db: Db, before: Before | null, limit: number): Promise<ReportRow[]> {
  return selectReports(db)
    .where(and(isNotNull(reports.settledAt), isOlder(before, reports.settledAt, reports.id)))
    .orderBy(desc(reports.settledAt), desc(reports.id))
    .limit(limit);
}

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  const [row] = await selectReports(db).where(eq(reports.id, id)).limit(1);
  return row;
}

/** Dismisses those of these reports that are still open; returns how many. */
export async function dismissReports(
  db: Db,
  which: { id: string } | { offenderId: string; until: number },
  settledAt: number,
): Promise<number> {
  const chosen =
    "id" in which
      ? eq(reports.id, which.id)
      : and(eq(reports.offenderId, which.offenderId), lte(reports.createdAt, which.until));
  const rows = await db
    .update(reports)
    .set({ settledAt, outcome: "dismissed" })
    .where(and(chosen, isNull(reports.settledAt)))
    .returning({ id: reports.id });
  return rows.length;
}

/**
 * Suspends an account, all of it or nothing: deletes every session, every emailed link and any change of address, and
 * settles what is open about it. An account that is already suspended keeps its time of suspension.
 */
export async function suspendUser(db: Db, userId: string, at: number): Promise<void> {
  await db.batch([
    db
      .update(users)
      .set({ bannedAt: sql`coalesce(${users.bannedAt}, ${at})` })
      .where(eq(users.id, userId)),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(mailTokens).where(eq(mailTokens.userId, userId)),
    db.delete(emailChanges).where(eq(emailChanges.userId, userId)),
    db
      .update(reports)
      .set({ settledAt: at, outcome: "banned" })
      .where(and(eq(reports.offenderId, userId), isNull(reports.settledAt))),
  ]);
}

/** One user as operators see them. */
export async function findOverseen(db: Db, userId: string): Promise<OverseenRow | undefined> {
  const [row] = await db.select(personColumns(db)).from(users).where(eq(users.id, userId));
  return row;
}

/**
 * People in whose names each of `words` is the start of a word, and those with this key, address or id; suspended
 * people and operators too. A match of the id comes first, then of the name or address, then the shorter names.
 */
export async function searchUsers(
  db: Db,
  input: { text: string; usernameKey: string; emailKey: string; words: readonly string[]; limit: number },
) {
  const exact = or(
    eq(users.usernameKey, input.usernameKey),
    eq(users.emailKey, input.emailKey),
    eq(users.id, input.text),
  );
  const found =
    input.words.length === 0
      ? undefined
      : sql`${users}.rowid in (select rowid from person_search where person_search match ${matchWords(input.words)})`;
  return db
    .select(personColumns(db))
    .from(users)
    .where(or(exact, found))
    .orderBy(
      desc(eq(users.id, input.text)),
      desc(sql`${exact}`),
      sql`length(${users.usernameKey})`,
      asc(users.usernameKey),
    )
    .limit(input.limit);
}

/** The newest first, with its writer; null where the account was deleted. */
export async function listFeedback(db: Db, before: Before | null, limit: number) {
  return db
    .select({
      id: feedback.id,
      message: feedback.message,
      createdAt: feedback.createdAt,
      user: { id: users.id, username: users.username, photo: users.photo },
    })
    .from(feedback)
    .leftJoin(users, eq(users.id, feedback.userId))
    .where(isOlder(before, feedback.createdAt, feedback.id))
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(limit);
}

type Column = typeof reports.settledAt | typeof feedback.createdAt | typeof reports.id | typeof feedback.id;

function isOlder(before: Before | null, date: Column, id: Column): SQL | undefined {
  if (before === null) return undefined;
  return or(lt(date, before.date), and(eq(date, before.date), lt(id, before.id)));
}
