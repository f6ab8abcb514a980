import { env } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import {
  dataSections,
  notExported,
  pageSize,
} from "#app/domains/people/accounts/queries/account-data/index.ts";
import {
  hashRecoveryCode,
  newRecoveryCodes,
} from "#app/domains/people/accounts/security/recovery-codes.server.ts";
import { createVault } from "#app/domains/people/accounts/security/vault.ts";
import { openDb } from "#db/client.ts";
import { favorites, recoveryCodes, secondFactors, tracks } from "#db/schema/index.ts";
import { makeFullAccount } from "#tests/helpers/full-account.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { userColumns } from "#tests/helpers/storage.ts";

type Data = Record<string, Record<string, unknown>[]> & { account: Record<string, unknown> };
const download = (as: { token: string }) => request("/api/users/export", { as });

describe("the account data download", () => {
  test("reads every column that names an account, except documented exceptions", async () => {
    const told = [
      ...dataSections.flatMap((section) => section.of),
      "users.referrer_id",
      ...Object.keys(notExported),
    ];
    expect([...new Set(told)].toSorted()).toEqual(await userColumns());
  });

  test("contains data of every kind, no secret, and no data of other users", async () => {
    const { person, fan } = await makeFullAccount("quokka");
    const other = await makeFullAccount("wombat");
    const response = await download(person);
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="cue-quokka_Dee-\d{4}-\d\d-\d\d\.json"; filename\*=UTF-8''cue-quokka%20Dee-/,
    );
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = await response.text();
    const data = JSON.parse(text) as Data;
    const empty = [...dataSections.map(({ name }) => name), "messages", "notices", "walletEntries"].filter(
      (name) => !(data[name]?.length ?? 0),
    );
    expect(empty).toEqual([]);
    expect(data.account).toMatchObject({
      username: "quokka Dee",
      email: "quokka@example.com",
      bio: "quokka bio",
      tags: ["quokka tag"],
    });
    expect(data.notifications).toMatchObject({ emailNotifications: true });
    expect(data["messages"]?.map(({ message }) => message)).toEqual([
      "quokka in a conversation",
      "quokka in a conversation again",
      "quokka on a profile",
      "quokka on a profile",
      "quokka in a room",
      "quokka in a room",
      "quokka in a room",
      "I was here too",
    ]);
    // Those of the tip and of the recording arrive with them.
    const isOfOthers = ({ kind, message }: { kind?: unknown; message?: unknown }) =>
      kind === "tip" || String(message).startsWith("Your sets are now recorded");
    expect(data["notices"]?.filter((notice) => !isOfOthers(notice))).toEqual([
      { kind: "booking", message: "quokka notice", at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    ]);
    expect(data["following"]).toMatchObject([{ user: fan.username }]);
    // Tips between the wallets may have arrived, too.
    const received = data["tipsReceived"]?.map(({ user, amount }) => [user, amount]);
    expect(received?.filter(([, amount]) => amount !== 5)).toEqual([
      [fan.username, 10],
      [null, 7],
    ]);
    expect(data["plays"]?.some(({ title }) => title === "quokka title")).toBe(true);
    const { results: secrets } = await env.DB.prepare(
      `select password_hash as secret from users union select token_hash from sessions
       union select mount from ingest_credentials union select password from ingest_credentials`,
    ).all<{ secret: string }>();
    for (const secret of ["sealed", ...secrets.map((row) => row.secret)])
      if (secret !== "none") expect(text).not.toContain(secret);
    expect(text).not.toMatch(/wombat|I like this/);
    expect(text).not.toContain(other.person.id);
  }, 60_000);

  test("contains every row of an account with more than one page of rows", async () => {
    const person = await makePerson();
    const db = openDb(env.DB);
    const ids = Array.from({ length: 2 * pageSize + 3 }, (_, i) => `track ${i}`);
    for (let from = 0; from < ids.length; from += 15) {
      const some = ids.slice(from, from + 15);
      await db.batch([
        db.insert(tracks).values(some.map((id) => ({ id, key: id, artist: "A", title: id, createdAt: 1 }))),
        db.insert(favorites).values(some.map((trackId) => ({ userId: person.id, trackId, createdAt: 1 }))),
      ]);
    }
    const data = await answerOf<Data>(download(person));
    expect(data["favorites"]?.map(({ title }) => title)).toEqual(ids);
    expect(data["plays"]).toEqual([]);
  });

  test("is limited to five times an hour", async () => {
    const person = await makePerson();
    for (let i = 0; i < 5; i++) await answerOf(download(person));
    expect(await answerOf(download(person), 429)).toMatchObject({ code: "rate-limited" });
  });
});

