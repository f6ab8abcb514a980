import { expect, test } from "vitest";
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { hostileTexts } from "#tests/helpers/hostile-texts.ts";
import { noticeMail, togglesOf } from "./mails.ts";

test("the plain text of an email labels each link", () => {
  const notices = [{ kind: "stage-live" as const, message: "The Club is live.", url: "/room/club" }];
  const tokens = new Map(togglesOf(notices).map((toggle) => [toggle, `end-${toggle}`]));
  const mail = noticeMail({ username: "Ada", email: "ada@example.com" }, notices, {
    origin: "https://cue.example",
    tokens,
  });
  expect(mail.text.split("\n\n")).toEqual([
    "Hello Ada,",
    "Here is what happened on Cue:",
    "The Club is live.",
    "Listen:\nhttps://cue.example/room/club",
    "Stop emails about “Stages going live”:\nhttps://cue.example/unsubscribe?token=end-stageMails",
    "Stop all notification emails:\nhttps://cue.example/unsubscribe?token=end-emailNotifications",
  ]);
});

test("one-click unsubscribe ends one kind of email, or all kinds of a combined one", () => {
  const follow = { kind: "follow" as const, message: "Ana follows you." };
  const booking = { kind: "booking" as const, message: "Your set was confirmed." };
  const endedBy = (...notices: (typeof follow | typeof booking)[]) => {
    const tokens = new Map(togglesOf(notices).map((toggle) => [toggle, `end-${toggle}`]));
    const to = { username: "Ada", email: "ada@example.com" };
    const { headers } = noticeMail(to, notices, { origin: "https://cue.example", tokens });
    return headers["List-Unsubscribe"];
  };
  expect(endedBy(follow, follow)).toBe("<https://cue.example/unsubscribe?token=end-followerMails>");
  expect(endedBy(follow, booking)).toBe("<https://cue.example/unsubscribe?token=end-emailNotifications>");
});

test.each([...hostileTexts, { given: "Ana\r\nBcc: all@example.com\n\nhello" }])(
  "the subject and body escape %j",
  ({ given }) => {
    const notices = [{ kind: "message" as const, title: given, message: given, url: "/inbox" }];
    const to = { username: "Ada", email: "ada@example.com" };
    const { subject, html } = noticeMail(to, notices, { origin: "https://cue.example", tokens: new Map() });
    expect(subject).toBe(cleanLine(`New message from ${given}`));
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(html.replaceAll(/<\/?p>|<a href="https:\/\/cue\.example\/inbox">|<\/a>/g, "")).not.toMatch(/[<>]/);
  },
);
