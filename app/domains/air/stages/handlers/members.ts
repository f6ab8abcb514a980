import { type Served, serve } from "#workers/api/serve.ts";
import {
  addManagerCall,
  addMemberCall,
  addRoleCall,
  allowNamingCall,
  changeMemberRoleCall,
  leaveStageCall,
  listMembersCall,
  listRolesCall,
  removeManagerCall,
  removeMemberCall,
  removeRoleCall,
  updateRoleCall,
} from "../calls/members.ts";
import { listPlayersCall, namePerformerCall } from "../calls/playing.ts";
import {
  AddRoleInput,
  ManagerInput,
  MemberRoleInput,
  RemoveMemberInput,
  RenameRoleInput,
  RoleInput,
} from "../contract/members.ts";
import { AllowNamingInput, SetPerformerInput } from "../contract/playing.ts";
import { StageInput } from "../contract/stages.ts";
import { addManager, removeManager } from "../managers.server.ts";
import {
  addMember,
  addRole,
  changeMemberRole,
  leaveStage,
  listMembers,
  listRoles,
  removeMember,
  removeRole,
  updateRole,
} from "../members.server.ts";
import { allowNaming, listPlayers, namePerformer } from "../playing.server.ts";

export const members: readonly Served[] = [
  serve(listMembersCall, { summary: "The members of a stage.", input: StageInput, run: listMembers }),
  serve(listRolesCall, {
    summary: "The member roles of a stage.",
    input: StageInput,
    run: listRoles,
  }),
  serve(leaveStageCall, { summary: "End the caller's own membership.", input: StageInput, run: leaveStage }),
  serve(allowNamingCall, {
    summary: "Whether managers may name the signed-in member as the performer.",
    input: AllowNamingInput,
    run: allowNaming,
  }),
  serve(listPlayersCall, {
    summary:
      "The named performer of an on-demand stage that the caller manages, and the members who can be named.",
    input: StageInput,
    run: listPlayers,
  }),
  serve(namePerformerCall, {
    summary: "Name the performer of an on-demand stage that the caller manages, or no one.",
    input: SetPerformerInput,
    run: namePerformer,
  }),
  serve(addRoleCall, {
    summary: "Add a role to a stage that the caller manages.",
    input: AddRoleInput,
    run: addRole,
  }),
  serve(updateRoleCall, { summary: "Rename a role.", input: RenameRoleInput, run: updateRole }),
  serve(removeRoleCall, {
    summary: "Remove a role, also from every member who has it.",
    input: RoleInput,
    run: removeRole,
  }),
  serve(addMemberCall, {
    summary: "Add a member to a stage that the caller manages.",
    input: MemberRoleInput,
    run: addMember,
  }),
  serve(removeMemberCall, {
    summary: "Remove a member.",
    input: RemoveMemberInput,
    run: removeMember,
  }),
  serve(changeMemberRoleCall, {
    summary: "Give a member another role, or none.",
    input: MemberRoleInput,
    run: changeMemberRole,
  }),
  serve(addManagerCall, {
    summary: "Add a manager to a stage that the caller manages.",
    input: ManagerInput,
    run: addManager,
  }),
  serve(removeManagerCall, {
    summary: "Remove a manager.",
    input: ManagerInput,
    run: removeManager,
  }),
];
