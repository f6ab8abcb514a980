import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { stageManagers, stageMembers, stageRestrictions, stageRoles } from "#db/schema/index.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);

let manager: Person;
let room: string;
let people: Person[];

beforeEach(async () => {
  manager = await makePerson({ isManager: true });
  room = (await makeStage(manager)).id;
  people = await Promise.all(Array.from({ length: 4 }, () => makePerson()));
});

/** So many accounts, `crowd-<n><room>`. */
async function makeCrowd(count: number): Promise<void> {
  await env.DB.prepare(
    `insert into users (id, username, username_key, email, email_key, password_hash, created_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
     select 'crowd-' || i || ?1, i || ?1, i || ?1, i || ?1, i || ?1, '', 0 from n`,
  )
    .bind(room, count)
    .run();
}

const fill = (insert: string) => env.DB.prepare(insert).bind(room).run();
const crowd = "from users where id like 'crowd-%' || ?1";

async function together(call: string, bodies: object[]): Promise<number[]> {
  const statuses = await Promise.all(
    bodies.map(
      async (body) => (await request(`/api/${call}`, { as: manager, body: { room, ...body } })).status,
    ),
  );
  return statuses.toSorted((a, b) => a - b);
}

test("people who are added to a stage at the same time are no more than it may have", async () => {
  const users = people.map(({ id }) => ({ user: id }));

  await makeCrowd(48);
  await fill(`insert into stage_managers (stage_id, user_id, created_at) select ?1, id, 0 ${crowd}`);
  expect(await together("rooms/addManager", users)).toEqual([200, 409, 409, 409]);
  expect(await db.$count(stageManagers, eq(stageManagers.stageId, room))).toBe(50);

  await fill(`insert into stage_roles (id, stage_id, name, created_at) select id, ?1, id, 0 ${crowd}`);
  const roles = ["A", "B", "C", "D"].map((role) => ({ role }));
  expect(await together("roomMembers/addRole", roles)).toEqual([200, 200, 409, 409]);
  expect(await db.$count(stageRoles, eq(stageRoles.stageId, room))).toBe(50);
});

test("so are its members, of whom each is added once", async () => {
  const users = people.map(({ id }) => ({ user: id }));
  await makeCrowd(498);
  await fill(`insert into stage_members (id, stage_id, user_id, created_at) select id, ?1, id, 0 ${crowd}`);
  const twice = [users[0] ?? {}, users[0] ?? {}];
  expect(await together("roomMembers/addMember", twice)).toEqual([200, 409]);
  expect(await together("roomMembers/addMember", users.slice(1))).toEqual([200, 409, 409]);
  expect(await db.$count(stageMembers, eq(stageMembers.stageId, room))).toBe(500);
});

test("so are those who may not write in its chat", async () => {
  await makeCrowd(1_999);
  await fill(`insert into stage_restrictions (stage_id, user_id, created_at) select ?1, id, 0 ${crowd}`);
  const users = people.map(({ id }) => ({ user: id }));
  expect(await together("roomChat/ban", users)).toEqual([200, 409, 409, 409]);
  expect(await db.$count(stageRestrictions, eq(stageRestrictions.stageId, room))).toBe(2_000);
});
