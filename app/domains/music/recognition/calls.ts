import { defineCall, takes } from "#app/call.ts";
import {
  AddedToCrateView,
  type AddToCrateInput,
  type CrateTrackChoice,
  CrateView,
  DeletedFromCrateView,
} from "./contract.ts";

/** Peaks and tags of files; never their sound. */
export const addToCrateCall = defineCall("POST", "/crate/add", {
  who: "user",
  input: takes<typeof AddToCrateInput>(),
  answer: AddedToCrateView,
  maxBytes: 4_500_000,
});

export const listCrateCall = defineCall("GET", "/crate/list", { who: "user", answer: CrateView });

export const deleteFromCrateCall = defineCall("POST", "/crate/delete", {
  who: "user",
  input: takes<typeof CrateTrackChoice>(),
  answer: DeletedFromCrateView,
});
