import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import type { SetInput } from "../../schedule/contract/sets.ts";
import {
  type CancelSetInput,
  type EndSetInput,
  OwnSetView,
  type PerformerSetPageInput,
  type PerformerSetsInput,
  PlayedSetView,
  SetChangeView,
  SetPage,
  SetTestView,
  type StageSetsInput,
  type UpdateSetInput,
} from "../contract/changes.ts";

export const openOwnSetCall = defineCall("POST", "/sets/getOwnSet", {
  who: "user",
  input: takes<typeof SetInput>(),
  answer: OwnSetView,
});

export const listLatestSetsCall = defineCall("POST", "/sets/getLatestSets", {
  who: "user",
  input: takes<typeof PerformerSetsInput>(),
  answer: z.array(PlayedSetView),
});

export const openPastSetsCall = defineCall("POST", "/sets/getPastSetsPaginate", {
  who: "user",
  input: takes<typeof PerformerSetPageInput>(),
  answer: SetPage,
});

export const listLatestRoomSetsCall = defineCall("POST", "/sets/getLatestRoomSets", {
  who: "user",
  input: takes<typeof StageSetsInput>(),
  answer: z.array(PlayedSetView),
});

export const updateSetCall = defineCall("POST", "/sets/update", {
  who: "user",
  input: takes<typeof UpdateSetInput>(),
  answer: SetChangeView,
  maxBytes: 1_600_000,
});

export const cancelSetCall = defineCall("POST", "/sets/cancel", {
  who: "user",
  input: takes<typeof CancelSetInput>(),
  answer: SetChangeView,
});

export const endSetCall = defineCall("POST", "/sets/end", {
  who: "user",
  input: takes<typeof EndSetInput>(),
  answer: SetChangeView,
});

export const startSetTestCall = defineCall("POST", "/sets/test", {
  who: "user",
  input: takes<typeof SetInput>(),
  answer: SetTestView,
});
