import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { InboxEvent, InboxFrame } from "#app/domains/air/messages/live/protocol.ts";
import type { NewNotice } from "#app/domains/people/notifications/contract.ts";
import { erased } from "#packages/durable/erase-object.ts";
import { conversationView } from "#tests/helpers/conversation-view.ts";
import { CountedRows } from "#tests/helpers/counted-rows.ts";
import { openMute, openSocket, viewer } from "#tests/helpers/socket.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { inbox } from "../stubs.ts";

const notice = (key: string, at = 1): NewNotice => ({
  kind: "mount-busy",
  message: `message ${key}`,
  at,
  key,
});

const open = (userId: string, query = "") =>
  openSocket(inbox(env, userId), `/realtime/inbox${query}`, viewer(userId), InboxEvent);

test("a notification reaches open sockets once per key, and is in the next snapshot", async () => {
  const stub = inbox(env, "ada");
  const socket = await open("ada");
  expect(await socket.next()).toMatchObject({ event: "snapshot", data: { notices: [], unread: 0 }, seq: 0 });
  await stub.notify(notice("a"));
  await stub.notify(notice("a"));
  await stub.notify(notice("b"));
  expect(await socket.next()).toMatchObject({ event: "notice", data: { message: "message a" }, seq: 1 });
  expect(await socket.next()).toMatchObject({ event: "notice", data: { message: "message b" }, seq: 2 });

  await evictDurableObject(stub);
  await stub.notify(notice("a"));
  const again = await open("ada");
  expect(await again.next()).toMatchObject({
    data: { notices: [{ seq: 2 }, { seq: 1 }], unread: 2 },
    seq: 2,
  });
});

test("a resumed socket receives only the missed notifications", async () => {
  const stub = inbox(env, "bob");
  for (const key of ["a", "b", "c"]) await stub.notify(notice(key));
  const socket = await open("bob", "?since=1");
  expect((await socket.next()).seq).toBe(2);
  expect((await socket.next()).seq).toBe(3);
  await stub.notify(notice("d"));
  expect((await socket.next()).seq).toBe(4);
  for (const since of ["9", "-1", "x"]) {
    const stranger = await open("bob", `?since=${since}`);
    expect((await stranger.next()).event).toBe("snapshot");
  }
});

test("the last hundred notifications are kept", async () => {
  const stub = inbox(env, "cy");
  for (let at = 1; at <= 130; at++) await stub.notify(notice(`n${at}`, at));
  const first = await (await open("cy")).next();
  const notices = first.event === "snapshot" ? first.data.notices : [];
  expect(notices.map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, index) => 130 - index));
});

test("reading on one device updates the other and survives an eviction", async () => {
  const stub = inbox(env, "dee");
  for (const key of ["a", "b", "c"]) await stub.notify(notice(key));
  const desk = await open("dee", "?since=3");
  const phone = await openSocket(stub, "/realtime/inbox?since=3", viewer("dee"), InboxFrame);
  phone.send({ event: "readNotices", id: "1", data: { upTo: 2 } });
  expect((await phone.next()).event).toBe("notices read");
  expect(await phone.next()).toEqual({ event: "ack", id: "1", data: {} });
  expect(await desk.next()).toMatchObject({ event: "notices read", data: { upTo: 2 } });
  await evictDurableObject(stub);
  expect(await (await open("dee")).next()).toMatchObject({ data: { unread: 1 } });
});

test("only the owner receives events, until their session ends", async () => {
  const stub = inbox(env, "eve");
  const stranger = await openSocket(stub, "/realtime/inbox", viewer("mallory"), InboxEvent);
  expect(await stranger.closed).toBe(4401);
  const nobody = await openSocket(stub, "/realtime/inbox", null, InboxEvent);
  expect(await nobody.closed).toBe(4401);

  const [here, there] = [
    await openSocket(stub, "/realtime/inbox", viewer("eve", "session-1"), InboxEvent),
    await openSocket(stub, "/realtime/inbox", viewer("eve", "session-2"), InboxEvent),
  ];
  await stub.dropUser("session-1");
  expect(await here.closed).toBe(4401);
  await stub.dropUser();
  expect(await there.closed).toBe(4401);
});

test("an invalid frame gets an error and changes nothing", async () => {
  const stub = inbox(env, "gil");
  await stub.notify(notice("a"));
  const socket = await openSocket(stub, "/realtime/inbox", viewer("gil"), InboxFrame);
  await socket.next();
  socket.raw.send("{");
  expect(await socket.next()).toMatchObject({ event: "error", id: null, code: "bad-json" });
  for (const wrong of [
    { event: "readNotices", id: "1", data: {} },
    { event: "other", id: "1", data: { upTo: 9 } },
  ]) {
    socket.send(wrong);
    expect(await socket.next()).toMatchObject({ event: "error", id: "1", code: "bad-input" });
  }
  expect(await (await open("gil")).next()).toMatchObject({ data: { unread: 1 } });
});

