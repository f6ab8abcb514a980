import { defineCall, takes } from "#app/call.ts";
import { PlayersNoticeView, PlayersView, type SetPerformerInput } from "../contract/playing.ts";
import type { StageInput } from "../contract/stages.ts";

export const listPlayersCall = defineCall("POST", "/rooms/getPerformers", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: PlayersView,
});

export const namePerformerCall = defineCall("POST", "/rooms/setPerformer", {
  who: "user",
  input: takes<typeof SetPerformerInput>(),
  answer: PlayersNoticeView,
});
