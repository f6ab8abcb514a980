import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { compareNames } from "./compare-names.ts";

const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes("username-skeletons"))?.queries ?? [];

/** Adds a person as stored before names were compared as now: the look of each is its name. */
async function addOld(person: Promise<Person>, username: string): Promise<Person> {
  const { id, token } = await person;
  await openDb(env.DB).run(
    `update users set username = '${username}', username_key = lower('${username}'), username_look = lower('${username}') where id = '${id}'`,
  );
  return { id, token, username };
}

async function looksOf(...people: Person[]): Promise<(string | null | undefined)[]> {
  const rows = await openDb(env.DB).select().from(users);
  return people.map(({ id }) => rows.find((row) => row.id === id)?.usernameLook);
}

const isTaken = (username: string) =>
  answerOf<boolean>(request("/api/users/checkUsername", { body: { username } }));

test("existing names are compared anew, and names that look alike already stay", async () => {
  const listener = await addOld(makePerson({ createdAt: 1 }), "Ada.Marlow");
  const performer = await addOld(makePerformer({ createdAt: 2 }), "AdaMarlow");
  const spaced = await addOld(makePerson({ createdAt: 3 }), "Ada Marlovv");
  const [bernie, digits] = [await addOld(makePerson(), "Bernie_B"), await addOld(makePerson(), "IL0 1")];
  const accented = await addOld(makePerson({ createdAt: 4 }), "Zoë");
  const accentedToo = await addOld(makePerson({ createdAt: 5 }), "Zöe");
  await env.DB.batch(migration.map((query) => env.DB.prepare(query)));
  expect(await looksOf(performer, listener, spaced, bernie, digits)).toEqual([
    "adamarlow",
    null,
    null,
    "bemieb",
    "llol",
  ]);
  expect(await looksOf(accented, accentedToo)).toEqual([null, null]);
  await compareNames(env);
  expect(await looksOf(accented, accentedToo, listener)).toEqual(["zoe", null, null]);

  // Nobody else gets one of them, and everybody who has one logs in with it and keeps it.
  for (const name of ["Ada_Marlow", "ADAMARLOW.", "Ada Marl0w", "Zoe"])
    expect(await isTaken(name)).toBe(true);
  expect(await isTaken("Ada Marlin")).toBe(false);
  for (const each of [listener, performer, spaced, accentedToo]) {
    const mine = await answerOf<{ username: string }>(
      request("/api/users/getProfile", { as: each, body: { user: each.id } }),
    );
    expect(mine.username).toBe(each.username);
    await answerOf(
      request("/api/users/saveProfile", { as: each, body: { username: each.username, bio: "Hi" } }),
    );
  }
  // The one beside it takes its place when it is gone.
  await openDb(env.DB).run(
    `update users set username = 'Cy', username_key = 'cy', username_look = 'cy' where id = '${performer.id}'`,
  );
  await compareNames(env);
  expect(await looksOf(listener, spaced)).toEqual(["adamarlow", null]);
});
