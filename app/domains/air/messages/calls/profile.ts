import { defineCall, takes } from "#app/call.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import type { ChosenMessagesInput } from "../../stages/contract/moderation.ts";
import type { MessageInput } from "../contract.ts";

export const deleteProfileMessageCall = defineCall("POST", "/messages/deleteProfileMessage", {
  who: "user",
  input: takes<typeof MessageInput>(),
  answer: NoticeView,
});

export const deleteProfileMessagesCall = defineCall("POST", "/messages/deleteProfileMessages", {
  who: "user",
  input: takes<typeof ChosenMessagesInput>(),
  answer: NoticeView,
});