describe("account deletion", () => {
  const password = "a long and good password";
  const people = () =>
    makePerson({ passwordHash: hashPassword(password), username: `Ümit ${crypto.randomUUID().slice(0, 8)}` });
  const remove = (as: { token: string }, body: object) => request("/api/users/deleteAccount", { as, body });
  const users = async (id: string) =>
    (await env.DB.prepare("select count(*) as n from users where id = ?").bind(id).first<{ n: number }>())?.n;

  test("requires the typed username and the password", async () => {
    const person = await people();
    const { username } = person;
    for (const [body, status, code] of [
      [{ username, password: "wrong password" }, 403, "wrong-password"],
      [{ username: "somebody else", password }, 400, "bad-input"],
      [{ username: "", password }, 400, "bad-input"],
      [{ password }, 400, "bad-input"],
      [{ username, password: 7 }, 400, "bad-input"],
    ] as const)
      expect(await answerOf(remove(person, body), status)).toMatchObject({ code });
    expect(await users(person.id)).toBe(1);
  });

  test("limits password guesses", async () => {
    const person = await people();
    const answers = [];
    for (let i = 0; i < 26; i++)
      answers.push((await remove(person, { username: person.username, password: `guess ${i}` })).status);
    expect(answers).toEqual([...Array.from({ length: 25 }, () => 403), 429]);
    expect(await answerOf(remove(person, { username: person.username, password }), 429)).toMatchObject({
      code: "rate-limited",
    });
    expect(await users(person.id)).toBe(1);
  }, 60_000);

  test("requires a code when a second factor is on", async () => {
    const person = await people();
    const db = openDb(env.DB);
    await db.insert(secondFactors).values({
      userId: person.id,
      sealedSecret: await createVault(env.CUE_SECRET).seal("GEZDGNBVGY3TQOJQ", "second-factor"),
      createdAt: 1,
      confirmedAt: 1,
    });
    const [code = ""] = newRecoveryCodes();
    const codeHash = await hashRecoveryCode(person.id, code);
    await db.insert(recoveryCodes).values({ userId: person.id, codeHash });
    const own = { username: person.username, password };
    expect(await answerOf(remove(person, own), 401)).toMatchObject({ code: "second-factor-needed" });
    expect(await answerOf(remove(person, { ...own, code: "000000" }), 401)).toMatchObject({
      code: "second-factor-wrong",
    });
    expect(await users(person.id)).toBe(1);
    await answerOf(remove(person, { ...own, code }));
    expect(await users(person.id)).toBe(0);
  });

  test("frees the username and email address, ends every session and clears the cookie", async () => {
    const person = await people();
    const deleted = await remove(person, { username: person.username.toUpperCase(), password });
    expect(await deleted.json()).toEqual({ type: "confirm", message: "Your account has been deleted." });
    expect(deleted.headers.get("set-cookie")).toMatch(/^cue=;.*Max-Age=0/);
    expect(await users(person.id)).toBe(0);
    expect((await request("/api/users/me", { as: person })).status).toBe(401);
    expect((await remove(person, { username: person.username, password })).status).toBe(401);
    expect(await answerOf(request("/api/users/checkUsername", { body: { username: person.username } }))).toBe(
      false,
    );
    await vi.waitFor(async () => {
      const { results } = await env.DB.prepare("select subject from outbox_mails").all();
      expect(results).toContainEqual({ subject: "Your Cue Music account was deleted" });
    });
  });
});
