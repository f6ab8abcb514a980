import { describe, expect, test } from "vitest";
import { type ConversationView, messageLimits } from "#app/domains/air/messages/contract.ts";
import { conversationView } from "#tests/helpers/conversation-view.ts";
import { conversationName, cut, lastText, mergeRows, preview, shownName } from "./rows.ts";

const person = (id: string, username = id) => ({ id, _id: id, username, profile: null });

const conversation = (id: string, fields: Partial<ConversationView> = {}) =>
  conversationView(id, { participants: [person("me"), person("ada", "Ada")], read: ["me"], ...fields });

describe("a row of the inbox", () => {
  test("shows the conversation's name, its participants, or 'Me'", () => {
    const names = (fields: Partial<ConversationView>) => conversationName(conversation("c", fields), "me");
    expect(names({ name: "Harbour" })).toBe("Harbour");
    expect(names({ participants: [person("me"), person("a", "Ada"), person("t", "Theo")] })).toBe(
      "Ada, Theo",
    );
    expect(names({ participants: [person("me")] })).toBe("Me");
  });

  test(`truncates a name at ${messageLimits.nameShown} characters and a message at ${messageLimits.previewShown}, plus '...'`, () => {
    expect([messageLimits.nameShown, messageLimits.previewShown]).toEqual([25, 80]);
    expect(shownName("n".repeat(25))).toBe("n".repeat(25));
    expect(shownName("n".repeat(26))).toBe(`${"n".repeat(25)}...`);
    expect(preview("m".repeat(80))).toBe("m".repeat(80));
    expect(preview("m".repeat(81))).toBe(`${"m".repeat(80)}...`);
  });

  test("names the sender of the last message, or says that it was deleted", () => {
    const words = (lastMessage: string, lastUser: string | null) => lastText({ lastMessage, lastUser }, "me");
    expect(words("Hello", "ada")).toBe("Hello");
    expect(words("Hello", "me")).toBe("You: Hello");
    expect(words("", "ada")).toBe("Message deleted");
    expect(words("", null)).toBe("");
  });

  test("is truncated only between grapheme clusters", () => {
    expect(cut("👩‍🎤👩‍🎤👩‍🎤", 2)).toBe("👩‍🎤👩‍🎤...");
    expect(cut("👩‍🎤👩‍🎤👩‍🎤", 3)).toBe("👩‍🎤👩‍🎤👩‍🎤");
  });
});

test("conversations, server messages and the notifications row are sorted together, newest first", () => {
  const notice = { kind: "follow", message: "Theo follows you", at: 30, seq: 4 };
  const rows = mergeRows({
    conversations: [conversation("old", { lastTime: 10 }), conversation("new", { lastTime: 40, read: [] })],
    serverMessages: [{ id: "s", _id: "s", date: 20, message: "Welcome", award: null }],
    notices: [notice, { ...notice, at: 5, seq: 3 }],
    unreadNotices: 1,
    viewerId: "me",
    lookedAt: null,
  });
  expect(rows.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    "conversation new",
    "notices all",
    "server s",
    "conversation old",
  ]);
  expect(rows.map((row) => row.kind !== "server" && row.isUnread)).toEqual([true, true, false, false]);
});

test("the open row is not unread, and rows of the same millisecond keep their order", () => {
  const lists = [conversation("a", { read: [] }), conversation("b")];
  const order = (conversations: ConversationView[]) =>
    mergeRows({
      conversations,
      serverMessages: [],
      notices: [],
      unreadNotices: 0,
      viewerId: "me",
      lookedAt: "a",
    });
  expect(order(lists).some((row) => row.kind !== "server" && row.isUnread)).toBe(false);
  expect(order(lists).map(({ id }) => id)).toEqual(order(lists.toReversed()).map(({ id }) => id));
});
