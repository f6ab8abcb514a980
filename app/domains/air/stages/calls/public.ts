import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { PublicStageView } from "../contract/public.ts";
import type { StageInput } from "../contract/stages.ts";

export const listPublicStagesCall = defineCall("GET", "/public/stages", {
  who: "guest",
  answer: z.array(PublicStageView),
});

export const openNowPlayingCall = defineCall("GET", "/public/nowPlaying", {
  who: "guest",
  input: takes<typeof StageInput>(),
  answer: PublicStageView,
});
