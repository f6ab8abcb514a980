import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.server.ts";
import { canChangeUsername, checkEmail, checkPassword, checkUsername } from "./rules.ts";

test("a username can change immediately the first time, then every 30 days", () => {
  const dayMs = 24 * 3_600_000;
  expect(canChangeUsername({ usernameChangedAt: null }, 5)).toEqual({ ok: true });
  const changed = { usernameChangedAt: 1_000 };
  expect(canChangeUsername(changed, 1_000 + 30 * dayMs)).toEqual({ ok: true });
  expect(canChangeUsername(changed, 999 + 30 * dayMs)).toEqual({
    ok: false,
    code: "username-too-soon",
    retryAfterMs: 1,
  });
});

test("a username is no id, however its letters are written", () => {
  for (const id of [
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "01arz3ndektsv4rrffq69g5fav",
    "０１ＡＲＺ３ndektsv4rrffq69g5fav",
  ])
    expect(checkUsername(id)).toEqual({ ok: false, code: "username-like-id" });
  expect(checkUsername("01ARZ3NDEKTSV4RRFFQ69G5FA")).toEqual({ ok: true });
});

test("an email address needs a mailbox, an @ and a domain", () => {
  expect(checkEmail(" ana@example.com ")).toEqual({ ok: true });
  for (const wrong of [
    "",
    "ana",
    "ana@",
    "ana@host",
    "a b@example.com",
    "ana@example..com",
    "<a>@example.com",
  ]) {
    expect(checkEmail(wrong)).toEqual({ ok: false, code: "email-invalid" });
  }
});

test("a password must be long enough and match its confirmation, and is not trimmed", () => {
  expect(checkPassword(" eight ch", " eight ch")).toEqual({ ok: true });
  expect(checkPassword("seven77", "seven77")).toMatchObject({ code: "password-short" });
  expect(checkPassword("x".repeat(129), "x".repeat(129))).toMatchObject({ code: "password-long" });
  expect(checkPassword("eight characters", "eight characters ")).toMatchObject({ code: "password-mismatch" });
});

test("common passwords and the product's name are refused", () => {
  for (const common of ["Password", "qwertyuiop", "12345678", "cuemusic2026", "Cue.Music!", "zzzzzzzzzz"]) {
    expect(isCommonPassword(common)).toBe(true);
  }
  expect(isCommonPassword("rescue the music of 1987")).toBe(false);
});
