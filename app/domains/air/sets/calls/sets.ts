import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { type SetInput, SetView } from "../../schedule/contract/sets.ts";
import type { UpcomingSetsInput } from "../../schedule/contract/upcoming.ts";
import type { PerformerSetsInput, StageScheduleInput } from "../contract/changes.ts";

export const listUpcomingSetsCall = defineCall("GET", "/sets/getUpcomingSets", {
  who: "user",
  input: takes<typeof UpcomingSetsInput>(),
  answer: z.array(SetView),
});

export const listMySetsCall = defineCall("GET", "/sets/getMySets", {
  who: "user",
  answer: z.array(SetView),
});

export const listMyPastSetsCall = defineCall("GET", "/sets/getMyPastSets", {
  who: "user",
  answer: z.array(SetView),
});

export const listUserUpcomingSetsCall = defineCall("POST", "/sets/getUserUpcomingSets", {
  who: "user",
  input: takes<typeof PerformerSetsInput>(),
  answer: z.array(SetView),
});

export const listStageScheduleCall = defineCall("POST", "/sets/getRoomSchedule", {
  who: "user",
  input: takes<typeof StageScheduleInput>(),
  answer: z.array(SetView),
});

export const endSetTestCall = defineCall("POST", "/sets/endTest", {
  who: "user",
  input: takes<typeof SetInput>(),
  answer: NoticeView,
});
