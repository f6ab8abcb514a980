import { eq } from "drizzle-orm";
import { conversationMembers, conversations } from "../../schema/index.ts";
import { behind, type DataSection, inOrder, pageSize, rowOf } from "./page.ts";

/** Which conversations the account is in; what it has written there is read from these. */
export const conversationSections: readonly DataSection[] = [
  {
    name: "conversations",
    of: ["conversation_members.user_id"],
    read: (db, userId, after) =>
      db
        .select({
          row: rowOf(conversationMembers),
          conversation: conversations.id,
          name: conversations.name,
          joinedAt: conversationMembers.joinedAt,
          isMuted: conversationMembers.isMuted,
        })
        .from(conversationMembers)
        .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
        .where(behind(conversationMembers, after, eq(conversationMembers.userId, userId)))
        .orderBy(inOrder(conversationMembers))
        .limit(pageSize),
  },
];
