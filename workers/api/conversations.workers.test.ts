/** Conversations by API calls, and who may make them. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type {
  ConversationMessageView,
  ConversationView,
  FoundMessageView,
  SentView,
} from "#app/domains/air/messages/contract.ts";
import { openDb } from "#db/client.ts";
import { blocks, pictures, users } from "#db/schema/index.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";

const db = openDb(env.DB);

const ask = <Answer>(as: Person, call: string, body: object) =>
  answerOf<Answer>(request(`/api/messages/${call}`, { as, body }));
const refused = (as: Person, call: string, body: object) =>
  refusalOf(request(`/api/messages/${call}`, { as, body }));
const listOf = (as: Person) =>
  answerOf<ConversationView[]>(request("/api/messages/getConversations", { as }));
const write = (as: Person, to: Person[], message: string, more: object = {}) =>
  ask<SentView>(as, "new", { participants: to.map(({ id }) => id), message, ...more });
const say = (as: Person, conversation: string, message: string, more: object = {}) =>
  ask<SentView>(as, "new", { conversation, message, ...more });
const pageOf = (as: Person, conversation: string, cursor: object = {}) =>
  ask<{ items: ConversationMessageView[]; dateCursor: number | null; idCursor: string }>(
    as,
    "getConversation",
    { conversation, ...cursor },
  );
const wordsOf = (items: ConversationMessageView[]) => items.map(({ message }) => message);

/** Old enough, and with a confirmed address: not limited as new users. */
const person = (facts: Parameters<typeof makePerson>[0] = {}) =>
  makePerson({ createdAt: Date.now() - 48 * 3_600_000, emailVerifiedAt: 1, ...facts });
const people = (count: number) => Promise.all(Array.from({ length: count }, () => person()));

test("two users share one conversation, also when both start it simultaneously", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const sent = await Promise.all([write(ada, [bob], "Hello Bob"), write(bob, [ada], "Hello Ada")]);
  expect(sent[0].id).toBe(sent[1].id);
  expect(sent.map(({ message }) => message.seq).toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect((await write(ada, [bob, ada], "Again")).id).toBe(sent[0].id);
  const [mine, ...others] = await listOf(ada);
  expect(others).toEqual([]);
  expect(mine).toMatchObject({
    id: sent[0].id,
    _id: sent[0].id,
    name: null,
    lastMessage: "Again",
    lastUser: ada.id,
    read: [ada.id],
    isMuted: false,
    isBlocked: false,
  });
  expect(mine?.participants.map(({ id }) => id).toSorted()).toEqual([ada.id, bob.id].toSorted());
  expect((await listOf(bob))[0]).toMatchObject({ id: sent[0].id, read: [ada.id] });
});

test("a message is stored once per client id, also in a new conversation", async () => {
  const [ada, bob, cy] = (await people(3)) as [Person, Person, Person];
  const first = await write(ada, [bob, cy], "Hello", { clientId: "wish-1" });
  const again = await write(ada, [bob, cy], "Hello", { clientId: "wish-1" });
  expect(again.message).toEqual(first.message);
  expect(first.message).toMatchObject({
    seq: 1,
    kind: "message",
    clientId: "wish-1",
    sender: { id: ada.id },
  });
  const other = await write(ada, [bob, cy], "Another group");
  expect(other.id).not.toBe(first.id);
  expect((await listOf(cy)).map(({ id }) => id)).toEqual([other.id, first.id]);
});

test("history is paged by cursor, newest first, with each message once", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const { id } = await write(ada, [bob], "Message 1");
  const object = env.CONVERSATION.getByName(id);
  for (let n = 2; n <= 60; n++) {
    const writer = n % 2 === 0 ? ada : bob;
    // Faster than a person could.
    await forgetPace(id);
    const said = await object.say(writer.id, { message: `Message ${n}`, picture: null, clientId: null });
    expect(said.ok).toBe(true);
  }
  const first = await pageOf(bob, id);
  const second = await pageOf(bob, id, first);
  expect([first.idCursor, second.idCursor]).toEqual(["11", "end"]);
  expect(wordsOf([...first.items, ...second.items])).toEqual(
    Array.from({ length: 60 }, (_, index) => `Message ${60 - index}`),
  );
  expect(await refused(bob, "getConversation", { conversation: id, idCursor: "1 or 1" })).toBe("bad-input");
  const find = (cursor: object) => ask<FoundMessageView[]>(bob, "search", { search: "message", ...cursor });
  const found = await find({});
  const last = found.at(-1);
  const rest = await find({ dateCursor: last?.timestamp, idCursor: last?.id });
  expect([found.length, rest.length]).toEqual([50, 10]);
  expect(wordsOf([...found, ...rest])).toEqual(wordsOf([...first.items, ...second.items]));
});

