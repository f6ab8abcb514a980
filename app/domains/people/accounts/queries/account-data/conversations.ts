import { conversationMembers, conversations } from "#db/schema/index.ts";
import { type DataSection, join, pick, section } from "./section.ts";

/** The conversations of the account; its messages are read from them. */
export const conversationSections: readonly DataSection[] = [
  section(
    "conversations",
    conversationMembers.userId,
    {
      conversation: conversations.id,
      name: conversations.name,
      ...pick(conversationMembers, "joinedAt", "isMuted"),
    },
    join(conversations.id, conversationMembers.conversationId),
  ),
];
