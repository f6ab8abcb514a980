import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StageConnectionView } from "#app/domains/air/media/contract/encoder.ts";
import type {
  ManagerNoticeView,
  MemberNoticeView,
  MemberView,
  RoleNoticeView,
  RoleView,
} from "#app/domains/air/stages/contract/members.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { openDb } from "#db/client.ts";
import { ingestCredentials, stageLog, users } from "#db/schema/index.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
let manager: Person;
let member: Person;
let stage: StageAnswer;

beforeAll(async () => {
  manager = await makePerson({ username: "Keeper", isManager: true });
});
beforeEach(async () => {
  [member, stage] = await Promise.all([makePerson(), makeStage(manager)]);
});

const ask = <Answer>(path: string, as: Person, body: Record<string, unknown>, status = 200) =>
  answerOf<Answer>(request(`/api/${path}`, { as, body: { room: stage.id, ...body } }), status);
const keyOf = async (stageId: string) =>
  (await db.select().from(ingestCredentials).where(eq(ingestCredentials.ownerId, stageId)))[0];
const addRole = (role: string) => ask<RoleNoticeView>("roomMembers/addRole", manager, { role });
const listMembers = () => ask<MemberView[]>("roomMembers/getMembers", member, {});

describe("roles", () => {
  test("can be added, renamed and removed", async () => {
    const role = await addRole(" Resident ");
    expect(role.message).toBe("Role 'Resident' has been added");
    const renamed = { role: role.id, name: "House" };
    expect((await ask<RoleNoticeView>("roomMembers/updateRole", manager, renamed)).message).toBe(
      "Role has been updated",
    );
    expect((await ask<RoleView[]>("roomMembers/getRoles", member, {})).map((each) => each.role)).toEqual([
      "House",
    ]);
    expect((await ask<RoleNoticeView>("roomMembers/removeRole", manager, { role: role.id })).message).toBe(
      "Role has been removed",
    );
    await ask("roomMembers/removeRole", manager, { role: role.id }, 404);
  });

  test("have unique names", async () => {
    await addRole("Resident");
    await ask("roomMembers/addRole", manager, { role: "RESIDENT" }, 409);
    await ask("roomMembers/addRole", manager, { role: "  " }, 400);
  });

  test("are removed from all their holders when deleted", async () => {
    const role = await addRole("Resident");
    await ask("roomMembers/addMember", manager, { user: member.id, role: role.id });
    expect((await listMembers())[0]?.role?.role).toBe("Resident");
    await ask("roomMembers/removeRole", manager, { role: role.id });
    expect((await listMembers())[0]?.role).toBeNull();
  });
});

describe("a stage", () => {
  test("adds no one with whom there is a block", async () => {
    await answerOf(request("/api/users/blockUser", { as: member, body: { block: manager.id } }));
    await ask("roomMembers/addMember", manager, { user: member.id }, 403);
    await ask("rooms/addManager", manager, { user: member.id }, 403);
    expect(await listMembers()).toEqual([]);
    const blocked = await makePerson();
    await answerOf(request("/api/users/blockUser", { as: manager, body: { block: blocked.id } }));
    await ask("roomMembers/addMember", manager, { user: blocked.id }, 409);
  });

  test("has a limited number of members, roles and managers", async () => {
    const many = "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)";
    const fill = async (sql: string, count: number) =>
      env.DB.prepare(sql.replace("{many}", many)).bind(stage.id, count).run();
    await fill(
      "insert into users (id, username, username_key, email, email_key, password_hash, created_at) {many} select 'crowd-' || i || ?1, 'C' || i || ?1, 'c' || i || ?1, i || ?1 || '@x.example', i || ?1 || '@x.example', '', 0 from n",
      500,
    );
    await fill(
      "insert into stage_members (id, stage_id, user_id, created_at) {many} select i || ?1, ?1, 'crowd-' || i || ?1, 0 from n",
      500,
    );
    await ask("roomMembers/addMember", manager, { user: member.id }, 409);
    await fill(
      "insert into stage_roles (id, stage_id, name, created_at) {many} select i || ?1, ?1, 'R' || i, 0 from n",
      50,
    );
    await ask("roomMembers/addRole", manager, { role: "One more" }, 409);
    await fill(
      "insert into stage_managers (stage_id, user_id, created_at) {many} select ?1, 'crowd-' || i || ?1, 0 from n",
      49,
    );
    await ask("rooms/addManager", manager, { user: member.id }, 409);
  });
});

