import { expect, test, vi } from "vitest";
import { decideMessage } from "./moderation-rules.ts";
import { socketLimits } from "./protocol.ts";

const now = 1_000_000;

/** A first message of a user, and a list of words that records its comparisons. */
function said(facts: Partial<Parameters<typeof decideMessage>[0]> = {}) {
  return {
    text: "hello",
    canWrite: true,
    isBlocked: false,
    isManager: false,
    isOnAir: false,
    restriction: undefined,
    settings: { slowSeconds: 0, hasLinks: true },
    origin: "https://cue.example",
    holdsBlockedWord: vi.fn((text: string) => text.includes("spam")),
    user: null,
    room: null,
    takeComparison: () => ({ ok: true }) as const,
    now,
    ...facts,
  };
}

test("an allowed message is compared with the blocked words in its displayed form", () => {
  const message = said({ text: "  hello\u0007there " });
  expect(decideMessage(message)).toMatchObject({ ok: true, text: "hello there" });
  expect(message.holdsBlockedWord).toHaveBeenCalledExactlyOnceWith("hello there");
});

const empty = { tokens: 0, at: now };
test.each([
  ["too long", { text: "spam ".repeat(20_000) }, "chat-too-long"],
  ["long by what its letters decompose into", { text: "\ufdfa".repeat(300) }, "chat-too-long"],
  ["empty", { text: "  " }, "chat-empty"],
  ["too fast", { text: "spam", user: empty }, "rate-limited"],
  ["too much for the room", { text: "spam", room: empty }, "rate-limited"],
  ["too fast for the list", { text: "spam", takeComparison: () => refused }, "rate-limited"],
  ["somebody's who is banned", { text: "spam", restriction: { until: null } }, "chat-banned"],
  ["somebody's who is timed out", { text: "spam", restriction: { until: now + 1 } }, "chat-timeout"],
  ["somebody's who is blocked", { text: "spam", isBlocked: true }, "not-welcome"],
] as const)("a message that is %s is refused without a comparison", (_, facts, code) => {
  const message = said(facts);
  expect(decideMessage(message)).toMatchObject({ ok: false, code });
  expect(message.holdsBlockedWord).not.toHaveBeenCalled();
});
const refused = { ok: false, code: "rate-limited" } as const;

test("blocked words and links are refused except for managers, whose messages are not compared", () => {
  expect(decideMessage(said({ text: "spam" }))).toMatchObject({ code: "chat-word" });
  const link = { text: "https://a.example", settings: { slowSeconds: 0, hasLinks: false } };
  expect(decideMessage(said(link))).toMatchObject({ code: "chat-links" });
  const manager = said({ ...link, text: "spam https://a.example", isManager: true });
  expect(decideMessage(manager)).toMatchObject({ ok: true });
  expect(manager.holdsBlockedWord).not.toHaveBeenCalled();
});

test("slow mode delays a second message, except for the performer on air", () => {
  const user = { tokens: socketLimits.chatBurst - 1, at: now - 4_000 };
  const slow = { settings: { slowSeconds: 10, hasLinks: true }, user };
  expect(decideMessage(said(slow))).toEqual({ ok: false, code: "slow-mode", retryAfterMs: 6_000 });
  expect(decideMessage(said({ ...slow, isOnAir: true }))).toMatchObject({ ok: true });
});

test.each([
  ["https://cue.example/room/glasshouse?message=1#chat", true],
  ["come to https://cue.example, now", true],
  ["https://cue.example/https://evil.com", false],
  ["https://cue.example/evil.com/x", false],
  ["https://cue.example?next=//evil.com/", false],
  ["https://cue.example@evil.com/", false],
  ["https://cue.example.evil.com/", false],
  ["http://cue.example/", false],
  ["https://cue.example/a https://evil.com", false],
])("without links allowed, %s is allowed: %s", (text, ok) => {
  const message = said({ text, settings: { slowSeconds: 0, hasLinks: false } });
  expect(decideMessage(message).ok).toBe(ok);
});
