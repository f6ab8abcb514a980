/** Members and their roles: read by everyone, changed by the stage's managers, left by oneself. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { toListedPersonView } from "#app/domains/people/people/views.ts";
import { AppError } from "#app/errors.ts";
import type {
  AddRoleInput,
  MemberNoticeView,
  MemberRoleInput,
  MemberView,
  RemoveMemberInput,
  RenameRoleInput,
  RoleInput,
  RoleNoticeView,
  RoleView,
} from "./contract/members.ts";
import type { StageInput } from "./contract/stages.ts";
import { logOnStage } from "./log.server.ts";
import { peopleLimits, requireNoBlock, tooMany } from "./people-limits.server.ts";
import {
  countMembers,
  deleteMember,
  deleteRole,
  insertMember,
  insertRole,
  listMemberRows,
  listRoleRows,
  type MemberRow,
  type RoleRow,
  renameRole,
  updateMemberRole,
} from "./queries/members.ts";
import { requireManagedStage, requireStageId } from "./require-stage.server.ts";

/** Throws `not-found`. */
export async function listMembers(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: StageInput,
): Promise<MemberView[]> {
  return readMembers(ctx, await requireStageId(ctx, input.room));
}

/** Throws `not-found`. */
export async function listRoles(ctx: Pick<AppContext, "db">, input: StageInput): Promise<RoleView[]> {
  return (await listRoleRows(ctx.db, await requireStageId(ctx, input.room))).map(toRoleView);
}

/**
 * Ends the viewer's own membership, and their being named as the one who plays. Throws `not-found` where there is none.
 */
export async function leaveStage(ctx: AppContext, input: StageInput): Promise<MemberNoticeView> {
  const viewer = requireViewer(ctx);
  const stageId = await requireStageId(ctx, input.room);
  if ((await deleteMember(ctx.db, stageId, { userId: viewer.id })) === undefined)
    throw new AppError("not-found");
  await logOnStage(ctx, stageId, "member-left", { member: viewer.username });
  await ctx.rooms.stage(stageId).refresh();
  return noticeOf(ctx, stageId, "You have renounced your membership");
}

/**
 * Throws `conflict` for a name that the stage already has, and for more roles than it may have; `not-found` for a user who
 * does not manage it.
 */
export async function addRole(ctx: AppContext, input: AddRoleInput): Promise<RoleNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  const role = { id: ctx.ids.next(), name: input.role };
  const row = { ...role, stageId: stage.id, createdAt: ctx.clock.now() };
  await withNewName(ctx, row, (names) => {
    if (names.length >= peopleLimits.roles) throw tooMany("roles");
    return insertRole(ctx.db, row, { max: peopleLimits.roles, names });
  });
  await logOnStage(ctx, stage.id, "role-added", { role: role.name });
  return { ...toRoleView(role), type: "confirm", message: `Role '${role.name}' has been added` };
}

/** Throws as `addRole`. */
export async function updateRole(ctx: AppContext, input: RenameRoleInput): Promise<RoleNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  const role = { id: input.role, name: input.name };
  const row = { ...role, stageId: stage.id };
  await withNewName(ctx, row, async (names) => {
    await requireRole(ctx, stage.id, role.id);
    return renameRole(ctx.db, row, names);
  });
  await logOnStage(ctx, stage.id, "role-renamed", { role: input.name });
  return { ...toRoleView(role), type: "confirm", message: "Role has been updated" };
}

/** Also removes it from everyone who has it. Throws `not-found`. */
export async function removeRole(ctx: AppContext, input: RoleInput): Promise<RoleNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  const name = await deleteRole(ctx.db, stage.id, input.role);
  if (name === undefined) throw new AppError("not-found");
  await logOnStage(ctx, stage.id, "role-removed", { role: name });
  return { ...toRoleView({ id: input.role, name }), type: "confirm", message: "Role has been removed" };
}

/**
 * Throws `conflict` for a member and where the stage is full; `not-welcome` and `you-blocked` for someone with whom there
 * is a block; `not-found` for a person or a role that does not exist.
 */
