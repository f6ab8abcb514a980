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
} from "#app/domains/stages/calls/members.ts";
import { listPlayersCall, namePerformerCall } from "#app/domains/stages/calls/playing.ts";
import {
  AddRoleInput,
  ManagerInput,
  MemberRoleInput,
  RemoveMemberInput,
  RenameRoleInput,
  RoleInput,
} from "#app/domains/stages/contract/members.ts";
import { AllowNamingInput, SetPerformerInput } from "#app/domains/stages/contract/playing.ts";
import { StageInput } from "#app/domains/stages/contract/stages.ts";
import { addManager, removeManager } from "#app/domains/stages/managers.server.ts";
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
} from "#app/domains/stages/members.server.ts";
import { allowNaming, listPlayers, namePerformer } from "#app/domains/stages/playing.server.ts";
import { type Served, serve } from "./serve.ts";

export const members: readonly Served[] = [
  serve(listMembersCall, { summary: "Who belongs to a stage.", input: StageInput, run: listMembers }),
  serve(listRolesCall, {
    summary: "What members of a stage can be called.",
    input: StageInput,
    run: listRoles,
  }),
  serve(leaveStageCall, { summary: "End one's own membership.", input: StageInput, run: leaveStage }),
  serve(allowNamingCall, {
    summary: "Whether managers may name the signed-in member as who plays.",
    input: AllowNamingInput,
    run: allowNaming,
  }),
  serve(listPlayersCall, {
    summary: "Who plays on an on-demand stage of one's own, and who can be named.",
    input: StageInput,
    run: listPlayers,
  }),
  serve(namePerformerCall, {
    summary: "Name who plays on an on-demand stage of one's own, or nobody.",
    input: SetPerformerInput,
    run: namePerformer,
  }),
  serve(addRoleCall, { summary: "A new role on a stage of one's own.", input: AddRoleInput, run: addRole }),
  serve(updateRoleCall, { summary: "Another name for a role.", input: RenameRoleInput, run: updateRole }),
  serve(removeRoleCall, {
    summary: "Take a role away, also from everyone who holds it.",
    input: RoleInput,
    run: removeRole,
  }),
  serve(addMemberCall, {
    summary: "Make somebody a member of a stage of one's own.",
    input: MemberRoleInput,
    run: addMember,
  }),
  serve(removeMemberCall, {
    summary: "End somebody's membership.",
    input: RemoveMemberInput,
    run: removeMember,
  }),
  serve(changeMemberRoleCall, {
    summary: "Give a member another role, or none.",
    input: MemberRoleInput,
    run: changeMemberRole,
  }),
  serve(addManagerCall, {
    summary: "Let somebody manage a stage of one's own.",
    input: ManagerInput,
    run: addManager,
  }),
  serve(removeManagerCall, {
    summary: "Let somebody manage a stage no longer.",
    input: ManagerInput,
    run: removeManager,
  }),
];
