import { defineCall, takes } from "#app/call.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import type { ChatMessageInput, ReportMessageInput } from "../contract.ts";

export const deleteOwnMessageCall = defineCall("POST", "/messages/deleteOwnMessage", {
  who: "user",
  input: takes<typeof ChatMessageInput>(),
  answer: NoticeView,
});

export const reportMessageCall = defineCall("POST", "/abuse/submitMessage", {
  who: "user",
  input: takes<typeof ReportMessageInput>(),
  answer: NoticeView,
});