export async function addMember(ctx: AppContext, input: MemberRoleInput): Promise<MemberNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  const roleId = await requireRole(ctx, stage.id, input.role);
  const person = await getPerson(ctx, input.user);
  await requireNoBlock(ctx, person);
  const added = { stageId: stage.id, userId: person.id, roleId };
  const member = { id: ctx.ids.next(), ...added, createdAt: ctx.clock.now() };
  if (!(await insertMember(ctx.db, member, peopleLimits.members))) {
    if ((await countMembers(ctx.db, stage.id)) >= peopleLimits.members) throw tooMany("members");
    throw new AppError("conflict", { message: `${person.username} is already a member.` });
  }
  await logOnStage(ctx, stage.id, "member-added", { member: person.username });
  return noticeOf(ctx, stage.id, "Member has been added");
}

/** Throws `not-found`. */
export async function removeMember(ctx: AppContext, input: RemoveMemberInput): Promise<MemberNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  const userId = await deleteMember(ctx.db, stage.id, { memberId: input.member });
  if (userId === undefined) throw new AppError("not-found");
  await logOnStage(ctx, stage.id, "member-removed", { member: await nameOf(ctx, userId) });
  await ctx.rooms.stage(stage.id).refresh();
  return noticeOf(ctx, stage.id, "Member has been removed");
}

/** Throws `not-found` for a person who is not a member, or a role that is not this stage's. */
export async function changeMemberRole(ctx: AppContext, input: MemberRoleInput): Promise<MemberNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  const roleId = await requireRole(ctx, stage.id, input.role);
  if (!(await updateMemberRole(ctx.db, stage.id, input.user, roleId))) throw new AppError("not-found");
  await logOnStage(ctx, stage.id, "member-role-changed", { member: await nameOf(ctx, input.user) });
  return noticeOf(ctx, stage.id, "Member role has been updated");
}

/** Changes of one stage's roles that arrive together are decided about again. */
const maxTries = 5;

/**
 * Writes a role whose name the stage does not have, with the names that were read; again while `write` returns false,
 * because other names were written meanwhile. Throws `conflict` for a name that another role has.
 */
async function withNewName(
  ctx: Pick<AppContext, "db">,
  { id, stageId, name }: RoleRow & { stageId: string },
  write: (names: readonly string[]) => Promise<boolean>,
): Promise<void> {
  const wanted = name.toLowerCase();
  for (let tries = 0; tries < maxTries; tries += 1) {
    const roles = await listRoleRows(ctx.db, stageId);
    if (roles.some((role) => role.id !== id && role.name.toLowerCase() === wanted))
      throw new AppError("conflict", { message: `This stage already has a role '${name}'.` });
    if (await write(roles.map((role) => role.name))) return;
  }
  throw new AppError("conflict");
}

async function requireRole(
  ctx: Pick<AppContext, "db">,
  stageId: string,
  roleId: string | null | undefined,
): Promise<string | null> {
  if (roleId == null) return null;
  const roles = await listRoleRows(ctx.db, stageId);
  if (!roles.some((role) => role.id === roleId)) throw new AppError("not-found");
  return roleId;
}

async function noticeOf(ctx: AppContext, stageId: string, message: string): Promise<MemberNoticeView> {
  return { type: "confirm", message, members: await readMembers(ctx, stageId) };
}

export async function readMembers(
  ctx: Pick<AppContext, "db" | "viewer">,
  stageId: string,
): Promise<MemberView[]> {
  return (await listMemberRows(ctx.db, stageId)).map((row) => ({
    ...toMemberView(row),
    ...(row.user.id === ctx.viewer?.id ? { allowsNaming: row.allowsNaming } : {}),
  }));
}

/** A member who was banned meanwhile no longer has a page, but can still be removed. */
async function nameOf(ctx: AppContext, userId: string): Promise<string> {
  const person = await getPerson(ctx, userId).catch(() => null);
  return person?.username ?? "someone";
}

const toRoleView = (role: RoleRow): RoleView => ({ id: role.id, _id: role.id, role: role.name });

const toMemberView = (row: MemberRow): MemberView => ({
  id: row.id,
  _id: row.id,
  user: toListedPersonView(row.user),
  role: row.role === null ? null : toRoleView(row.role),
});
