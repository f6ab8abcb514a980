import type { ConversationMessageView } from "#app/domains/air/messages/contract.ts";

export interface MessageActions {
  onEdit: (message: ConversationMessageView) => void;
  onDelete: (message: ConversationMessageView) => Promise<void>;
}
