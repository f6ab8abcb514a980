import { expect, test } from "vitest";
import { messageIn, messageLink, withoutMessage } from "./message-link.ts";

test("the address of a message leads to its room's page and names it there", () => {
  const link = messageLink("https://cue.example", "stage/s1", "01M");
  expect(link).toBe("https://cue.example/room/s1?message=01M#chat");
  expect(messageIn(new URL(link).search)).toBe("01M");
  expect(messageLink("https://cue.example", "profile/p1", "01M")).toContain("/profile/p1?");
});

test("without the message the rest of the address stays", () => {
  expect(withoutMessage("?tab=lineup&message=01M")).toBe("?tab=lineup");
  expect(withoutMessage("?message=01M")).toBe("");
  expect(messageIn("?tab=lineup")).toBeNull();
  expect(messageIn("?message=")).toBeNull();
});
