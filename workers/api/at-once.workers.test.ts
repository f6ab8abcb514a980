/** The most that a call may store, which holds however many of its requests arrive together. */
import { env } from "cloudflare:test";
import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { ulid } from "ulidx";
import { beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { Authenticator } from "#tests/helpers/authenticator.ts";
import { solveCaptcha } from "#tests/helpers/captcha.ts";
import { addChannel, makeWebhook } from "#tests/helpers/channels.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { linkChannel } from "#tests/helpers/post-targets.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeStage, operate } from "#tests/helpers/stages.ts";
import { createAppContext } from "../context.ts";

const db = openDb(env.DB);
const hourMs = 3_600_000;
const password = "a rather long password";
const atOnce = 12;

const isOk = async (response: Response) => response.status === 200;
/** So many values, each made of its position. */
const times = <Made>(count: number, make: (at: number) => Made): Made[] =>
  Array.from({ length: count }, (_, at) => make(at));

let manager: Person;
let performer: Person;
let people: Person[];
let room: string;
/** The first of the hours for which bookings are asked. */
let hour: number;

beforeEach(async () => {
  [manager, performer] = [await makePerson({ isManager: true }), await makePerformer()];
  people = await Promise.all(times(atOnce, () => makePerson()));
  room = (await makeStage(manager)).id;
  hour = Math.ceil(Date.now() / hourMs) + 24;
});

/** Runs SQL for so many rows; `?1` is the stage, `?3` the performer, and `i` counts from 1. */
async function fill(count: number, insert: string): Promise<void> {
  await env.DB.prepare(
    `${insert} from (with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2) select i from n)
     where ?1 <> ?3`,
  )
    .bind(room, count, performer.id)
    .run();
}

/** So many accounts of which the stage has one row each. */
async function fillPeople(count: number, insert: string): Promise<void> {
  await fill(
    count,
    `insert into users (id, username, username_key, email, email_key, password_hash, created_at)
     select 'crowd-' || i || ?1, i || ?1, i || ?1, i || ?1, i || ?1, ?3, 0`,
  );
  await env.DB.prepare(`${insert} from users where id like 'crowd-%' || ?1`).bind(room).run();
}

const rowsOf = (table: SQLiteTable, which: SQL | undefined) => db.$count(table, which);
const post = (as: Person, call: string, body: object) => request(`/api/${call}`, { as, body });
const asManager = (call: string, body: object) => post(manager, call, { room, ...body });
const isOfStage = (table: { stageId: SQLiteColumn }) => eq(table.stageId, room);

/** A request for an hour of the stage, in so many weeks. */
const ask = (at: number, weeks = 1) => {
  const start = (hour + at) * hourMs;
  return post(performer, "setRequests/request", {
    dj: performer.id,
    room,
    start,
    end: start + hourMs,
    weeks,
  });
};
/** Books so many hours of a weekly stage that approves automatically. */
async function book(count: number): Promise<void> {
  const approves = { hasAutoApprove: true, isWeekly: true };
  await db.update(tables.stages).set(approves).where(eq(tables.stages.id, room));
  const booked = { stage: room, performer: performer.id, name: "Booked" };
  for (const at of times(count, (each) => hour + each))
    await operate("create-set", { ...booked, start: at * hourMs, end: (at + 1) * hourMs });
}
const isBooked = async (response: Response) =>
  (await response.clone().json<{ status?: string }>()).status === "accepted";

interface Maximum {
  /** The largest number of rows. */
  max: number;
  /** Stores one row fewer than that. */
  fill: () => Promise<unknown>;
  /** One of the requests that arrive together. */
  send: (at: number) => Promise<Response>;
  rows: () => Promise<number>;
  /** The number that arrive together, and the number of them that are accepted; by default 12, and one. */
  requests?: number;
  accepted?: number;
  /** Whether the response is that of a request which has stored one. */
  isStored?: (response: Response) => Promise<boolean>;
}

const maximums: Record<string, Maximum> = {
  "managers of a stage": {
    max: 50,
    fill: () => fillPeople(48, "insert into stage_managers (stage_id, user_id, created_at) select ?1, id, 0"),
    send: (at) => asManager("rooms/addManager", { user: people[at]?.id }),
    rows: () => rowsOf(tables.stageManagers, isOfStage(tables.stageManagers)),
  },
  "members of a stage": {
    max: 500,
    fill: () =>
      fillPeople(499, "insert into stage_members (id, stage_id, user_id, created_at) select id, ?1, id, 0"),
    send: (at) => asManager("roomMembers/addMember", { user: people[at]?.id }),
    rows: () => rowsOf(tables.stageMembers, isOfStage(tables.stageMembers)),
  },
  "members of a stage, of whom one names themselves as who plays": {
    max: 500,
    fill: async () => {
      await fillPeople(
        499,
        "insert into stage_members (id, stage_id, user_id, created_at) select id, ?1, id, 0",
      );
      const performs = { isPerformer: true, hasPassedTest: true };
      await db.update(tables.users).set(performs).where(eq(tables.users.id, manager.id));
      await db.update(tables.stages).set({ isInstant: true }).where(eq(tables.stages.id, room));
    },
    send: (at) =>
      at === atOnce - 1
        ? asManager("rooms/setPerformer", { user: manager.id })
        : asManager("roomMembers/addMember", { user: people[at]?.id }),
    rows: () => rowsOf(tables.stageMembers, isOfStage(tables.stageMembers)),
  },
  "memberships of one person": {
    max: 1,
    fill: async () => undefined,
    send: () => asManager("roomMembers/addMember", { user: people[0]?.id }),
    rows: () => rowsOf(tables.stageMembers, isOfStage(tables.stageMembers)),
  },
  "roles of a stage": {
    max: 50,
    fill: () => fill(49, "insert into stage_roles (id, stage_id, name, created_at) select i || ?1, ?1, i, 0"),
    send: (at) => asManager("roomMembers/addRole", { role: `Role ${at}` }),
    rows: () => rowsOf(tables.stageRoles, isOfStage(tables.stageRoles)),
  },
  "roles of one name": {
    max: 1,
    fill: async () => undefined,
    send: (at) => asManager("roomMembers/addRole", { role: at % 2 === 0 ? "Émigré" : "ÉMIGRÉ" }),
    rows: () => rowsOf(tables.stageRoles, isOfStage(tables.stageRoles)),
  },
  "roles that are renamed to one name": {
    max: 1,
    fill: () =>
      fill(atOnce, "insert into stage_roles (id, stage_id, name, created_at) select (i - 1) || ?1, ?1, i, 0"),
    send: (at) => asManager("roomMembers/updateRole", { role: `${at}${room}`, name: "Resident" }),
    rows: () =>
      rowsOf(tables.stageRoles, and(isOfStage(tables.stageRoles), eq(tables.stageRoles.name, "Resident"))),
  },
  "bans and timeouts of a stage": {
    max: 2_000,
    fill: () =>
      fillPeople(1_999, "insert into stage_restrictions (stage_id, user_id, created_at) select ?1, id, 0"),
    send: (at) => asManager("roomChat/ban", { user: people[at]?.id }),
    rows: () => rowsOf(tables.stageRestrictions, isOfStage(tables.stageRestrictions)),
  },
  "requests that wait for a stage": {
    max: 20,
    fill: () => Promise.all(times(19, (at) => ask(at))),
    send: (at) => ask(20 + at),
    rows: () => rowsOf(tables.setRequests, eq(tables.setRequests.stageId, room)),
  },
  "sets ahead that nobody has to answer": {
    max: 20,
    fill: () => book(19),
    send: (at) => ask(20 + at),
    rows: () => rowsOf(tables.sets, eq(tables.sets.stageId, room)),
    isStored: isBooked,
  },
  "sets ahead that nobody has to answer, asked as series": {
    // With a second series of two weeks there would be 21.
    max: 19,
    fill: () => book(17),
    send: (at) => ask(20 + at, 2),
    rows: () => rowsOf(tables.sets, eq(tables.sets.stageId, room)),
    isStored: isBooked,
  },
  "sets of one hour": {
    max: 1,
    fill: () => db.update(tables.stages).set({ hasAutoApprove: true }).where(eq(tables.stages.id, room)),
    send: () => ask(0),
    // A request that was refused does not wait for anybody.
    rows: () => rowsOf(tables.setRequests, eq(tables.setRequests.stageId, room)),
  },
  "channels for posts": {
    max: 5,
    requests: 4,
    fill: async () => {
      for (const _ of times(4, () => null)) await linkChannel({ owner: `user/${performer.id}` });
      urls = [];
      for (const _ of times(4, () => null)) urls.push(await makeWebhook("text", ulid()));
    },
    send: (at) => addChannel(performer, "discord", { url: urls[at] }),
    rows: () => rowsOf(tables.postTargets, eq(tables.postTargets.userId, performer.id)),
  },
  "channels of one address": {
    max: 1,
    requests: 4,
    fill: async () => {
      urls = [await makeWebhook()];
    },
    send: () => addChannel(performer, "discord", { url: urls[0] }),
    rows: () => rowsOf(tables.postTargets, eq(tables.postTargets.userId, performer.id)),
    // It is linked again.
    accepted: 4,
  },
  "passkeys of an account": {
    max: 10,
    fill: async () => {
      await fill(
        9,
        `insert into passkeys (id, user_id, public_key, counter, transports, name, created_at)
         select 'passkey-' || i || ?1, ?3, '', 0, '[]', 'Phone', 0`,
      );
      const passwordHash = hashPassword(password);
      await db.update(tables.users).set({ passwordHash }).where(eq(tables.users.id, performer.id));
      created = [];
      for (const authenticator of await Promise.all(times(atOnce, () => Authenticator.forUser(performer.id))))
        created.push(
          await authenticator.create(await answerOf(post(performer, "passkeys/addOptions", { password }))),
        );
    },
    send: (at) => post(performer, "passkeys/add", { name: "Phone", response: created[at] }),
    rows: () => rowsOf(tables.passkeys, eq(tables.passkeys.userId, performer.id)),
  },
};
let created: unknown[] = [];
let urls: string[] = [];

describe("requests that arrive together store no more than there may be:", () => {
  test.each(Object.entries(maximums))("%s", async (_, maximum) => {
    const { max, requests = atOnce, accepted = 1, isStored = isOk } = maximum;
    await maximum.fill();
    const answers = await Promise.all(times(requests, maximum.send));
    const stored = await Promise.all(answers.map(isStored));
    expect(await maximum.rows()).toBe(max);
    expect(stored.filter(Boolean)).toHaveLength(accepted);
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
  });
});

test("of more sessions than an account may have the latest stay", async () => {
  const passwordHash = hashPassword(password);
  await db.update(tables.users).set({ passwordHash }).where(eq(tables.users.id, performer.id));
  await fill(
    99,
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
     select 'session-' || i || ?1, ?3, i, i, 9e12`,
  );
  const logIn = () => request("/api/users/login", { body: { user: performer.username, password } });
  const answers = await Promise.all(times(atOnce, logIn));
  expect(answers.map(({ status }) => status)).toEqual(times(atOnce, () => 200));
  expect(await rowsOf(tables.sessions, eq(tables.sessions.userId, performer.id))).toBe(100);
});

/** So many registrations from this address, each with its own captcha, sent together once `prepare` is done. */
async function registerAtOnce(count: number, from: string, prepare?: () => Promise<void>): Promise<number> {
  const captchas = await Promise.all(times(count, () => solveCaptcha(from)));
  await prepare?.();
  const answers = await Promise.all(
    captchas.map((captcha) => {
      const username = ulid().slice(-12);
      const body = { username, email: `${username}@example.com`, password, retype: password, captcha };
      return request("/api/users/register", { body, from });
    }),
  );
  return answers.filter(({ status }) => status === 200).length;
}

test("of registrations that arrive together one is the referred one", async () => {
  const from = "203.0.113.77";
  await answerOf(request("/api/referrals/temporaryReferral", { body: { user: manager.username }, from }));
  expect(await registerAtOnce(4, from)).toBe(4);
  expect(await rowsOf(tables.users, eq(tables.users.referrerId, manager.id))).toBe(1);
});

test("registrations that arrive together cost at least what they would one after the other", async () => {
  const from = "203.0.113.78";
  const asked = new Request(env.CUE_ORIGIN, { headers: { "cf-connecting-ip": from } });
  const { clientKey, limits } = createAppContext(asked, env, null);
  // The captchas are solved for the effort of a first registration; for the 21st it is not enough.
  const registered = await registerAtOnce(6, from, async () => {
    for (const _ of times(18, () => null))
      await limits.take(`register:${clientKey}`, { max: 200, perMs: hourMs });
  });
  expect(registered).toBeLessThanOrEqual(2);
});
