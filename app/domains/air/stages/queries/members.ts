import { and, asc, eq, exists, sql } from "drizzle-orm";
import { listedPerson } from "#app/domains/people/people/queries/people.ts";
import { batchUnless } from "#db/batch-unless.ts";
import type { Db } from "#db/client.ts";
import { stageMembers, stageRoles, users } from "#db/schema/index.ts";

export type MemberRow = Awaited<ReturnType<typeof listMemberRows>>[number];
export type RoleRow = Pick<typeof stageRoles.$inferSelect, "id" | "name">;

const ofPair = (stageId: string, userId: string) =>
  and(eq(stageMembers.stageId, stageId), eq(stageMembers.userId, userId));

/** Lists members in the order in which they joined. */
export async function listMemberRows(db: Db, stageId: string) {
  return db
    .select({
      id: stageMembers.id,
      allowsNaming: stageMembers.allowsNaming,
      user: listedPerson,
      role: { id: stageRoles.id, name: stageRoles.name },
    })
    .from(stageMembers)
    .innerJoin(users, eq(users.id, stageMembers.userId))
    .leftJoin(stageRoles, eq(stageRoles.id, stageMembers.roleId))
    .where(eq(stageMembers.stageId, stageId))
    .orderBy(asc(stageMembers.createdAt), asc(stageMembers.id));
}

export const countMembers = (db: Db, stageId: string): Promise<number> =>
  db.$count(stageMembers, eq(stageMembers.stageId, stageId));

export async function isStageMember(db: Db, stageId: string, userId: string): Promise<boolean> {
  return (await db.$count(stageMembers, ofPair(stageId, userId))) > 0;
}

/** False where they are already a member, or the stage has `max`. */
export function insertMember(
  db: Db,
  member: typeof stageMembers.$inferInsert,
  max: number,
): Promise<boolean> {
  const present = db.$count(stageMembers, eq(stageMembers.stageId, member.stageId));
  const same = db.$count(stageMembers, ofPair(member.stageId, member.userId));
  return batchUnless(db, sql`${present} >= ${max} or ${same} > 0`, [db.insert(stageMembers).values(member)]);
}

const isRole = (db: Db, stageId: string, roleId: string) =>
  exists(
    db
      .select({ id: stageRoles.id })
      .from(stageRoles)
      .where(and(eq(stageRoles.id, roleId), eq(stageRoles.stageId, stageId))),
  );

/** False where they are not a member, or the stage has no such role any more. `roleId` null: a member without a role. */
export async function updateMemberRole(
  db: Db,
  stageId: string,
  userId: string,
  roleId: string | null,
): Promise<boolean> {
  const rows = await db
    .update(stageMembers)
    .set({ roleId })
    .where(and(ofPair(stageId, userId), roleId === null ? undefined : isRole(db, stageId, roleId)))
    .returning({ id: stageMembers.id });
  return rows.length === 1;
}

/** Deletes by the membership's id or by the member's; returns the member, or undefined where there is none. */
export async function deleteMember(
  db: Db,
  stageId: string,
  by: { memberId: string } | { userId: string },
): Promise<string | undefined> {
  const which = "memberId" in by ? eq(stageMembers.id, by.memberId) : eq(stageMembers.userId, by.userId);
  const [row] = await db
    .delete(stageMembers)
    .where(and(eq(stageMembers.stageId, stageId), which))
    .returning({ userId: stageMembers.userId });
  return row?.userId;
}

export async function listRoleRows(db: Db, stageId: string): Promise<RoleRow[]> {
  return db
    .select({ id: stageRoles.id, name: stageRoles.name })
    .from(stageRoles)
    .where(eq(stageRoles.stageId, stageId))
    .orderBy(asc(stageRoles.createdAt), asc(stageRoles.id));
}

/** Another name than these is a role's by now. */
const hasOtherName = (db: Db, stageId: string, names: readonly string[]) =>
  exists(
    db
      .select({ id: stageRoles.id })
      .from(stageRoles)
      .where(
        and(
          eq(stageRoles.stageId, stageId),
          sql`${stageRoles.name} not in (select value from json_each(${JSON.stringify(names)}))`,
        ),
      ),
  );

/** False where the stage has `max`, or its roles have other names than those that were read. */
export function insertRole(
  db: Db,
  role: typeof stageRoles.$inferInsert,
  { max, names }: { max: number; names: readonly string[] },
): Promise<boolean> {
  const present = db.$count(stageRoles, eq(stageRoles.stageId, role.stageId));
  return batchUnless(db, sql`${present} >= ${max} or ${hasOtherName(db, role.stageId, names)}`, [
    db.insert(stageRoles).values(role),
  ]);
}

/** False where the stage has no such role, or its roles have other names than those that were read. */
export function renameRole(
  db: Db,
  { id, stageId, name }: Pick<typeof stageRoles.$inferSelect, "id" | "stageId" | "name">,
  names: readonly string[],
): Promise<boolean> {
  return batchUnless(db, sql`not ${isRole(db, stageId, id)} or ${hasOtherName(db, stageId, names)}`, [
    db.update(stageRoles).set({ name }).where(eq(stageRoles.id, id)),
  ]);
}

/** Removes the role from everyone who has it; returns its name, or undefined where there is no such role. */
export async function deleteRole(db: Db, stageId: string, roleId: string): Promise<string | undefined> {
  const ofStage = and(eq(stageRoles.id, roleId), eq(stageRoles.stageId, stageId));
  const [row] = await db.select({ name: stageRoles.name }).from(stageRoles).where(ofStage);
  if (row === undefined) return undefined;
  await db.batch([
    db.update(stageMembers).set({ roleId: null }).where(eq(stageMembers.roleId, roleId)),
    db.delete(stageRoles).where(ofStage),
  ]);
  return row.name;
}
