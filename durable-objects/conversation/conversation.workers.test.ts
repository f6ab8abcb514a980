import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, onTestFinished, test, vi } from "vitest";
import { messageLimits } from "#app/domains/air/messages/contract.ts";
import { ConversationFrame } from "#app/domains/air/messages/live/conversation-protocol.ts";
import { InboxEvent } from "#app/domains/air/messages/live/protocol.ts";
import { Page } from "#tests/helpers/conversation-page.ts";
import { makeConversation } from "#tests/helpers/conversations.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { openSocket, viewer } from "#tests/helpers/socket.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { Inbox } from "../inbox/inbox.ts";
import { conversation, inbox, lobbyShard } from "../stubs.ts";

const ids = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => makePerson()))).map(({ id }) => id) as [
    string,
    string,
    ...string[],
  ];
const words = (message: string, clientId: string | null = null) => ({ message, picture: null, clientId });

async function begin(count = 2) {
  const [ada, bob, ...others] = await ids(count);
  const { id, messageId } = await makeConversation(ada, [bob, ...others]);
  return { id, messageId, stub: conversation(env, id), ada, bob, others };
}

const patience = { timeout: 10_000, interval: 20 };

const block = (by: string, of: string) =>
  env.DB.prepare("insert into blocks (user_id, blocked_id, created_at) values (?, ?, 1)").bind(by, of).run();

/** Records the calls to the inboxes about this conversation from now on. */
function listenToInboxes(id: string) {
  const notify = vi.spyOn(Inbox.prototype, "notify");
  onTestFinished(() => void vi.restoreAllMocks());
  return {
    notices: () =>
      notify.mock.calls.map(([notice]) => notice).filter(({ group }) => group === `conversation/${id}`),
    reword: vi.spyOn(Inbox.prototype, "reword"),
    withdraw: vi.spyOn(Inbox.prototype, "withdraw"),
  };
}

/** Simulates that all participants had time to read; every due alert is sent. */
async function letAlertsGo(stub: ReturnType<typeof conversation>): Promise<void> {
  const isAlert = ({ name }: Record<string, SqlStorageValue>) => name === "alerts";
  // A running alarm would be interrupted.
  await vi.waitFor(async () => expect((await rowsOf(stub, "due")).every(isAlert)).toBe(true), patience);
  await runInDurableObject(stub, (_, { storage }) => {
    storage.sql.exec("update alerts set due_at = 1");
    storage.sql.exec("update due set at = 1");
  });
  await runDurableObjectAlarm(stub);
  await vi.waitFor(async () => expect(await rowsOf(stub, "alerts")).toEqual([]), patience);
}

const rowsOf = (stub: ReturnType<typeof conversation>, table: "alerts" | "corrections" | "due") =>
  runInDurableObject(stub, (_, { storage }) => storage.sql.exec(`select * from ${table}`).toArray());

async function open(stub: Parameters<Page["open"]>[0], userId: string): Promise<Page> {
  const page = new Page(userId);
  await page.open(stub);
  await vi.waitFor(() => expect(page.seq).not.toBeNull(), 5_000);
  return page;
}

test("a message is acknowledged with its position, delivered to others, and marked as delivered and read", async () => {
  const { stub, ada, bob } = await begin();
  const [hers, his] = [await open(stub, ada), await open(stub, bob)];
  const reply = await hers.ask("chat", { message: " Hello\nBob " }, "wish");
  expect(reply).toMatchObject({
    event: "ack",
    data: { seq: 2, message: "Hello\nBob", clientId: "wish", sender: { id: ada } },
  });
  await vi.waitFor(() => expect(his.messages.get(2)?.message).toBe("Hello\nBob"));
  await vi.waitFor(() => expect(hers.marks.delivered.get(bob)).toBe(2));
  expect(hers.marks.read.get(bob)).toBe(1);
  expect(await his.ask("read", { upTo: 99 })).toMatchObject({ event: "ack" });
  await vi.waitFor(() => expect(hers.marks.read.get(bob)).toBe(2));
  void his.ask("typing", {});
  await vi.waitFor(() => expect(hers.typing).toEqual([bob]));
  expect(his.typing).toEqual([]);
  for (const page of [hers, his]) page.close();
});

