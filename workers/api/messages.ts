import { Hono } from "hono";
import * as z from "zod/mini";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import * as contract from "#app/domains/messages/contract.ts";
import * as conversations from "#app/domains/messages/conversations.server.ts";
import { deleteProfileMessage } from "#app/domains/messages/operations.server.ts";
import { searchMessages } from "#app/domains/messages/search.server.ts";
import { sendMessage } from "#app/domains/messages/send.server.ts";
import { pageSchema } from "#app/paging.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

const { ConversationMessageView, ConversationView, FoundMessageView, SentView } = contract;

export const messages = new Hono<HonoEnv>()
  .get(
    "/messages/getConversations",
    call("user", "One's conversations, the one with the newest message first.", z.array(ConversationView)),
    async (c) => c.json(await conversations.getConversations(c.get("app"))),
  )
  .post(
    "/messages/getConversation",
    call("user", "A page of a conversation's messages, newest first.", pageSchema(ConversationMessageView)),
    body(contract.ConversationPageInput),
    async (c) => c.json(await conversations.getConversation(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/new",
    call("user", "Write into a conversation, or begin one.", SentView),
    body(contract.NewMessageInput),
    async (c) => c.json(await sendMessage(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/edit",
    call("user", "Put other words in the place of one's own.", ConversationMessageView),
    body(contract.EditMessageInput),
    async (c) => c.json(await conversations.editMessage(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/deleteMessage",
    call("user", "Take back a message of one's own.", ConversationMessageView),
    body(contract.OwnMessageInput),
    async (c) => c.json(await conversations.deleteMessage(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/search",
    call(
      "user",
      "Search one's own conversations, newest first, a page at a time.",
      z.array(FoundMessageView),
    ),
    body(contract.MessageSearchInput),
    async (c) => c.json(await searchMessages(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/addParticipant",
    call("user", "Draw somebody into a conversation.", ConversationView),
    body(contract.ParticipantInput),
    async (c) => c.json(await conversations.addParticipant(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/removeParticipant",
    call("user", "Leave a conversation, or remove somebody from it.", ConversationView),
    body(contract.ParticipantInput),
    async (c) => c.json(await conversations.removeParticipant(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/setChatName",
    call("user", "Name a conversation; an empty name takes it away.", ConversationView),
    body(contract.ChatNameInput),
    async (c) => c.json(await conversations.setChatName(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/read",
    call("user", "Mark a conversation as read.", ConversationView),
    body(contract.ConversationInput),
    async (c) => c.json(await conversations.markRead(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/unread",
    call("user", "Mark a conversation as unread, for oneself.", ConversationView),
    body(contract.ConversationInput),
    async (c) => c.json(await conversations.markUnread(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/mute",
    call("user", "Mute a conversation for some hours, or until it is unmuted.", ConversationView),
    body(contract.MuteInput),
    async (c) => c.json(await conversations.muteConversation(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/unmute",
    call("user", "End the mute of a conversation.", ConversationView),
    body(contract.ConversationInput),
    async (c) => c.json(await conversations.unmuteConversation(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/delete",
    call("user", "Delete a conversation for oneself.", ConversationView),
    body(contract.ConversationInput),
    async (c) => c.json(await conversations.deleteConversation(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/messages/deleteProfileMessage",
    call("user", "Take a message off one's own profile.", NoticeView),
    body(contract.MessageInput),
    async (c) => c.json(await deleteProfileMessage(c.get("app"), c.req.valid("json"))),
  );
