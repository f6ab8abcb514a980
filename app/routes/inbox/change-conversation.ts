import * as z from "zod/mini";
import { callApi, showFailure } from "#app/api-client.ts";
import { ConversationView } from "#app/domains/messages/contract.ts";
import { inbox } from "#app/domains/messages/live/connection-inbox.ts";

const changes = {
  addParticipant: ConversationView,
  removeParticipant: ConversationView,
  setChatName: ConversationView,
  mute: ConversationView,
  unmute: ConversationView,
  read: ConversationView,
  unread: ConversationView,
  // The inbox hears that it is gone.
  delete: z.unknown(),
};

/** Changes a conversation for the viewer or for everybody; answers whether it is so now, and says why not. */
export async function changeConversation(
  change: keyof typeof changes,
  conversation: string,
  fields: object = {},
): Promise<boolean> {
  try {
    const answer = await callApi(`/api/messages/${change}`, {
      answer: changes[change],
      body: { conversation, ...fields },
    });
    const changed = ConversationView.safeParse(answer);
    // Who has left it is not in it any more, and hears so.
    if (changed.success && change !== "removeParticipant" && change !== "delete")
      inbox.setConversation(changed.data);
    return true;
  } catch (error) {
    showFailure(error);
    return false;
  }
}
