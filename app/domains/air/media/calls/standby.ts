import { defineCall, takes } from "#app/call.ts";
import { type SetStandbyInput, SetStandbyView } from "../contract/standby.ts";

export const setStandbyCall = defineCall("POST", "/media/standby", {
  who: "user",
  input: takes<typeof SetStandbyInput>(),
  answer: SetStandbyView,
});