test("typing is not shown between users with a block in either direction", async () => {
  const { stub, ada, bob, others } = await begin(3);
  const cy = others[0] ?? "";
  await block(bob, ada);
  const [hers, his, theirs] = [await open(stub, ada), await open(stub, bob), await open(stub, cy)];
  void hers.ask("typing", {});
  await vi.waitFor(() => expect(theirs.typing).toEqual([ada]));
  void his.ask("typing", {});
  await vi.waitFor(() => expect(theirs.typing).toEqual([ada, bob]));
  // Every event before this answer has been received.
  for (const page of [hers, his]) await page.ask("read", { upTo: 1 });
  expect([hers.typing, his.typing]).toEqual([[], []]);
  for (const page of [hers, his, theirs]) page.close();
});

test("a message is marked as delivered when its recipient's inbox is open", async () => {
  const { stub, id, ada, bob } = await begin();
  const hers = await open(stub, ada);
  const his = await openSocket(inbox(env, bob), "/realtime/inbox", viewer(bob), InboxEvent);
  expect(await his.next()).toMatchObject({ event: "snapshot", data: { unreadConversations: [] } });
  await hers.ask("chat", { message: "Hello" });
  expect(await his.next()).toMatchObject({
    event: "conversation",
    data: { isUnread: true, conversation: { id, lastMessage: "Hello", lastUser: ada } },
  });
  await vi.waitFor(() => expect(hers.marks.delivered.get(bob)).toBe(2));
  await stub.markRead(bob);
  expect(await his.next()).toMatchObject({ event: "conversation", data: { isUnread: false } });
  await stub.clear(bob);
  expect(await his.next()).toMatchObject({ event: "conversation gone", data: { id } });
  his.raw.close();
  hers.close();
});

test("invalid frames and frames of users who are not participants are refused", async () => {
  const { stub, ada } = await begin();
  const [stranger] = await ids(1);
  const path = "/realtime/conversation/x";
  for (const who of [viewer(stranger), viewer(null), null])
    await expect(openSocket(stub, path, who, ConversationFrame)).rejects.toThrow("404");
  const page = await openSocket(stub, path, viewer(ada), ConversationFrame);
  await page.next();
  for (const frame of [
    {},
    { event: "chat", id: "1", data: { message: 7 } },
    { event: "roomChat", id: "2", data: {} },
  ]) {
    page.send(frame);
    expect(await page.next()).toMatchObject({ event: "error", code: "bad-input" });
  }
  page.send({ event: "chat", id: "3", data: { msg: "As rooms call it" } });
  const answers = [await page.next(), await page.next()];
  expect(answers).toContainEqual(
    expect.objectContaining({
      event: "ack",
      id: "3",
      data: expect.objectContaining({ message: "As rooms call it" }),
    }),
  );
  page.raw.send("no json");
  expect(await page.next()).toMatchObject({ event: "error", id: null, code: "bad-json" });
  page.raw.send("x".repeat(5_000));
  expect(await page.closed).toBe(1009);
});

test("a resumed socket receives the missed events without deleted texts", async () => {
  const { stub, ada, bob } = await begin();
  const his = await open(stub, bob);
  his.close();
  const secret = await stub.say(ada, words("a slip of the tongue"));
  if (!secret.ok) throw new Error(secret.code);
  await stub.edit(ada, secret.sent.message.id, "nothing special");
  await stub.takeBack(ada, secret.sent.message.id);
  await evictDurableObject(stub);
  const log: string[] = [];
  const path = `/realtime/conversation/x?since=${his.seq}`;
  const again = await openSocket(stub, path, viewer(bob), ConversationFrame);
  again.raw.addEventListener("message", ({ data }) => log.push(String(data)));
  expect(await again.next()).toMatchObject({ event: "chat message", data: { message: "", seq: 2 } });
  again.raw.close();
  expect(await storageOf(stub)).not.toMatch(/slip of the tongue|nothing special/);
  expect(log.join()).not.toMatch(/slip|special/);
});

