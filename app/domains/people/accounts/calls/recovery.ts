import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { RecoveredView, type RecoveryInput, type RecoveryRequestInput } from "../contract/recovery.ts";

export const requestRecoveryCall = defineCall("POST", "/recovery/request", {
  who: "public",
  input: takes<typeof RecoveryRequestInput>(),
  answer: z.literal(true),
});

export const recoverCall = defineCall("POST", "/recovery/reset", {
  who: "public",
  input: takes<typeof RecoveryInput>(),
  answer: RecoveredView,
});
