import { defineCall, takes } from "#app/call.ts";
import { StageConnectionView } from "../../media/contract/encoder.ts";
import type { StageInput } from "../contract/stages.ts";

export const resetStageConnectionCall = defineCall("POST", "/rooms/generateInstantPrivate", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: StageConnectionView,
});

export const openStageConnectionCall = defineCall("POST", "/media/stageConnection", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: StageConnectionView,
});
