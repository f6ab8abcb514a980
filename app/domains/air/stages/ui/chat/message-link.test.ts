import { expect, test } from "vitest";
import { messageIn, messageLink, withoutMessage } from "./message-link.ts";

test("the link of a message is its room's page with the message id", () => {
  const link = messageLink("https://cue.example", "stage/s1", "01M");
  expect(link).toBe("https://cue.example/room/s1?message=01M#chat");
  expect(messageIn(new URL(link).search)).toBe("01M");
  expect(messageLink("https://cue.example", "profile/p1", "01M")).toContain("/profile/p1?");
});

test("removing the message keeps the rest of the address", () => {
  expect(withoutMessage("?tab=lineup&message=01M")).toBe("?tab=lineup");
  expect(withoutMessage("?message=01M")).toBe("");
  expect(messageIn("?tab=lineup")).toBeNull();
  expect(messageIn("?message=")).toBeNull();
});
