import { expect, test } from "vitest";
import type { ConversationMessageView, MessageKind } from "#app/domains/air/messages/contract.ts";
import { groupMs } from "#app/ui/talk/stand-together.ts";
import { placeMessages } from "./message-layout.ts";

const noon = Date.UTC(2026, 0, 5, 12);

function message(
  seq: number,
  by: string,
  timestamp: number,
  kind: MessageKind = "message",
): ConversationMessageView {
  const sender = { id: by, _id: by, username: by, profile: null };
  return {
    id: `m${seq}`,
    _id: `m${seq}`,
    seq,
    kind,
    sender,
    about: null,
    message: "hello",
    picture: null,
    timestamp,
    editedAt: null,
    deletedAt: null,
    clientId: null,
  };
}

const shape = (messages: ConversationMessageView[], zone = "UTC") =>
  placeMessages(messages, zone).map(
    ({ isNewDay, isFirst, isLast }) => (isNewDay ? "day " : "") + (isFirst ? "[" : "") + (isLast ? "]" : ""),
  );

test("messages of one user within five minutes are grouped", () => {
  expect(groupMs).toBe(300_000);
  expect(
    shape([message(1, "ada", noon), message(2, "ada", noon + 1), message(3, "ada", noon + 1 + groupMs)]),
  ).toEqual(["day [", "]", "[]"]);
  expect(shape([message(1, "ada", noon), message(2, "theo", noon), message(3, "ada", noon)])).toEqual([
    "day []",
    "[]",
    "[]",
  ]);
});

test("a line about the conversation is not grouped", () => {
  expect(
    shape([message(1, "ada", noon), message(2, "ada", noon, "renamed"), message(3, "ada", noon)]),
  ).toEqual(["day []", "[]", "[]"]);
});

test("each day starts with its date in the reader's time zone", () => {
  const around = [
    message(1, "ada", noon + 11 * 3_600_000),
    message(2, "ada", noon + 11 * 3_600_000 + 60_000),
  ];
  expect(shape(around)).toEqual(["day [", "]"]);
  const midnight = Date.UTC(2026, 0, 5, 23, 59, 30);
  const over = [message(1, "ada", midnight), message(2, "ada", midnight + 60_000)];
  expect(shape(over)).toEqual(["day []", "day []"]);
  expect(shape(over, "Asia/Tokyo")).toEqual(["day [", "]"]);
});
