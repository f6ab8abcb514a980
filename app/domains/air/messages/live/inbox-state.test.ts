import { expect, test } from "vitest";
import { conversationView } from "#tests/helpers/conversation-view.ts";
import {
  applyInboxEvent,
  conversationsIn,
  emptyInbox,
  settleMs,
  unreadNoticesIn,
  withList,
} from "./inbox-state.ts";
import type { InboxEvent } from "./protocol.ts";

const conversation = (id: string, lastTime: number) =>
  conversationView(id, { lastMessage: `at ${lastTime}`, lastTime });

const told = (id: string, lastTime: number, at: number, isUnread = true): InboxEvent => ({
  event: "conversation",
  data: { conversation: conversation(id, lastTime), isUnread },
  seq: at,
  at,
});
const gone = (id: string, at: number): InboxEvent => ({
  event: "conversation gone",
  data: { id },
  seq: at,
  at,
});
const notice = (seq: number): InboxEvent => ({
  event: "notice",
  data: { kind: "follow", message: `notice ${seq}`, at: seq },
  seq,
  at: seq,
});
const shown = (events: InboxEvent[], readAt = 100) => {
  const list = { readAt, conversations: [conversation("a", 10), conversation("b", 20)] };
  const state = events.reduce(applyInboxEvent, withList(emptyInbox, list));
  return conversationsIn(state)?.map(({ id, lastTime }) => `${id}${lastTime}`);
};

test("a new message moves its conversation to the top, and a deleted conversation disappears", () => {
  expect(conversationsIn(emptyInbox)).toBeNull();
  expect(shown([])).toEqual(["b20", "a10"]);
  expect(shown([told("a", 30, 200)])).toEqual(["a30", "b20"]);
  expect(shown([told("c", 40, 200), gone("b", 201)])).toEqual(["c40", "a10"]);
  expect(shown([gone("b", 200), told("b", 50, 201)])).toEqual(["b50", "a10"]);
});

test("events around the reading of a list override the list, and older ones do not", () => {
  const heard = applyInboxEvent(emptyInbox, told("a", 30, 1_000));
  const read = (readAt: number) =>
    conversationsIn(withList(heard, { readAt, conversations: [conversation("a", 10)] }))?.[0]?.lastTime;
  expect(read(1_000)).toBe(30);
  expect(read(1_000 + settleMs - 1)).toBe(30);
  expect(read(1_000 + settleMs)).toBe(10);
});

test("unread conversations are loaded with the snapshot and updated when read", () => {
  const snapshot: InboxEvent = {
    event: "snapshot",
    data: { notices: [], unread: 0, unreadConversations: ["a"] },
    seq: 1,
    at: 1,
  };
  const ids = (events: InboxEvent[]) => events.reduce(applyInboxEvent, emptyInbox).unreadIds;
  expect(ids([snapshot])).toEqual(["a"]);
  expect(ids([snapshot, told("b", 1, 2), told("b", 2, 3)])).toEqual(["a", "b"]);
  expect(ids([snapshot, told("a", 1, 2, false)])).toEqual([]);
  expect(ids([snapshot, gone("a", 2)])).toEqual([]);
});

test("notifications count once as unread until they are read on any device", () => {
  const notices = [3, 2, 1].map((seq) => ({ kind: "follow", message: `notice ${seq}`, at: seq, seq }));
  const snapshot: InboxEvent = { event: "snapshot", data: { notices, unread: 2 }, seq: 3, at: 3 };
  const unread = (events: InboxEvent[]) => unreadNoticesIn(events.reduce(applyInboxEvent, emptyInbox));
  const read: InboxEvent = { event: "notices read", data: { upTo: 3 }, seq: 4, at: 4 };
  expect(unread([snapshot])).toBe(2);
  expect(unread([snapshot, notice(5), notice(5)])).toBe(3);
  expect(unread([snapshot, read])).toBe(0);
  expect(unread([snapshot, read, notice(5)])).toBe(1);
});