test("a message must have text and be shorter than 300 characters", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const { id } = await write(ada, [bob], "Hello");
  for (const message of ["", "  \n ", "\u200e"])
    expect(await refused(ada, "new", { conversation: id, message })).toBe("chat-empty");
  expect(await refused(ada, "new", { conversation: id, message: "x".repeat(300) })).toBe("chat-too-long");
  expect((await say(ada, id, "x".repeat(299))).message.message).toHaveLength(299);
  expect(await refused(ada, "new", { participants: [ada.id], message: "Me" })).toBe("bad-input");
  expect(await refused(ada, "new", { participants: ["nobody"], message: "Hello" })).toBe("not-found");
});

test("sending too many messages is rate-limited", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const { id } = await write(ada, [bob], "Hello");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      request("/api/messages/new", { as: ada, body: { conversation: id, message: "!" } }),
    ),
  );
  const slowed = answers.filter(({ status }) => status === 429);
  expect(slowed.length).toBeGreaterThan(5);
  expect(await slowed[0]?.json()).toMatchObject({ code: "rate-limited", retryAfterMs: expect.any(Number) });
  expect((await say(bob, id, "I may")).message.message).toBe("I may");
});

test("a block in either direction refuses the next message and names the blocked user", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const { id } = await write(ada, [bob], "Hello");
  await say(bob, id, "Hello");
  await db.insert(blocks).values({ userId: ada.id, blockedId: bob.id, createdAt: 1 });
  expect(await refused(bob, "new", { conversation: id, message: "Still there?" })).toBe("not-welcome");
  expect(await refused(ada, "new", { conversation: id, message: "I am" })).toBe("you-blocked");
  expect(await refused(bob, "new", { participants: [ada.id], message: "Then so" })).toBe("not-welcome");
  expect((await listOf(ada))[0]).toMatchObject({ isBlocked: true });
  expect((await listOf(bob))[0]).toMatchObject({ isBlocked: false });
  await db.delete(blocks).where(eq(blocks.userId, ada.id));
  expect((await say(bob, id, "Thanks")).message.message).toBe("Thanks");
});

test("users with a block between them can share a group, but cannot add each other to one", async () => {
  const [ada, bob, cy] = (await people(3)) as [Person, Person, Person];
  await db.insert(blocks).values({ userId: ada.id, blockedId: bob.id, createdAt: 1 });
  const answer = await request("/api/messages/new", {
    as: bob,
    body: { participants: [cy.id, ada.id], message: "Hello" },
  });
  expect(await answer.json()).toMatchObject({
    code: "not-welcome",
    error: `You cannot contact ${ada.username}.`,
  });
  expect(await listOf(cy)).toEqual([]);
  const { id } = await write(cy, [ada, bob], "Be friends");
  expect((await say(bob, id, "Well")).message.message).toBe("Well");
  expect((await listOf(ada))[0]).toMatchObject({ isBlocked: true });
  // In a conversation of two, the rules of a direct conversation apply.
  await ask(cy, "removeParticipant", { conversation: id, participant: cy.id });
  expect(await refused(bob, "new", { conversation: id, message: "Alone at last" })).toBe("not-welcome");
});

test("adding a participant or renaming does not bypass a block or disabled messages", async () => {
  const [ada, bob, cy, shy] = (await people(4)) as [Person, Person, Person, Person];
  const { id } = await write(ada, [bob], "Hello");
  await db.insert(blocks).values({ userId: bob.id, blockedId: ada.id, createdAt: 1 });
  for (const [call, body] of [
    ["addParticipant", { participant: cy.id }],
    ["setChatName", { name: "Answer me" }],
  ] as const) {
    const answer = await request(`/api/messages/${call}`, { as: ada, body: { conversation: id, ...body } });
    expect(await answer.json()).toMatchObject({
      code: "not-welcome",
      error: `You cannot contact ${bob.username}.`,
    });
    expect(await refused(bob, call, { conversation: id, ...body })).toBe("you-blocked");
  }
  expect(await listOf(cy)).toEqual([]);
  const second = await write(ada, [shy], "Hello");
  await db.update(users).set({ disableDms: true }).where(eq(users.id, shy.id));
  const add = { conversation: second.id, participant: cy.id };
  expect(await refused(ada, "addParticipant", add)).toBe("dms-off");
  expect(await refused(ada, "setChatName", { conversation: second.id, name: "Hi" })).toBe("dms-off");
});

