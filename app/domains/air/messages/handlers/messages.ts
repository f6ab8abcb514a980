import { type Served, serve } from "#workers/api/serve.ts";
import { ChosenMessagesInput } from "../../stages/contract/moderation.ts";
import { deleteOwnMessageCall, reportMessageCall } from "../calls/chat.ts";
import {
  deleteMessageCall,
  editMessageCall,
  getConversationCall,
  getConversationsCall,
  markReadCall,
  sendMessageCall,
} from "../calls/messages.ts";
import {
  addParticipantCall,
  deleteConversationCall,
  markUnreadCall,
  muteConversationCall,
  removeParticipantCall,
  setChatNameCall,
  unmuteConversationCall,
} from "../calls/options.ts";
import { deleteProfileMessageCall, deleteProfileMessagesCall } from "../calls/profile.ts";
import { searchMessagesCall } from "../calls/search.ts";
import { deleteOwnMessage, reportMessage } from "../chat-messages.server.ts";
import {
  ChatMessageInput,
  ChatNameInput,
  ConversationInput,
  ConversationPageInput,
  EditMessageInput,
  MessageInput,
  MessageSearchInput,
  MuteInput,
  NewMessageInput,
  OwnMessageInput,
  ParticipantInput,
  ReportMessageInput,
} from "../contract.ts";
import * as conversations from "../conversations.server.ts";
import { deleteProfileMessage, deleteProfileMessages } from "../delete-profile-messages.server.ts";
import { searchMessages } from "../search.server.ts";
import { sendMessage } from "../send.server.ts";

export const messages: readonly Served[] = [
  serve(getConversationsCall, {
    summary: "The caller's conversations, the one with the newest message first.",
    run: conversations.getConversations,
  }),
  serve(getConversationCall, {
    summary: "A page of a conversation's messages, newest first.",
    input: ConversationPageInput,
    run: conversations.getConversation,
  }),
  serve(sendMessageCall, {
    summary: "Send a message to a conversation, or start one.",
    input: NewMessageInput,
    run: sendMessage,
  }),
  serve(editMessageCall, {
    summary: "Edit one's own message.",
    input: EditMessageInput,
    run: conversations.editMessage,
  }),
  serve(deleteMessageCall, {
    summary: "Delete one's own message for everyone.",
    input: OwnMessageInput,
    run: conversations.deleteMessage,
  }),
  serve(searchMessagesCall, {
    summary: "Search the caller's conversations, newest first, one page at a time.",
    input: MessageSearchInput,
    run: searchMessages,
  }),
  serve(addParticipantCall, {
    summary: "Add a participant to a conversation.",
    input: ParticipantInput,
    run: conversations.addParticipant,
  }),
  serve(removeParticipantCall, {
    summary: "Leave a conversation, or remove a participant.",
    input: ParticipantInput,
    run: conversations.removeParticipant,
  }),
  serve(setChatNameCall, {
    summary: "Rename a conversation; an empty name removes the name.",
    input: ChatNameInput,
    run: conversations.setChatName,
  }),
  serve(markReadCall, {
    summary: "Mark a conversation as read.",
    input: ConversationInput,
    run: conversations.markRead,
  }),
  serve(markUnreadCall, {
    summary: "Mark a conversation as unread for the caller.",
    input: ConversationInput,
    run: conversations.markUnread,
  }),
  serve(muteConversationCall, {
    summary: "Mute a conversation for some hours, or until it is unmuted.",
    input: MuteInput,
    run: conversations.muteConversation,
  }),
  serve(unmuteConversationCall, {
    summary: "Unmute a conversation.",
    input: ConversationInput,
    run: conversations.unmuteConversation,
  }),
  serve(deleteConversationCall, {
    summary: "Delete a conversation for the caller alone.",
    input: ConversationInput,
    run: conversations.deleteConversation,
  }),
  serve(deleteOwnMessageCall, {
    summary: "Delete one of the caller's own messages from a stage's or a profile's chat.",
    input: ChatMessageInput,
    run: deleteOwnMessage,
  }),
  serve(reportMessageCall, {
    summary: "Report a message of a stage's or a profile's chat.",
    input: ReportMessageInput,
    run: reportMessage,
  }),
  serve(deleteProfileMessageCall, {
    summary: "Delete a message from the caller's profile chat.",
    input: MessageInput,
    run: deleteProfileMessage,
  }),
  serve(deleteProfileMessagesCall, {
    summary: "Delete several messages, or all by one user, from the caller's profile chat.",
    input: ChosenMessagesInput,
    run: deleteProfileMessages,
  }),
];
