import { defineCall, takes } from "#app/call.ts";
import { RoomView } from "../contract/room.ts";
import type { StageInput } from "../contract/stages.ts";

export const openRoomViewCall = defineCall("POST", "/rooms/getRoom", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: RoomView,
});
