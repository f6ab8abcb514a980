import { expect, test } from "vitest";
import { conversationView } from "#tests/helpers/conversation-view.ts";
import type { ConversationMessageView } from "../contract.ts";
import { type ConversationEvent, typingEveryMs } from "./conversation-protocol.ts";
import {
  applyConversationEvent,
  type ConversationState,
  openedState,
  stillTyping,
  withOlder,
  withoutTyping,
  withTyping,
} from "./conversation-state.ts";

const conversation = conversationView("c");

const message = (seq: number, words = `message ${seq}`): ConversationMessageView => ({
  id: `m${seq}`,
  _id: `m${seq}`,
  seq,
  kind: "message",
  sender: null,
  about: null,
  message: words,
  picture: null,
  timestamp: seq,
  editedAt: null,
  deletedAt: null,
  clientId: null,
});

/** Newest first, as pages are returned. */
const from = (last: number, count: number) =>
  Array.from({ length: count }, (_, index) => message(last - index));
const page = (last: number, count: number) => ({
  items: from(last, count),
  dateCursor: 1,
  idCursor: String(last - count + 1),
});
const at = { seq: 9, at: 9 };
const snapshot = (last: number, count: number): ConversationEvent => {
  const { items, ...cursor } = page(last, count);
  const marks = { delivered: [{ user: "ada", upTo: last }], read: [] };
  return { event: "snapshot", data: { conversation, after: 0, messages: items, ...cursor, ...marks }, ...at };
};
const said = (seq: number): ConversationEvent => ({ event: "chat message", data: message(seq), ...at });
const apply = (state: ConversationState | null, ...events: ConversationEvent[]) =>
  events.reduce(applyConversationEvent, state);
const seqs = (state: ConversationState | null) => state?.messages.map(({ seq }) => seq);

test("messages are sorted by sequence number without duplicates", () => {
  expect(seqs(apply(null, said(1)))).toBeUndefined();
  expect(seqs(apply(null, snapshot(3, 3), said(5), said(4), said(5)))).toEqual([1, 2, 3, 4, 5]);
});

test("older messages are prepended, and the cursor is remembered", () => {
  const state = apply(null, snapshot(10, 3));
  const older = state && withOlder(state, { ...page(7, 3), idCursor: "end" });
  expect(seqs(older)).toEqual([5, 6, 7, 8, 9, 10]);
  expect(older?.older.idCursor).toBe("end");
});

test("a snapshot replaces the state, so that messages deleted while offline disappear", () => {
  const before = openedState(conversation, page(10, 5));
  const anew = apply(before, snapshot(11, 3));
  expect(seqs(anew)).toEqual([9, 10, 11]);
  expect(anew?.older.idCursor).toBe("9");
  expect(seqs(apply(before, snapshot(11, 1)))).toEqual([11]);
});

test("an edited or deleted message is replaced in place", () => {
  const changed: ConversationEvent = { event: "message changed", data: message(2, "else"), ...at };
  expect(apply(null, snapshot(3, 3), changed)?.messages.map((each) => each.message)).toEqual([
    "message 1",
    "else",
    "message 3",
  ]);
});

test("names, participants and marks change without affecting other state", () => {
  const state = apply(
    null,
    snapshot(3, 3),
    { event: "conversation changed", data: { name: "Harbour", participants: [] }, ...at },
    { event: "read", data: { user: "ada", upTo: 2 }, ...at },
    { event: "delivered", data: { user: "theo", upTo: 3 }, ...at },
  );
  expect(state).toMatchObject({
    conversation: { name: "Harbour", isMuted: false },
    delivered: { ada: 3, theo: 3 },
    read: { ada: 2 },
  });
});

test(`a typing indicator lasts for 2 × ${typingEveryMs} ms, or until the message arrives`, () => {
  const typing = withTyping({}, "ada", 1_000);
  expect(stillTyping(typing, 1_000 + 2 * typingEveryMs - 1)).toBe(typing);
  expect(stillTyping(typing, 1_000 + 2 * typingEveryMs)).toEqual({});
  expect(withoutTyping(typing, "ada")).toEqual({});
  expect(withoutTyping(typing, "theo")).toBe(typing);
});
