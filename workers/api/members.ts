import { Hono } from "hono";
import * as z from "zod/mini";
import {
  AddRoleInput,
  ManagerInput,
  ManagerNoticeView,
  MemberNoticeView,
  MemberRoleInput,
  MemberView,
  RemoveMemberInput,
  RenameRoleInput,
  RoleInput,
  RoleNoticeView,
  RoleView,
} from "#app/domains/stages/contract/members.ts";
import {
  AllowNamingInput,
  PlayersNoticeView,
  PlayersView,
  SetPerformerInput,
} from "#app/domains/stages/contract/playing.ts";
import { StageInput } from "#app/domains/stages/contract.ts";
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
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const members = new Hono<HonoEnv>()
  .post(
    "/roomMembers/getMembers",
    call("user", "Who belongs to a stage.", z.array(MemberView)),
    body(StageInput),
    async (c) => c.json(await listMembers(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomMembers/getRoles",
    call("user", "What members of a stage can be called.", z.array(RoleView)),
    body(StageInput),
    async (c) => c.json(await listRoles(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomMembers/leaveMember",
    call("user", "End one's own membership.", MemberNoticeView),
    body(StageInput),
    async (c) => c.json(await leaveStage(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomMembers/allowNaming",
    call("user", "Whether managers may name the signed-in member as who plays.", MemberNoticeView),
    body(AllowNamingInput),
    async (c) => c.json(await allowNaming(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/getPerformers",
    call("user", "Who plays on an on-demand stage of one's own, and who can be named.", PlayersView),
    body(StageInput),
    async (c) => c.json(await listPlayers(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/setPerformer",
    call("user", "Name who plays on an on-demand stage of one's own, or nobody.", PlayersNoticeView),
    body(SetPerformerInput),
    async (c) => c.json(await namePerformer(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomMembers/addRole",
    call("user", "A new role on a stage of one's own.", RoleNoticeView),
    body(AddRoleInput),
    async (c) => c.json(await addRole(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomMembers/updateRole",
    call("user", "Another name for a role.", RoleNoticeView),
    body(RenameRoleInput),
    async (c) => c.json(await updateRole(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomMembers/removeRole",
    call("user", "Take a role away, also from everyone who holds it.", RoleNoticeView),
    body(RoleInput),
    async (c) => c.json(await removeRole(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomMembers/addMember",
    call("user", "Make somebody a member of a stage of one's own.", MemberNoticeView),
    body(MemberRoleInput),
    async (c) => c.json(await addMember(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomMembers/removeMember",
    call("user", "End somebody's membership.", MemberNoticeView),
    body(RemoveMemberInput),
    async (c) => c.json(await removeMember(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/roomMembers/updateMemberRole",
    call("user", "Give a member another role, or none.", MemberNoticeView),
    body(MemberRoleInput),
    async (c) => c.json(await changeMemberRole(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/addManager",
    call("user", "Let somebody manage a stage of one's own.", ManagerNoticeView),
    body(ManagerInput),
    async (c) => c.json(await addManager(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/rooms/removeManager",
    call("user", "Let somebody manage a stage no longer.", ManagerNoticeView),
    body(ManagerInput),
    async (c) => c.json(await removeManager(c.get("app"), c.req.valid("json"))),
  );
