import { defineCall, takes } from "#app/call.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import {
  type ChatSettingsInput,
  type ChatterInput,
  ModerationNoticeView,
  ModerationView,
  type StageMessageInput,
  type StageMessagesInput,
  type TimeoutInput,
} from "../contract/moderation.ts";
import type { StageInput } from "../contract/stages.ts";

export const getModerationCall = defineCall("POST", "/roomChat/getModeration", {
  who: "user",
  input: takes<typeof StageInput>(),
  answer: ModerationView,
});

export const updateChatSettingsCall = defineCall("POST", "/roomChat/update", {
  who: "user",
  input: takes<typeof ChatSettingsInput>(),
  answer: ModerationNoticeView,
});

export const deleteStageMessageCall = defineCall("POST", "/roomChat/deleteMessage", {
  who: "user",
  input: takes<typeof StageMessageInput>(),
  answer: NoticeView,
});

export const deleteStageMessagesCall = defineCall("POST", "/roomChat/deleteMessages", {
  who: "user",
  input: takes<typeof StageMessagesInput>(),
  answer: NoticeView,
});

export const timeOutCall = defineCall("POST", "/roomChat/timeout", {
  who: "user",
  input: takes<typeof TimeoutInput>(),
  answer: NoticeView,
});

export const banFromChatCall = defineCall("POST", "/roomChat/ban", {
  who: "user",
  input: takes<typeof ChatterInput>(),
  answer: ModerationNoticeView,
});

export const liftRestrictionCall = defineCall("POST", "/roomChat/lift", {
  who: "user",
  input: takes<typeof ChatterInput>(),
  answer: ModerationNoticeView,
});
