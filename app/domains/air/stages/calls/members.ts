import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  type AddRoleInput,
  type ManagerInput,
  ManagerNoticeView,
  MemberNoticeView,
  type MemberRoleInput,
  MemberView,
  type RemoveMemberInput,
  type RenameRoleInput,
  type RoleInput,
  RoleNoticeView,
  RoleView,
} from "../contract/members.ts";
import type { AllowNamingInput } from "../contract/playing.ts";
import type { StageInput } from "../contract/stages.ts";

export const listMembersCall = defineCall("POST", "/roomMembers/getMembers", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: z.array(MemberView),
});

export const listRolesCall = defineCall("POST", "/roomMembers/getRoles", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: z.array(RoleView),
});

export const leaveStageCall = defineCall("POST", "/roomMembers/leaveMember", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: MemberNoticeView,
});

export const allowNamingCall = defineCall("POST", "/roomMembers/allowNaming", {
  who: "user",
  input: takes<typeof AllowNamingInput>(),
  answer: MemberNoticeView,
});

export const addRoleCall = defineCall("POST", "/roomMembers/addRole", {
  who: "user",
  input: takes<typeof AddRoleInput>(),
  answer: RoleNoticeView,
});

export const updateRoleCall = defineCall("POST", "/roomMembers/updateRole", {
  who: "user",
  input: takes<typeof RenameRoleInput>(),
  answer: RoleNoticeView,
});

export const removeRoleCall = defineCall("POST", "/roomMembers/removeRole", {
  who: "user",
  input: takes<typeof RoleInput>(),
  answer: RoleNoticeView,
});

export const addMemberCall = defineCall("POST", "/roomMembers/addMember", {
  who: "user",
  input: takes<typeof MemberRoleInput>(),
  answer: MemberNoticeView,
});

export const removeMemberCall = defineCall("POST", "/roomMembers/removeMember", {
  who: "user",
  input: takes<typeof RemoveMemberInput>(),
  answer: MemberNoticeView,
});

export const changeMemberRoleCall = defineCall("POST", "/roomMembers/updateMemberRole", {
  who: "user",
  input: takes<typeof MemberRoleInput>(),
  answer: MemberNoticeView,
});

export const addManagerCall = defineCall("POST", "/rooms/addManager", {
  who: "user",
  input: takes<typeof ManagerInput>(),
  answer: ManagerNoticeView,
});

export const removeManagerCall = defineCall("POST", "/rooms/removeManager", {
  who: "user",
  input: takes<typeof ManagerInput>(),
  answer: ManagerNoticeView,
});
