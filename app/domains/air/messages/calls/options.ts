import { defineCall, takes } from "#app/call.ts";
import {
  type ChatNameInput,
  type ConversationInput,
  ConversationView,
  type MuteInput,
  type ParticipantInput,
} from "../contract.ts";

export const addParticipantCall = defineCall("POST", "/messages/addParticipant", {
  who: "user",
  input: takes<typeof ParticipantInput>(),
  answer: ConversationView,
});

export const removeParticipantCall = defineCall("POST", "/messages/removeParticipant", {
  who: "user",
  input: takes<typeof ParticipantInput>(),
  answer: ConversationView,
});

export const setChatNameCall = defineCall("POST", "/messages/setChatName", {
  who: "user",
  input: takes<typeof ChatNameInput>(),
  answer: ConversationView,
});

export const markUnreadCall = defineCall("POST", "/messages/unread", {
  who: "user",
  input: takes<typeof ConversationInput>(),
  answer: ConversationView,
});

export const muteConversationCall = defineCall("POST", "/messages/mute", {
  who: "user",
  input: takes<typeof MuteInput>(),
  answer: ConversationView,
});

export const unmuteConversationCall = defineCall("POST", "/messages/unmute", {
  who: "user",
  input: takes<typeof ConversationInput>(),
  answer: ConversationView,
});

export const deleteConversationCall = defineCall("POST", "/messages/delete", {
  who: "user",
  input: takes<typeof ConversationInput>(),
  answer: ConversationView,
});
