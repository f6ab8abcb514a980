import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import type { CursorInput } from "#app/paging.ts";
import {
  OwnReplayView,
  ReplayDetailsView,
  ReplayEventsView,
  type ReplayInput,
  ReplayPage,
  type UpdateReplayInput,
} from "./contract.ts";

export const openReplayCall = defineCall("POST", "/replays/get", {
  who: "public",
  input: takes<typeof ReplayInput>(),
  answer: ReplayDetailsView,
});

export const openReplaysCall = defineCall("POST", "/replays/getLatestPaginate", {
  who: "public",
  input: takes<typeof CursorInput>(),
  answer: ReplayPage,
});

export const listReplayEventsCall = defineCall("POST", "/replays/events", {
  who: "public",
  input: takes<typeof ReplayInput>(),
  answer: ReplayEventsView,
});

export const listOwnReplaysCall = defineCall("GET", "/replays/getMine", {
  who: "user",
  answer: z.array(OwnReplayView),
});

export const updateReplayCall = defineCall("POST", "/replays/update", {
  who: "user",
  input: takes<typeof UpdateReplayInput>(),
  answer: OwnReplayView,
});

export const deleteReplayCall = defineCall("POST", "/replays/delete", {
  who: "user",
  input: takes<typeof ReplayInput>(),
  answer: z.literal(true),
});
