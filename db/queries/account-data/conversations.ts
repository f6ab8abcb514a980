import { conversationMembers, conversations } from "../../schema/index.ts";
import { type DataSection, join, pick, section } from "./section.ts";

/** Which conversations the account is in; what it has written there is read from these. */
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