test("a frame of more than 4 KiB closes the socket", async () => {
  const socket = await open("fay");
  socket.raw.send("x".repeat(5_000));
  expect(await socket.closed).toBe(1009);
});

test("a page that never answers the end of its session is not open, and reads nothing any more", async () => {
  const stub = inbox(env, "hal");
  await stub.notify(notice("a"));
  const page = await openMute(stub, "/realtime/inbox", viewer("hal"));
  const conversation = conversationView("1");
  expect(await stub.conversationChanged({ conversation, isUnread: true, version: 1 })).toEqual({
    isOpen: true,
  });
  const ended = new Promise((resolve) => page.addEventListener("close", resolve));
  await stub.dropUser("session");
  await ended;
  expect(await stub.conversationChanged({ conversation, isUnread: true, version: 2 })).toEqual({
    isOpen: false,
  });
  page.send(JSON.stringify({ event: "readNotices", id: "1", data: { upTo: 1 } }));
  // What it has sent arrives before it is gone.
  page.close();
  await vi.waitFor(() => runInDurableObject(stub, (_, state) => expect(state.getWebSockets()).toEqual([])));
  expect(await (await open("hal")).next()).toMatchObject({ data: { unread: 1 } });
});

test("notifications about a deleted account are removed from open pages and from resumed sockets", async () => {
  const stub = inbox(env, "eva");
  await stub.notify({ ...notice("a"), about: "gone-01" });
  await stub.notify(notice("b"));
  const socket = await open("eva");
  expect(await socket.next()).toMatchObject({ data: { unread: 2 } });
  await stub.notify({ ...notice("request by gone-01"), about: "gone-01" });
  await socket.next();
  await stub.forgetUser("gone-01");
  expect(await socket.next()).toMatchObject({ event: "notices read", seq: 4 });
  const left = {
    event: "snapshot",
    data: { notices: [{ message: "message b", seq: 2 }], unread: 1 },
    seq: 4,
  };
  expect(await socket.next()).toMatchObject(left);
  expect(await storageOf(stub)).not.toContain("gone-01");
  await evictDurableObject(stub);
  expect(await (await open("eva", "?since=1")).next()).toMatchObject(left);
  await stub.notify(notice("c"));
  expect(await socket.next()).toMatchObject({ event: "notice", seq: 5 });
});

test("an erased inbox closes its sockets and stores nothing", async () => {
  const stub = inbox(env, "fay");
  await stub.notify(notice("a"));
  const socket = await open("fay");
  await erased(stub.erase());
  expect(await socket.closed).toBe(4401);
  expect(await storageOf(inbox(env, "fay"))).not.toContain("message a");
  expect(await (await open("fay")).next()).toMatchObject({ data: { notices: [] }, seq: 0 });
});

test("a resumed page gets the present state of a conversation for each of its events, which are stored without it", async () => {
  const stub = inbox(env, "ida");
  const change = (version: number) => {
    const conversation = { ...conversationView("1"), lastMessage: `words ${version}` };
    return stub.conversationChanged({ conversation, isUnread: true, version });
  };
  for (let version = 1; version <= 20; version++) await change(version);
  const counted = await CountedRows.of(stub);
  await change(21);
  expect(counted.statements).toEqual(["insert into conversations: 1", "insert into events: 1"]);
  await evictDurableObject(stub);
  const socket = await open("ida", "?since=19");
  const present = { event: "conversation", data: { conversation: { lastMessage: "words 21" } } };
  expect(await socket.next()).toMatchObject({ ...present, seq: 20 });
  expect(await socket.next()).toMatchObject({ ...present, seq: 21 });
  expect(await storageOf(stub)).not.toContain("words 20");
  await stub.conversationGone({ id: "1", version: 22 });
  const again = await open("ida", "?since=20");
  expect(await again.next()).toMatchObject({ event: "conversation gone", data: { id: "1" }, seq: 21 });
});

test("events of an earlier version, which had the content in the log, are resumed with it", async () => {
  const stub = inbox(env, "jon");
  const conversation = { ...conversationView("1"), lastMessage: "old words" };
  await stub.conversationChanged({ conversation, isUnread: true, version: 1 });
  await runInDurableObject(stub, (_, { storage: { sql } }) => {
    sql.exec("update events set data = ?", JSON.stringify({ conversation, isUnread: true }));
    sql.exec("alter table conversations drop column data");
    sql.exec("alter table conversations drop column event");
  });
  await evictDurableObject(stub);
  await stub.notify(notice("a"));
  expect(await (await open("jon", "?since=0")).next()).toMatchObject({
    event: "conversation",
    data: { conversation: { lastMessage: "old words" }, isUnread: true },
    seq: 1,
  });
});
