import { defineCall, takes } from "#app/call.ts";
import { SetRecordView } from "../contract/record.ts";
import type { SetInput } from "../contract/sets.ts";

export const openSetRecordCall = defineCall("POST", "/sets/getSet", {
  who: "user",
  input: takes<typeof SetInput>(),
  answer: SetRecordView,
});
