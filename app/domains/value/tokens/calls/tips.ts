import { defineCall, takes } from "#app/call.ts";
import { type TipInput, TipView } from "../contract/tokens.ts";

export const tipCall = defineCall("POST", "/tokens/tip", {
  who: "user",
  input: takes<typeof TipInput>(),
  answer: TipView,
});
