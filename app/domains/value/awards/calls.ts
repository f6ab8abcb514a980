import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import type { StageInput } from "#app/domains/air/stages/contract/stages.ts";
import {
  EarnedAwardView,
  GeneralAwardView,
  type ManageAwardInput,
  RoomAwardView,
  ShownAwardsView,
} from "./contract.ts";

export const listMyAwardsCall = defineCall("GET", "/awards/getMyAwards", {
  who: "user",
  answer: z.array(EarnedAwardView),
});

export const listGeneralAwardsCall = defineCall("GET", "/awards/getGeneralAwards", {
  who: "user",
  answer: z.array(GeneralAwardView),
});

export const listRoomAwardsCall = defineCall("POST", "/awards/getRoomAwards", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: z.array(RoomAwardView),
});

export const showAwardCall = defineCall("POST", "/awards/manage", {
  who: "user",
  input: takes<typeof ManageAwardInput>(),
  answer: ShownAwardsView,
});
