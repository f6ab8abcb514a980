import { defineCall, takes } from "#app/call.ts";
import {
  type ReferenceCommand,
  ReferencesAnswer,
  type ReferencesCommand,
  RemovedReferenceAnswer,
} from "../contract/recognition.ts";

export const listReferencesCall = defineCall("POST", "/operator/references", {
  who: "key",
  input: takes<typeof ReferencesCommand>(),
  answer: ReferencesAnswer,
});

export const removeReferenceCall = defineCall("POST", "/operator/remove-reference", {
  who: "operator",
  input: takes<typeof ReferenceCommand>(),
  answer: RemovedReferenceAnswer,
});
