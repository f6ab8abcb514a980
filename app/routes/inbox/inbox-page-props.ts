import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import type { MessagePage } from "#app/domains/air/messages/live/conversation-state.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import type { ServerMessageView } from "#app/domains/value/announcements/contract.ts";

export interface InboxPageProps {
  viewerId: string;
  /** Whether the viewer is a DJ, which decides the wording of awards. */
  isDj: boolean;
  /** Time when the list was loaded, server time (epoch ms). */
  readAt: number;
  conversations: ConversationView[];
  serverMessages: ServerMessageView[];
  /** The conversation that is open first, with its last messages where they could be loaded. */
  opened: { conversation: ConversationView; page: MessagePage | null } | null;
  /** The recipient of a new conversation. */
  to: PersonView | null;
}
