import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { PersonView } from "#app/domains/people/people/contract/people.ts";
import { SetView } from "../../schedule/contract/sets.ts";
import { type CheerInput, CheerView } from "../contract/cheers.ts";
import type { CreateStageInput, StageAlertInput, StageSearchInput } from "../contract/manage.ts";
import { ManagedStageView, type StageInput, StageView } from "../contract/stages.ts";

export const listPublicScheduleCall = defineCall("GET", "/public/schedule", {
  who: "guest",
  input: takes<typeof StageInput>(),
  answer: z.array(SetView),
});

export const listStagesCall = defineCall("GET", "/rooms/getRooms", {
  who: "user",
  answer: z.array(StageView),
});

export const listSubscribedCall = defineCall("GET", "/rooms/getSubscribed", {
  who: "user",
  answer: z.array(StageView),
});

export const listManagingCall = defineCall("GET", "/rooms/getManaging", {
  who: "user",
  answer: z.array(ManagedStageView),
});

export const getRoomLineupCall = defineCall("POST", "/rooms/getRoomLineup", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: z.array(SetView),
});

export const getLineupCall = defineCall("POST", "/rooms/getLineup", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: z.array(SetView),
});

export const listManagersCall = defineCall("POST", "/rooms/getManagers", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: z.array(PersonView),
});

export const subscribeCall = defineCall("POST", "/rooms/subscribe", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: StageView,
});

export const unsubscribeCall = defineCall("POST", "/rooms/unsubscribe", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: StageView,
});

export const toggleStageAlertCall = defineCall("POST", "/rooms/toggleAlert", {
  who: "user",
  input: takes<typeof StageAlertInput>(),
  answer: StageView,
});

export const searchStagesCall = defineCall("POST", "/rooms/search", {
  who: "user",
  input: takes<typeof StageSearchInput>(),
  answer: z.array(StageView),
});

export const openOwnStageCall = defineCall("POST", "/rooms/create", {
  who: "user",
  input: takes<typeof CreateStageInput>(),
  answer: StageView,
});

export const cheerCall = defineCall("POST", "/sets/cheer", {
  who: "user",
  input: takes<typeof CheerInput>(),
  answer: CheerView,
});