test("edits of messages that a participant cannot read are not sent to them", async () => {
  const { stub, messageId, ada, bob } = await begin();
  const [cy] = await ids(1);
  await stub.addParticipant(ada, cy);
  await stub.clear(bob);
  const pages = [await open(stub, bob), await open(stub, cy)];
  const hers = await open(stub, ada);
  await stub.edit(ada, messageId, "a secret of two");
  await vi.waitFor(() => expect(hers.messages.get(1)?.message).toBe("a secret of two"));
  const change = hers.seq;
  for (const page of pages) {
    await vi.waitFor(() => expect(page.seq).toBe(change));
    expect([...page.messages.keys()]).not.toContain(1);
    expect(page.faults).toEqual([]);
    page.close();
  }
  await stub.takeBack(ada, messageId);
  for (const page of pages) {
    await page.open(stub);
    await vi.waitFor(() => expect(page.seq).toBeGreaterThan(change ?? 0));
    expect(page.faults).toEqual([]);
    page.close();
  }
  hers.close();
});

test("the end of a session or removal of a participant closes the socket immediately", async () => {
  const { stub, id, ada, bob, others } = await begin(3);
  const cy = others[0] ?? "";
  const [hers, his] = [await open(stub, bob), await open(stub, cy)];
  // The lobby knows where users are, and tells the conversation when their session has ended.
  await vi.waitFor(async () => expect(await storageOf(lobbyShard(env, bob))).toContain(`conversation/${id}`));
  await lobbyShard(env, bob).dropUser(bob);
  await vi.waitFor(() => expect(hers.closedWith).toBe(4401), 5_000);
  await stub.removeParticipant(ada, cy);
  await vi.waitFor(() => expect(his.closedWith).toBe(4404));
  await expect(open(stub, cy)).rejects.toThrow("404");
});

test("a conversation has at most 50 participants", async () => {
  const [ada, ...others] = await ids(messageLimits.participants + 1);
  const id = `full-${Date.now()}`;
  const stub = conversation(env, id);
  const last = others.pop() ?? "";
  const said = await stub.say(ada, { ...words("All of you"), begin: { others, isDirect: false } });
  expect(said).toMatchObject({ ok: true });
  expect(await stub.addParticipant(ada, last)).toEqual({ ok: false, code: "conversation-full" });
});

test("an absent participant is notified once, and one who reads, mutes or blocks the sender is not", async () => {
  const { stub, id, ada, others } = await begin(5);
  const [cy = "", dee = "", eve = ""] = others;
  const told = listenToInboxes(id);
  await block(eve, ada);
  await stub.mute(cy, null);
  await stub.say(ada, words("One"));
  await stub.say(ada, words("Two"));
  await stub.markRead(dee);
  await letAlertsGo(stub);
  expect(told.notices()).toEqual([
    expect.objectContaining({
      kind: "message",
      message: "Two",
      about: ada,
      url: `/inbox?conversation=${id}`,
      group: `conversation/${id}`,
    }),
  ]);
  await letAlertsGo(stub);
  expect(told.notices()).toHaveLength(1);
});

