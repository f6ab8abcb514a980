import { defineCall, takes } from "#app/call.ts";
import type { SetInput } from "../../schedule/contract/sets.ts";
import { SetRecordView } from "../contract/record.ts";

export const openSetRecordCall = defineCall("POST", "/sets/getSet", {
  who: "user",
  input: takes<typeof SetInput>(),
  answer: SetRecordView,
});
