import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import type { StageInput } from "../contract/stages.ts";

export const listRoomTracksCall = defineCall("POST", "/trackHistory/getLatestRoomTracks", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: z.array(PlayView),
});

export const listPublicHistoryCall = defineCall("GET", "/public/history", {
  who: "guest",
  input: takes<typeof StageInput>(),
  answer: z.array(PlayView),
});
