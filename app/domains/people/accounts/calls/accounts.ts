import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  AccountView,
  CaptchaView,
  type EmailInput,
  type LogInInput,
  NoticeView,
  type RegisterInput,
  SessionView,
  type UsernameInput,
} from "../contract/accounts.ts";
import type { EmailLinkInput, PasskeyLogInInput } from "../contract/security.ts";
import type { DeleteAccountInput, FeedbackInput } from "../contract/settings.ts";

/** Not described in detail: sections are added as the product grows. */
const AccountData = z.record(z.string(), z.unknown());

export const exportAccountCall = defineCall("GET", "/users/export", {
  who: "user",
  answer: AccountData,
});

export const deleteAccountCall = defineCall("POST", "/users/deleteAccount", {
  who: "user",
  input: takes<typeof DeleteAccountInput>(),
  answer: NoticeView,
});

export const issueCaptchaCall = defineCall("GET", "/captcha", {
  who: "public",
  answer: CaptchaView,
});

export const logInCall = defineCall("POST", "/users/login", {
  who: "public",
  input: takes<typeof LogInInput>(),
  answer: SessionView,
});

export const registerCall = defineCall("POST", "/users/register", {
  who: "public",
  input: takes<typeof RegisterInput>(),
  answer: SessionView,
});

export const checkUsernameTakenCall = defineCall("POST", "/users/checkUsername", {
  who: "public",
  input: takes<typeof UsernameInput>(),
  answer: z.boolean(),
});

export const checkEmailTakenCall = defineCall("POST", "/users/checkEmail", {
  who: "public",
  input: takes<typeof EmailInput>(),
  answer: z.boolean(),
});

export const getMeCall = defineCall("GET", "/users/me", {
  who: "user",
  answer: AccountView,
});

export const resendVerificationCall = defineCall("GET", "/users/resendVerification", {
  who: "user",
  answer: NoticeView,
  changesState: true,
});

export const logInByPasskeyCall = defineCall("POST", "/passkeys/logIn", {
  who: "public",
  input: takes<typeof PasskeyLogInInput>(),
  answer: SessionView,
});

export const confirmEmailChangeCall = defineCall("POST", "/users/confirmEmailChange", {
  who: "public",
  input: takes<typeof EmailLinkInput>(),
  answer: NoticeView,
});

export const stopEmailChangeCall = defineCall("POST", "/users/stopEmailChange", {
  who: "public",
  input: takes<typeof EmailLinkInput>(),
  answer: NoticeView,
});

export const submitFeedbackCall = defineCall("POST", "/feedback/submit", {
  who: "user",
  input: takes<typeof FeedbackInput>(),
  answer: NoticeView,
});
