import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import {
  type DeleteStageInput,
  StageLogEntry,
  StageNoticeView,
  type UpdateStageInput,
} from "../contract/manage.ts";
import type { StageInput } from "../contract/stages.ts";

export const updateStageCall = defineCall("POST", "/rooms/update", {
  who: "user",
  input: takes<typeof UpdateStageInput>(),
  answer: StageNoticeView,
  maxBytes: 1_600_000,
});

export const archiveStageCall = defineCall("POST", "/rooms/archive", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: StageNoticeView,
});

export const restoreStageCall = defineCall("POST", "/rooms/restore", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: StageNoticeView,
});

export const deleteStageCall = defineCall("POST", "/rooms/delete", {
  who: "user",
  input: takes<typeof DeleteStageInput>(),
  answer: NoticeView,
});

export const listStageLogCall = defineCall("POST", "/rooms/getLog", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: z.array(StageLogEntry),
});
