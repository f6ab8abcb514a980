import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { pageSchema } from "#app/paging.ts";
import {
  type ConversationInput,
  ConversationMessageView,
  type ConversationPageInput,
  ConversationView,
  type EditMessageInput,
  type NewMessageInput,
  type OwnMessageInput,
  SentView,
} from "../contract.ts";

export const getConversationsCall = defineCall("GET", "/messages/getConversations", {
  who: "user",
  answer: z.array(ConversationView),
});

export const getConversationCall = defineCall("POST", "/messages/getConversation", {
  who: "user",
  input: takes<typeof ConversationPageInput>(),
  answer: pageSchema(ConversationMessageView),
});

export const sendMessageCall = defineCall("POST", "/messages/new", {
  who: "user",
  input: takes<typeof NewMessageInput>(),
  answer: SentView,
  maxBytes: 1_600_000,
});

export const editMessageCall = defineCall("POST", "/messages/edit", {
  who: "user",
  input: takes<typeof EditMessageInput>(),
  answer: ConversationMessageView,
});

export const deleteMessageCall = defineCall("POST", "/messages/deleteMessage", {
  who: "user",
  input: takes<typeof OwnMessageInput>(),
  answer: ConversationMessageView,
});

export const markReadCall = defineCall("POST", "/messages/read", {
  who: "user",
  rate: "often",
  input: takes<typeof ConversationInput>(),
  answer: ConversationView,
});
