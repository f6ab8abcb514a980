import { expect, test } from "vitest";
import { noticeMail, togglesOf } from "./mails.ts";

test("a mail as plain text says of each link what it is for", () => {
  const notices = [{ kind: "stage-live" as const, message: "The Club is live.", url: "/room/club" }];
  const tokens = new Map(togglesOf(notices).map((toggle) => [toggle, `end-${toggle}`]));
  const mail = noticeMail({ username: "Ada", email: "ada@example.com" }, notices, {
    origin: "https://cue.example",
    tokens,
  });
  expect(mail.text.split("\n\n")).toEqual([
    "Hello Ada,",
    "this has happened on Cue:",
    "The Club is live.",
    "Listen:\nhttps://cue.example/room/club",
    "No more notices of the kind “Stages going live”:\nhttps://cue.example/unsubscribe?token=end-roomNotifications",
    "No more mails about notices:\nhttps://cue.example/unsubscribe?token=end-emailNotifications",
  ]);
});