test("a notification quotes the last message that is neither deleted nor from a blocked user", async () => {
  const { stub, id, ada, bob, others } = await begin(3);
  const cy = others[0] ?? "";
  const told = listenToInboxes(id);
  await block(cy, bob);
  await stub.say(ada, words("Told"));
  const regretted = await stub.say(ada, words("Taken back at once"));
  await stub.say(bob, words("From somebody blocked"));
  if (!regretted.ok) throw new Error(regretted.code);
  await stub.takeBack(ada, regretted.sent.message.id);
  await letAlertsGo(stub);
  expect(told.notices().filter(({ about }) => about === ada)).toMatchObject([{ message: "Told" }]);
  // Earlier messages do not cause a second notification.
  await stub.say(bob, words("Still blocked"));
  await letAlertsGo(stub);
  expect(told.notices().filter(({ about }) => about === ada)).toHaveLength(1);
});

test("a pending notification follows edits and deletion of its message, also after an inbox failure", async () => {
  const { stub, id, ada } = await begin();
  const told = listenToInboxes(id);
  await stub.say(ada, words("Before"));
  const said = await stub.say(ada, words("A slip"));
  if (!said.ok) throw new Error(said.code);
  const { id: messageId } = said.sent.message;
  await letAlertsGo(stub);
  told.reword.mockRejectedValueOnce(new Error("the inbox is away"));
  await stub.edit(ada, messageId, "A word");
  const reworded = [`message:${messageId}`, "A word"];
  await vi.waitFor(() => expect(told.reword.mock.calls).toEqual([reworded, reworded]), patience);
  await stub.takeBack(ada, messageId);
  await vi.waitFor(
    () => expect(told.withdraw).toHaveBeenCalledExactlyOnceWith(`message:${messageId}`),
    patience,
  );
  await letAlertsGo(stub);
  expect(told.notices().map(({ message }) => message)).toEqual(["A slip", "Before"]);
});

test("a deleted message that was already read sends no correction to the inbox", async () => {
  const { stub, id, ada, bob } = await begin();
  const told = listenToInboxes(id);
  const said = await stub.say(ada, words("Hello"));
  if (!said.ok) throw new Error(said.code);
  await letAlertsGo(stub);
  await stub.markRead(bob);
  await stub.takeBack(ada, said.sent.message.id);
  await vi.waitFor(async () => expect(await rowsOf(stub, "corrections")).toEqual([]), patience);
  expect(told.withdraw).not.toHaveBeenCalled();
});

test("messages of a deleted account keep their position without name and text", async () => {
  const { stub, ada, bob, others } = await begin(3);
  await stub.say(bob, words("words of somebody", "their own id"));
  await stub.say(ada, words("I answer"));
  const hers = await open(stub, ada);
  await env.DB.prepare("delete from users where id = ?").bind(bob).run();
  await stub.forgetUser(bob);
  await vi.waitFor(() => expect(hers.messages.get(2)).toMatchObject({ sender: null, message: "", seq: 2 }));
  expect(hers.messages.get(3)?.message).toBe("I answer");
  expect(await storageOf(stub)).not.toMatch(new RegExp(`${bob}|words of somebody`));
  for (const userId of [ada, others[0] ?? ""])
    expect(await storageOf(inbox(env, userId))).not.toMatch(new RegExp(`${bob}|words of somebody`));
  await stub.forgetUser(bob);
  hers.close();
});

test("D1 and the inboxes are updated once after an outage", async () => {
  const { stub, ada, bob, id } = await begin();
  const broken = vi.spyOn(env.DB, "batch");
  broken.mockRejectedValue(new Error("D1 is away"));
  // Caught within the object: a rejection that crosses to the test would count as unhandled there.
  const refused = await runInDurableObject(stub, (object) =>
    object.say(ada, words("Not now")).catch((error: unknown) => error),
  );
  expect(refused).toMatchObject({ code: "unavailable" });
  broken.mockRestore();
  await stub.say(ada, words("Now"));
  await vi.waitFor(async () => {
    const rows = await runInDurableObject(inbox(env, bob), (_, { storage }) =>
      storage.sql.exec("select is_unread from conversations where id = ?", id).toArray(),
    );
    expect(rows).toEqual([{ is_unread: 1 }]);
  }, 10_000);
});
