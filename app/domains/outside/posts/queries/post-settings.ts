/** The settings of where posts go, for their owners, and what a post tells of its owner. */
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { isOwnedBy, type OwnerPath } from "#app/domains/people/deliveries/queries/owned-by.ts";
import { batchUnless } from "#db/batch-unless.ts";
import type { Db } from "#db/client.ts";
import { postTargets, stages, users } from "#db/schema/index.ts";
import type { PostTarget } from "./post-targets.ts";

/** Services on which a person has one account. */
export type AccountParty = "twitter" | "bluesky" | "mastodon";

/** The account that a person has linked there. */
export async function findPostAccount(
  db: Db,
  userId: string,
  party: AccountParty,
): Promise<PostTarget | undefined> {
  const isIt = and(eq(postTargets.userId, userId), eq(postTargets.party, party));
  const [row] = await db.select().from(postTargets).where(isIt);
  return row;
}

export type NewPostTarget = Pick<PostTarget, "party" | "name" | "host" | "secret" | "linkedAt"> & {
  /** A new id, or that of the owner's channel which is linked again. */
  id: string;
  owner: OwnerPath;
};

/**
 * Links an account or a channel, and returns its row. What is linked again keeps its id and its settings, and accepts
 * posts again: an account by its service, of which a person has one, a channel by its id.
 */
export async function savePostTarget(db: Db, target: NewPostTarget): Promise<PostTarget> {
  const [row] = await writePostTarget(db, target);
  if (row === undefined) throw new Error("The target belongs to another owner.");
  return row;
}

/**
 * The same for a channel. Undefined where its owner has another target by now than `known`, the ids of those that were
 * read: nothing was stored.
 */
export async function saveChannel(
  db: Db,
  target: NewPostTarget,
  known: readonly string[],
): Promise<PostTarget | undefined> {
  const isOther = sql`${postTargets.id} not in (select value from json_each(${JSON.stringify(known)}))`;
  const others = db.$count(postTargets, and(isOwnedBy(postTargets, target.owner), isOther));
  if (!(await batchUnless(db, sql`${others} > 0`, [writePostTarget(db, target)]))) return undefined;
  const [row] = await db.select().from(postTargets).where(eq(postTargets.id, target.id));
  return row;
}

function writePostTarget(db: Db, { owner, ...target }: NewPostTarget) {
  const [kind, ownerId = ""] = owner.split("/", 2);
  const own = kind === "stage" ? { stageId: ownerId } : { userId: ownerId };
  const { name, host, secret, linkedAt } = target;
  const linked = { name, host, secret, linkedAt, refusedAt: null };
  const isAccount = kind === "user" && !["discord", "telegram"].includes(target.party);
  return db
    .insert(postTargets)
    .values({ ...target, ...own })
    .onConflictDoUpdate(
      isAccount
        ? {
            target: [postTargets.userId, postTargets.party],
            // Must be worded as the index is.
            targetWhere: sql`party in ('twitter', 'bluesky', 'mastodon')`,
            set: linked,
          }
        : { target: postTargets.id, set: linked, setWhere: isOwnedBy(postTargets, owner) },
    )
    .returning();
}

export type PostSettings = Pick<
  PostTarget,
  "onLive" | "onBooking" | "isEditedAtEnd" | "hasLink" | "liveText" | "bookingText"
>;

/** Undefined where it was removed meanwhile. */
export async function updatePostTarget(
  db: Db,
  id: string,
  change: Partial<PostSettings>,
): Promise<PostTarget | undefined> {
  const [row] = await db
    .update(postTargets)
    // The id is set to itself where nothing is given, because an empty `set` is invalid SQL.
    .set({ id, ...change })
    .where(eq(postTargets.id, id))
    .returning();
  return row;
}

/** Stores what the service has renewed. False where it was linked again or unlinked meanwhile. */
export async function renewPostSecret(
  db: Db,
  { id, secret }: Pick<PostTarget, "id" | "secret">,
  renewed: string,
): Promise<boolean> {
  const isSame = and(eq(postTargets.id, id), eq(postTargets.secret, secret));
  const rows = await db
    .update(postTargets)
    .set({ secret: renewed })
    .where(isSame)
    .returning({ id: postTargets.id });
  return rows.length === 1;
}

/** False where it was removed before. */
export async function deletePostTarget(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(postTargets).where(eq(postTargets.id, id)).returning({ id: postTargets.id });
  return rows.length === 1;
}

/** The owner of posts, for example texts and links. */
export interface PostOwner {
  kind: "user" | "stage";
  name: string;
  /** The owner's name in the address of their page. */
  address: string;
}

export async function findPostOwner(
  db: Db,
  { userId, stageId }: Pick<PostTarget, "userId" | "stageId">,
): Promise<PostOwner | undefined> {
  if (stageId !== null) {
    const [row] = await db
      .select({ name: stages.name, customUrl: stages.customUrl })
      .from(stages)
      .where(eq(stages.id, stageId));
    return row && { kind: "stage", name: row.name, address: row.customUrl ?? stageId };
  }
  const [row] = await db
    .select({ id: users.id, name: users.username })
    .from(users)
    .where(eq(users.id, userId ?? ""));
  return row && { kind: "user", name: row.name, address: row.id };
}

/** Everything that a person has linked for posts, in the order in which it was linked. */
export function listLinkedNames(
  db: Db,
  userId: string,
): Promise<Pick<PostTarget, "party" | "name" | "refusedAt">[]> {
  const { party, name, refusedAt } = getTableColumns(postTargets);
  return db
    .select({ party, name, refusedAt })
    .from(postTargets)
    .where(eq(postTargets.userId, userId))
    .orderBy(postTargets.linkedAt, postTargets.id);
}

/** The path of the picture beside a link: the performer's, or that of the stage; null where there is neither. */
export async function findPostPicture(
  db: Db,
  { performer, stage }: { performer: string | null; stage: string | null },
): Promise<string | null> {
  const [person] =
    performer === null
      ? []
      : await db.select({ path: users.photo }).from(users).where(eq(users.id, performer));
  if (person?.path != null) return person.path;
  const [place] =
    stage === null
      ? []
      : await db.select({ path: stages.thumbnail }).from(stages).where(eq(stages.id, stage));
  return place?.path ?? null;
}
