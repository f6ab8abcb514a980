import { defineCall, takes } from "#app/call.ts";
import { NoticeView } from "../contract/accounts.ts";
import type { EndSessionInput } from "../contract/security.ts";

export const logOutCall = defineCall("POST", "/users/logout", {
  who: "user",
  answer: NoticeView,
});

export const endSessionCall = defineCall("POST", "/users/endSession", {
  who: "user",
  input: takes<typeof EndSessionInput>(),
  answer: NoticeView,
});

export const endOtherSessionsCall = defineCall("POST", "/users/endOtherSessions", {
  who: "user",
  answer: NoticeView,
});
