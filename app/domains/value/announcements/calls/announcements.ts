import { defineCall, takes } from "#app/call.ts";
import { type CheckInput, CheckView } from "../contract.ts";

export const checkAnnouncementsCall = defineCall("POST", "/announcements/check", {
  who: "user",
  input: takes<typeof CheckInput>(),
  answer: CheckView,
});
