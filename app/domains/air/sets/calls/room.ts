import { defineCall, takes } from "#app/call.ts";
import type { StageInput } from "../../stages/contract/stages.ts";
import { RoomView } from "../contract/room.ts";

export const openRoomViewCall = defineCall("POST", "/rooms/getRoom", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: RoomView,
});
