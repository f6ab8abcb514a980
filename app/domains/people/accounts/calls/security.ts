import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  type AddPasskeyInput,
  type ChangeEmailInput,
  type ChangePasswordInput,
  type CodeInput,
  DeviceView,
  EmailView,
  type PasskeyInput,
  PasskeyView,
  PasswordChangedView,
  type PasswordInput,
  RecoveryCodesView,
  type RenamePasskeyInput,
  SecondFactorSetupView,
  SecondFactorView,
  WebAuthnJson,
} from "../contract/security.ts";

export const listPasskeysCall = defineCall("GET", "/passkeys/list", {
  who: "user",
  answer: z.array(PasskeyView),
});

export const startPasskeyCall = defineCall("POST", "/passkeys/addOptions", {
  who: "user",
  input: takes<typeof PasswordInput>(),
  answer: WebAuthnJson,
});

export const addPasskeyCall = defineCall("POST", "/passkeys/add", {
  who: "user",
  input: takes<typeof AddPasskeyInput>(),
  answer: PasskeyView,
});

export const renamePasskeyCall = defineCall("POST", "/passkeys/rename", {
  who: "user",
  input: takes<typeof RenamePasskeyInput>(),
  answer: z.array(PasskeyView),
});

export const removePasskeyCall = defineCall("POST", "/passkeys/remove", {
  who: "user",
  input: takes<typeof PasskeyInput>(),
  answer: z.array(PasskeyView),
});

export const startPasskeyLogInCall = defineCall("POST", "/passkeys/logInOptions", {
  who: "public",
  answer: WebAuthnJson,
});

export const listDevicesCall = defineCall("GET", "/users/getSessions", {
  who: "user",
  answer: z.array(DeviceView),
});

export const changePasswordCall = defineCall("POST", "/users/changePassword", {
  who: "user",
  input: takes<typeof ChangePasswordInput>(),
  answer: PasswordChangedView,
});

export const getEmailCall = defineCall("GET", "/users/getEmail", {
  who: "user",
  answer: EmailView,
});

export const requestEmailChangeCall = defineCall("POST", "/users/changeEmail", {
  who: "user",
  input: takes<typeof ChangeEmailInput>(),
  answer: EmailView,
});

export const cancelEmailChangeCall = defineCall("POST", "/users/cancelEmailChange", {
  who: "user",
  answer: EmailView,
});

export const getSecondFactorCall = defineCall("GET", "/secondFactor/get", {
  who: "user",
  answer: SecondFactorView,
});

export const beginSecondFactorCall = defineCall("POST", "/secondFactor/begin", {
  who: "user",
  input: takes<typeof PasswordInput>(),
  answer: SecondFactorSetupView,
});

export const confirmSecondFactorCall = defineCall("POST", "/secondFactor/confirm", {
  who: "user",
  input: takes<typeof CodeInput>(),
  answer: RecoveryCodesView,
});

export const renewRecoveryCodesCall = defineCall("POST", "/secondFactor/renewCodes", {
  who: "user",
  input: takes<typeof CodeInput>(),
  answer: RecoveryCodesView,
});

export const removeSecondFactorCall = defineCall("POST", "/secondFactor/remove", {
  who: "user",
  input: takes<typeof CodeInput>(),
  answer: SecondFactorView,
});
