import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { toIndexed } from "#db/full-text.ts";
import { makeConversation } from "#tests/helpers/conversations.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { conversation } from "../stubs.ts";

async function begin() {
  const [ada, bob] = [(await makePerson()).id, (await makePerson()).id];
  const { id } = await makeConversation(ada, [bob], "zanzibar");
  const stub = conversation(env, id);
  const say = async (by: string, message: string) => {
    const said = await stub.say(by, { message, picture: null, clientId: null });
    if (!said.ok) throw new Error(said.code);
    return said.sent.message.id;
  };
  return { stub, ada, bob, say };
}

const find = (stub: ReturnType<typeof conversation>, query: string) =>
  runInDurableObject(stub, (_, { storage }) =>
    storage.sql
      .exec<{ rowid: number }>("select rowid from words where words match ? order by rowid", query)
      .toArray()
      .map(({ rowid }) => rowid),
  );

test("deleted, edited and erased texts are nowhere in the conversation's storage", async () => {
  const { stub, ada, bob, say } = await begin();
  const takenBack = await say(ada, "quixotic words");
  const changed = await say(ada, "jabberwocky 東京");
  await say(bob, "keepsake words");
  const before = await storageOf(stub);
  for (const word of ["zanzibar", "quixotic", "jabberwocky", "keepsake"])
    expect(before.split(word).length, word).toBeGreaterThan(2);

  expect(await stub.takeBack(ada, takenBack)).toMatchObject({ ok: true });
  expect(await storageOf(stub)).not.toContain("quixotic");
  expect(await stub.edit(ada, changed, "vorpal 大阪")).toMatchObject({ ok: true });
  const after = await storageOf(stub);
  expect(after).not.toContain("jabberwocky");
  expect(after).not.toContain(Buffer.from("京").toString("latin1"));
  expect(await find(stub, "vorpal")).toEqual([3]);
  expect(await find(stub, "words")).toEqual([4]);

  await stub.forgetUser(ada);
  const erased = await storageOf(stub);
  for (const word of ["zanzibar", "quixotic", "jabberwocky", "vorpal", ada])
    expect(erased).not.toContain(word);
  expect(await find(stub, "keepsake")).toEqual([4]);
});

test("a search index of an earlier version is rebuilt without the texts it kept", async () => {
  const { stub, ada, bob, say } = await begin();
  await say(bob, "keepsake 東京");
  const gone = await say(ada, "quixotic words");
  await runInDurableObject(stub, (_, { storage }) => {
    storage.sql.exec(`
      drop table words;
      create virtual table words using fts5(
        message, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
      );
    `);
    const rows = storage.sql.exec<{ seq: number; message: string }>("select seq, message from messages");
    for (const { seq, message } of rows.toArray())
      storage.sql.exec("insert into words (rowid, message) values (?, ?)", seq, toIndexed(message));
    storage.sql.exec("delete from words where rowid = 3");
    storage.sql.exec("update messages set message = '', deleted_at = 1 where id = ?", gone);
  });
  expect(await storageOf(stub)).toContain("quixotic");

  await evictDurableObject(stub);
  expect(await storageOf(stub)).not.toContain("quixotic");
  expect(await find(stub, "keepsake")).toEqual([2]);
  expect(await find(stub, '"東"')).toEqual([2]);
  await evictDurableObject(stub);
  expect(await find(stub, "zanzibar")).toEqual([1]);
});