test("a participant who left cannot be added again, and a removed one can", async () => {
  const [ada, bob, cy, dee] = (await people(4)) as [Person, Person, Person, Person];
  const { id } = await write(ada, [bob, cy, dee], "All of you");
  const change = (as: Person, call: string, who: Person) =>
    request(`/api/messages/${call}`, { as, body: { conversation: id, participant: who.id } });
  await change(cy, "removeParticipant", cy);
  for (const who of [ada, bob])
    expect(await (await change(who, "addParticipant", cy)).json()).toMatchObject({
      code: "has-left",
      error: `${cy.username} has left this conversation. Start a new one with them.`,
    });
  await change(ada, "removeParticipant", dee);
  expect((await change(bob, "addParticipant", dee)).status).toBe(200);
});

test("a user with disabled messages is reachable only in conversations where they have written", async () => {
  const [ada, shy] = (await people(2)) as [Person, Person];
  await db.update(users).set({ disableDms: true }).where(eq(users.id, shy.id));
  expect(await refused(ada, "new", { participants: [shy.id], message: "Hello" })).toBe("dms-off");
  const { id } = await write(shy, [ada], "I write to you");
  expect((await say(ada, id, "And I may answer")).id).toBe(id);
  await ask(shy, "delete", { conversation: id });
  expect(await refused(ada, "new", { conversation: id, message: "Hello?" })).toBe("dms-off");
  expect(await refused(ada, "new", { participants: [shy.id], message: "Hello?" })).toBe("dms-off");
});

test("a new user can start five conversations a day, with at most ten participants each", async () => {
  const newcomer = await makePerson({ emailVerifiedAt: 1 });
  const unconfirmed = await person({ emailVerifiedAt: null });
  const others = await people(10);
  for (const who of [newcomer, unconfirmed]) {
    expect(
      await refused(who, "new", { participants: others.map(({ id }) => id), message: "All of you" }),
    ).toBe("newcomer-limit");
    for (const other of others.slice(0, 5)) await write(who, [other], "Hello");
    const [known, , , , , stranger] = others as [Person, ...Person[]];
    expect(await refused(who, "new", { participants: [stranger?.id], message: "Hello" })).toBe(
      "newcomer-limit",
    );
    expect((await write(who, [known], "Hello again")).message.seq).toBeGreaterThan(1);
  }
});

test("a new user cannot exceed ten participants, and can add 20 a day in total", async () => {
  const newcomer = await makePerson({ emailVerifiedAt: 1 });
  const [first, second, ...others] = (await people(12)) as [Person, Person, ...Person[]];
  const large = await write(first, [newcomer, ...others.slice(0, 8)], "Ten of us");
  const add = (conversation: string, who: Person | undefined) =>
    refused(newcomer, "addParticipant", { conversation, participant: who?.id });
  expect(await add(large.id, second)).toBe("newcomer-limit");
  await ask(first, "addParticipant", { conversation: large.id, participant: second.id });
  const small = await write(newcomer, [first, second], "Three of us");
  // Failed attempts count too.
  for (let tried = 1; tried < 20; tried++) expect(await add(small.id, first)).toBe("already-in");
  expect(await add(small.id, others[9])).toBe("newcomer-limit");
});

