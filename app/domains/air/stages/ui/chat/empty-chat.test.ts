import { expect, test } from "vitest";
import { emptyChatText } from "./empty-chat.ts";

test("an empty chat invites those who can write, and no one who is timed out of it", () => {
  expect(emptyChatText({ isSignedIn: true, isOut: false })).toBe("Be the first to say something.");
  expect(emptyChatText({ isSignedIn: false, isOut: false })).toBe("Log in to be the first to say something.");
  expect(emptyChatText({ isSignedIn: true, isOut: true })).toBe("Messages appear here.");
});
