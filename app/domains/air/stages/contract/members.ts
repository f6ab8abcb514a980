/** The members of a stage, their roles, and its managers. */
import * as z from "zod/mini";
import { visibleLine } from "#app/domains/base/text/fields.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { ListedPersonView } from "#app/domains/people/people/contract/people.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(100));
const RoleName = visibleLine(40);

export const RoleView = z.object({ id: z.string(), _id: z.string(), role: z.string() });
export type RoleView = z.infer<typeof RoleView>;

export const MemberView = z.object({
  id: z.string(),
  _id: z.string(),
  user: ListedPersonView,
  role: z.nullable(RoleView),
  /** Only for the viewer's own membership: whether the managers may name them as the one who plays. */
  allowsNaming: z.optional(z.boolean()),
});
export type MemberView = z.infer<typeof MemberView>;

/** The changed role, after the call, with the message for a toast. */
export const RoleNoticeView = z.object({ ...RoleView.shape, ...NoticeView.shape });
export type RoleNoticeView = z.infer<typeof RoleNoticeView>;
export const MemberNoticeView = z.object({ ...NoticeView.shape, members: z.array(MemberView) });
export type MemberNoticeView = z.infer<typeof MemberNoticeView>;
export const ManagerNoticeView = z.object({ ...NoticeView.shape, managers: z.array(ListedPersonView) });
export type ManagerNoticeView = z.infer<typeof ManagerNoticeView>;

export const ManagerInput = z.object({ room: Id, user: Id });
export type ManagerInput = z.infer<typeof ManagerInput>;
/** `role` is the new role's name. */
export const AddRoleInput = z.object({ room: Id, role: RoleName });
export type AddRoleInput = z.infer<typeof AddRoleInput>;
/** `role` is a role's id. */
export const RoleInput = z.object({ room: Id, role: Id });
export type RoleInput = z.infer<typeof RoleInput>;
export const RenameRoleInput = z.object({ room: Id, role: Id, name: RoleName });
export type RenameRoleInput = z.infer<typeof RenameRoleInput>;
/** `role` is a role's id; without one it is "No Role". */
export const MemberRoleInput = z.object({ room: Id, user: Id, role: z.nullish(Id) });
export type MemberRoleInput = z.infer<typeof MemberRoleInput>;
/** `member` is a membership's id. */
export const RemoveMemberInput = z.object({ room: Id, member: Id });
export type RemoveMemberInput = z.infer<typeof RemoveMemberInput>;
