import { defineCall, takes } from "#app/call.ts";
import { ReferencesAnswer, type ReferencesCommand } from "../contract/recognition.ts";

export const listReferencesCall = defineCall("POST", "/operator/references", {
  who: "key",
  input: takes<typeof ReferencesCommand>(),
  answer: ReferencesAnswer,
});