describe("members", () => {
  test("can be added, changed and removed", async () => {
    const role = await addRole("Crew");
    const added = await ask<MemberNoticeView>("roomMembers/addMember", manager, { user: member.id });
    expect(added).toMatchObject({ message: "Member has been added", members: [{ role: null }] });
    await ask("roomMembers/addMember", manager, { user: member.id }, 409);
    const changed = { user: member.id, role: role.id };
    expect(await ask<MemberNoticeView>("roomMembers/updateMemberRole", manager, changed)).toMatchObject({
      message: "Member role has been updated",
      members: [{ role: { role: "Crew" } }],
    });
    const removed = { member: added.members[0]?.id };
    expect(await ask<MemberNoticeView>("roomMembers/removeMember", manager, removed)).toMatchObject({
      message: "Member has been removed",
      members: [],
    });
    await ask("roomMembers/updateMemberRole", manager, changed, 404);
  });

  test("can leave on their own", async () => {
    await ask("roomMembers/addMember", manager, { user: member.id });
    const left = await ask<MemberNoticeView>("roomMembers/leaveMember", member, {});
    expect(left.message).toBe("You have renounced your membership");
    await ask("roomMembers/leaveMember", member, {}, 404);
  });

  test("can only have roles of their own stage", async () => {
    const elsewhere = await makeStage(manager);
    const foreign = await answerOf<RoleNoticeView>(
      request("/api/roomMembers/addRole", { as: manager, body: { room: elsewhere.id, role: "Guest" } }),
    );
    await ask("roomMembers/addMember", manager, { user: member.id, role: foreign.id }, 404);
    await ask("roomMembers/updateRole", manager, { role: foreign.id, name: "Mine" }, 404);
    await ask("roomMembers/removeRole", manager, { role: foreign.id }, 404);
    await ask("roomMembers/addMember", manager, { user: "nobody" }, 404);
  });
});

describe("managers", () => {
  test("can be added and removed", async () => {
    const added = await ask<ManagerNoticeView>("rooms/addManager", manager, { user: member.id });
    expect(added.message).toBe(`${member.username} added as manager`);
    await ask("rooms/addManager", member, { user: member.id });
    const removed = await ask<ManagerNoticeView>("rooms/removeManager", member, { user: manager.id });
    expect(removed).toMatchObject({
      message: "Keeper removed as manager",
      managers: [{ id: member.id }],
    });
    await ask("rooms/addManager", manager, { user: manager.id }, 404);
  });

  test("cannot remove themselves, and lose the manager status with their last stage", async () => {
    await ask("rooms/removeManager", manager, { user: manager.id }, 409);
    await ask("rooms/addManager", manager, { user: member.id });
    await ask("rooms/removeManager", manager, { user: member.id });
    const [row] = await db.select().from(users).where(eq(users.id, member.id));
    expect(row?.isManager).toBe(false);
    await ask("rooms/removeManager", manager, { user: member.id }, 404);
  });

  test("who remove each other simultaneously leave one manager", async () => {
    await ask("rooms/addManager", manager, { user: member.id });
    const [first, second] = await Promise.all(
      [
        [manager, member],
        [member, manager],
      ].map(([as, user]) =>
        request("/api/rooms/removeManager", { as, body: { room: stage.id, user: user?.id } }),
      ),
    );
    expect([first?.status ?? 0, second?.status ?? 0].toSorted((a, b) => a - b)).toEqual([200, 404]);
    const left = await answerOf<PersonView[]>(
      request("/api/rooms/getManagers", { as: manager, body: { room: stage.id } }),
    );
    expect(left).toHaveLength(1);
  });

  test("without a stage keep their manager status when their removal is attempted", async () => {
    const appointed = await makePerson({ isManager: true });
    await ask("rooms/removeManager", manager, { user: appointed.id }, 404);
    const [row] = await db.select().from(users).where(eq(users.id, appointed.id));
    expect(row?.isManager).toBe(true);
  });

  test("lose access to the password of an on-demand stage when removed, while its public stream stays", async () => {
    stage = await makeStage(manager, { instant: true });
    await ask("rooms/addManager", manager, { user: member.id });
    const known = await ask<StageConnectionView>("media/stageConnection", member, {});
    const before = await keyOf(stage.id);
    await ask("rooms/removeManager", manager, { user: member.id });
    const renewed = await ask<StageConnectionView>("media/stageConnection", manager, {});
    expect(renewed.mount).not.toBe(known.mount);
    expect(renewed.password).not.toBe(known.password);
    expect(await keyOf(stage.id)).toMatchObject({ mount: renewed.mount, streamId: before?.streamId });
  });
});

test("only managers of a stage can change it, and their changes are logged", async () => {
  const otherManager = await makePerson({ isManager: true });
  await makeStage(otherManager);
  const role = await addRole("Crew");
  const changes: [string, Record<string, unknown>][] = [
    ["rooms/addManager", { user: member.id }],
    ["rooms/removeManager", { user: manager.id }],
    ["roomMembers/addRole", { role: "Mine" }],
    ["roomMembers/updateRole", { role: role.id, name: "Mine" }],
    ["roomMembers/removeRole", { role: role.id }],
    ["roomMembers/addMember", { user: member.id }],
    ["roomMembers/updateMemberRole", { user: member.id, role: null }],
    ["roomMembers/removeMember", { member: "any" }],
  ];
  for (const [path, body] of changes)
    for (const as of [member, otherManager]) {
      await ask(path, as, body, 404);
      await answerOf(request(`/api/${path}`, { as, body: { ...body, room: "nothing" } }), 404);
      await answerOf(request(`/api/${path}`, { as: manager, body: { room: 7 } }), 400);
    }
  const log = await db.select().from(stageLog).where(eq(stageLog.stageId, stage.id));
  expect(log.map(({ actorId, action, details }) => ({ actorId, action, details }))).toEqual([
    { actorId: manager.id, action: "role-added", details: { role: "Crew" } },
  ]);
});