test("renaming a conversation too often is rate-limited", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const { id } = await write(ada, [bob], "Hello");
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      request("/api/messages/setChatName", { as: ada, body: { conversation: id, name: `Name ${n}` } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
});

test("an added participant reads only later messages, and a former participant reads none", async () => {
  const [ada, bob, cy, dee] = (await people(4)) as [Person, Person, Person, Person];
  const { id } = await write(ada, [bob], "A secret of two");
  const grown = await ask<ConversationView>(bob, "addParticipant", { conversation: id, participant: cy.id });
  expect(grown.participants.map((each) => each.id)).toEqual([ada.id, bob.id, cy.id]);
  expect(await refused(ada, "addParticipant", { conversation: id, participant: cy.id })).toBe("already-in");
  expect((await listOf(cy))[0]).toMatchObject({
    id,
    lastMessage: "",
    read: [ada.id, bob.id].filter((each) => each === ada.id),
  });
  await say(ada, id, "Welcome");
  expect((await pageOf(cy, id)).items.map(({ kind, message }) => [kind, message])).toEqual([
    ["message", "Welcome"],
    ["added", ""],
  ]);
  // The two start a new conversation when they are alone again.
  expect((await write(ada, [bob], "Just us")).id).not.toBe(id);

  expect(await refused(cy, "removeParticipant", { conversation: id, participant: bob.id })).toBe(
    "remove-not-first",
  );
  await ask(ada, "removeParticipant", { conversation: id, participant: cy.id });
  await say(bob, id, "Now that they are gone");
  for (const [call, body] of [
    ["getConversation", {}],
    ["new", { message: "I am still here" }],
    ["read", {}],
    ["addParticipant", { participant: dee.id }],
  ] as const)
    expect([call, await refused(cy, call, { conversation: id, ...body })]).toEqual([call, "not-found"]);
  expect(await listOf(cy)).toEqual([]);
  expect(await refused(ada, "removeParticipant", { conversation: id, participant: bob.id })).toBe(
    "remove-direct",
  );
  await ask(bob, "removeParticipant", { conversation: id, participant: bob.id });
  const alone = (await listOf(ada)).find((each) => each.id === id);
  expect(alone?.participants.map((each) => each.id)).toEqual([ada.id]);
  await ask(ada, "removeParticipant", { conversation: id, participant: ada.id });
  await vi.waitFor(async () =>
    expect(
      (await env.DB.prepare("select id from conversations where id = ?").bind(id).all()).results,
    ).toEqual([]),
  );
});

test("names, read marks, mutes and deletions reach the affected participants", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const { id } = await write(ada, [bob], "Hello");
  const conversation = id;
  expect(
    (await ask<ConversationView>(bob, "setChatName", { conversation, name: " Friday\n night " })).name,
  ).toBe("Friday night");
  expect((await listOf(ada))[0]).toMatchObject({ name: "Friday night", lastMessage: "Hello" });
  expect((await ask<ConversationView>(bob, "read", { conversation })).read).toEqual([ada.id, bob.id]);
  expect((await listOf(ada))[0]?.read).toEqual([ada.id, bob.id]);
  expect((await ask<ConversationView>(bob, "unread", { conversation })).read).toEqual([ada.id]);
  expect((await listOf(bob))[0]?.read).toEqual([ada.id]);
  expect((await listOf(ada))[0]?.read).toEqual([ada.id, bob.id]);

  expect(await refused(bob, "mute", { conversation, time: 7 })).toBe("bad-input");
  const muted = await ask<ConversationView>(bob, "mute", { conversation, time: 8 });
  expect(muted.isMuted).toBe(true);
  expect((muted.mutedUntil ?? 0) - Date.now()).toBeGreaterThan(7.9 * 3_600_000);
  expect(await ask<ConversationView>(bob, "mute", { conversation, time: null })).toMatchObject({
    isMuted: true,
    mutedUntil: null,
  });
  expect((await listOf(ada))[0]?.isMuted).toBe(false);
  expect((await ask<ConversationView>(bob, "unmute", { conversation })).isMuted).toBe(false);

  await ask(bob, "delete", { conversation });
  expect(await listOf(bob)).toEqual([]);
  expect(wordsOf((await pageOf(ada, id)).items)).toEqual(["Friday night", "Hello"]);
  await say(ada, id, "Are you there?");
  expect((await listOf(bob))[0]).toMatchObject({ id, lastMessage: "Are you there?", read: [ada.id] });
  expect(wordsOf((await pageOf(bob, id)).items)).toEqual(["Are you there?"]);
});

test("only the sender can edit and delete a message, which leaves a trace", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const { id, message } = await write(ada, [bob], "Helo");
  const own = { conversation: id, messageId: message.id };
  expect(await refused(bob, "edit", { ...own, message: "Mine" })).toBe("not-found");
  expect(await refused(bob, "deleteMessage", own)).toBe("not-found");
  const edited = await ask<ConversationMessageView>(ada, "edit", { ...own, message: "Hello" });
  expect(edited).toMatchObject({ seq: 1, message: "Hello", editedAt: expect.any(Number), deletedAt: null });
  expect((await listOf(bob))[0]?.lastMessage).toBe("Hello");
  const gone = await ask<ConversationMessageView>(ada, "deleteMessage", own);
  expect(gone).toMatchObject({ seq: 1, message: "", sender: { id: ada.id }, deletedAt: expect.any(Number) });
  expect((await listOf(bob))[0]?.lastMessage).toBe("");
  expect(await refused(ada, "edit", { ...own, message: "Back" })).toBe("not-found");
});

