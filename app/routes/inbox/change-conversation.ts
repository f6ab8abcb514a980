import { showFailure } from "#app/api-client.ts";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import { inbox } from "#app/domains/air/messages/live/connection-inbox.ts";

/** Waits for a call that changes a conversation. Returns whether it succeeded, and shows a failure. */
export async function changeConversation(
  change: Promise<ConversationView>,
  { isLeft = false }: { isLeft?: boolean } = {},
): Promise<boolean> {
  try {
    const conversation = await change;
    // The inbox is notified separately of a conversation that the viewer has left.
    if (!isLeft) inbox.setConversation(conversation);
    return true;
  } catch (error) {
    showFailure(error);
    return false;
  }
}
