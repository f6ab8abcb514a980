import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { linkedAccounts, toggleSettings, uploads, users } from "#db/schema/index.ts";

export type LinkedAccount = typeof linkedAccounts.$inferSelect;
export type Party = LinkedAccount["party"];

const isOf = (userId: string, party: Party) =>
  and(eq(linkedAccounts.userId, userId), eq(linkedAccounts.party, party));

export async function findLinkedAccount(
  db: Db,
  userId: string,
  party: Party,
): Promise<LinkedAccount | undefined> {
  const [row] = await db.select().from(linkedAccounts).where(isOf(userId, party));
  return row;
}

/** Everything that a person has linked but for posts. */
export function listLinkedAccounts(db: Db, userId: string): Promise<LinkedAccount[]> {
  return db.select().from(linkedAccounts).where(eq(linkedAccounts.userId, userId));
}

/** Linked again, it keeps its tags and its picture. */
export async function saveLinkedAccount(
  db: Db,
  account: Pick<LinkedAccount, "userId" | "party" | "name" | "token" | "linkedAt">,
): Promise<void> {
  const { name, token } = account;
  await db
    .insert(linkedAccounts)
    .values({ ...account, uploadTags: [] })
    .onConflictDoUpdate({
      target: [linkedAccounts.userId, linkedAccounts.party],
      set: { name, token, refusedAt: null },
    });
}

/** False where it was unlinked meanwhile, or with a photo where it has another one than `before`. */
export async function updateUploadSettings(
  db: Db,
  { userId, party, uploadPhoto: before }: Pick<LinkedAccount, "userId" | "party" | "uploadPhoto">,
  { tags, photo }: { tags?: string[] | undefined; photo?: string | null | undefined },
): Promise<boolean> {
  const rows = await db
    .update(linkedAccounts)
    // The id is set to itself where nothing is given, because an empty `set` is invalid SQL.
    .set({
      userId,
      ...(tags !== undefined && { uploadTags: tags }),
      ...(photo !== undefined && { uploadPhoto: photo }),
    })
    .where(
      and(
        isOf(userId, party),
        photo === undefined ? undefined : sql`${linkedAccounts.uploadPhoto} is ${before}`,
      ),
    )
    .returning({ userId: linkedAccounts.userId });
  return rows.length === 1;
}

/** `pausedAt` null: it goes on. */
export async function setPaused(
  db: Db,
  { userId, party }: Pick<LinkedAccount, "userId" | "party">,
  pausedAt: number | null,
): Promise<void> {
  await db.update(linkedAccounts).set({ pausedAt }).where(isOf(userId, party));
}

/** Those of these users who keep their listens at one of these services. */
export async function listKeepersOfListens(
  db: Db,
  userIds: readonly string[],
  parties: readonly Party[],
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: linkedAccounts.userId })
    .from(linkedAccounts)
    .where(
      and(
        // One parameter, however many they are.
        inArray(linkedAccounts.userId, sql`(select value from json_each(${JSON.stringify(userIds)}))`),
        inArray(linkedAccounts.party, [...parties]),
        isNull(linkedAccounts.refusedAt),
        isNull(linkedAccounts.pausedAt),
      ),
    );
  return rows.map(({ userId }) => userId);
}

/** The service refused this token. It may have been replaced meanwhile. */
export async function markTokenRefused(
  db: Db,
  { userId, party, token }: Pick<LinkedAccount, "userId" | "party" | "token">,
  refusedAt: number,
): Promise<void> {
  await db
    .update(linkedAccounts)
    .set({ refusedAt })
    .where(and(isOf(userId, party), eq(linkedAccounts.token, token)));
}

export async function deleteLinkedAccount(db: Db, userId: string, party: Party): Promise<void> {
  await db.delete(linkedAccounts).where(isOf(userId, party));
}

/** Deletes the token, ends what is under way, and switches off what needs the account. */
export async function deleteMixcloudAccount(db: Db, userId: string, now: number): Promise<void> {
  const isUnderWay = and(
    eq(uploads.userId, userId),
    eq(uploads.party, "mixcloud"),
    inArray(uploads.status, ["waiting", "sending"]),
  );
  await db.batch([
    db.delete(linkedAccounts).where(isOf(userId, "mixcloud")),
    db.update(uploads).set({ status: "failed", error: "unlinked", changedAt: now }).where(isUnderWay),
    db.update(toggleSettings).set({ mixcloudPersonal: false }).where(eq(toggleSettings.userId, userId)),
    db.update(users).set({ mixcloudUpload: false }).where(eq(users.id, userId)),
  ]);
}