test("search finds messages in any script, only in one's own conversations", async () => {
  const [ada, bob, cy] = (await people(3)) as [Person, Person, Person];
  const { id } = await write(ada, [bob], "Café at the Ærø harbour");
  await say(bob, id, "また明日ね");
  await write(ada, [cy], "Nobody told Bob of the cafe");
  const found = (as: Person, search: string) => ask<FoundMessageView[]>(as, "search", { search });
  expect((await found(bob, "cafe")).map(({ message, conversation }) => [message, conversation])).toEqual([
    ["Café at the Ærø harbour", id],
  ]);
  expect(wordsOf(await found(ada, "CAFÉ"))).toHaveLength(2);
  expect(wordsOf(await found(ada, "明日"))).toEqual(["また明日ね"]);
  expect(await found(cy, "harbour")).toEqual([]);
  for (const search of ["", "c", '"', "a* OR b", "'; drop table words"]) await found(ada, search);
  await ask(bob, "delete", { conversation: id });
  expect(await found(bob, "cafe")).toEqual([]);
});

test("search finds old conversations, and skips messages of blocked users", async () => {
  const [ada, bob, cy] = (await people(3)) as [Person, Person, Person];
  const { id } = await write(ada, [bob, cy], "A needle");
  await say(bob, id, "Another needle");
  // Many newer messages follow.
  const many = Array.from({ length: 100 }, (_, n) => ({ id: `hay-${n}-${id}`, at: Date.now() + 1_000 + n }));
  await env.DB.batch(
    many.flatMap((each) => [
      env.DB.prepare(
        "insert into conversations (id, created_at, last_seq, last_at) values (?1, ?2, 1, ?2)",
      ).bind(each.id, each.at),
      env.DB.prepare(
        `insert into conversation_members
           (conversation_id, user_id, position, joined_at, after_seq, has_read, is_marked_unread, is_muted, is_hidden)
         values (?, ?, 1, 1, 0, 1, 0, 0, 0)`,
      ).bind(each.id, ada.id),
    ]),
  );
  const needles = () => ask<FoundMessageView[]>(ada, "search", { search: "needle" });
  expect(wordsOf(await needles())).toEqual(["Another needle", "A needle"]);
  await db.insert(blocks).values({ userId: ada.id, blockedId: bob.id, createdAt: 1 });
  expect(wordsOf(await needles())).toEqual(["A needle"]);
});

test("a picture is attached to a message, and is deleted with it", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const { id } = await write(ada, [bob], "Hello");
  const { message } = await say(ada, id, "", { picture: aPicture, clientId: "picture" });
  expect(message.picture).toMatch(/^\/pictures\/[\w-]{22}\/1200\.webp$/);
  expect((await pageOf(bob, id)).items[0]?.picture).toBe(message.picture);
  expect((await listOf(bob))[0]?.lastMessage).toBe("Picture");
  const stored = () => db.$count(pictures, eq(pictures.ownerId, ada.id));
  // A repeated message stores no second picture, and a refused one stores none.
  await say(ada, id, "", { picture: aPicture, clientId: "picture" });
  expect(
    await refused(ada, "new", { conversation: id, message: "", picture: "data:text/plain;base64,aGk=" }),
  ).toBe("picture-type");
  expect(await stored()).toBe(1);
  await ask(ada, "deleteMessage", { conversation: id, messageId: message.id });
  await vi.waitFor(async () => expect(await stored()).toBe(0), 10_000);
  expect((await env.PICTURES.list({ prefix: message.picture?.split("/")[2] ?? "none" })).objects).toEqual([]);
});

/** One pixel. */
const aPicture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Resets the rate limits. */
async function forgetPace(id: string): Promise<void> {
  const { runInDurableObject } = await import("cloudflare:test");
  await runInDurableObject(env.CONVERSATION.getByName(id), (_, { storage }) => {
    storage.sql.exec("delete from buckets");
  });
}
