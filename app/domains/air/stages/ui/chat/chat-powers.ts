import { callApi, showFailure } from "#app/api-client.ts";
import { deleteOwnMessageCall } from "#app/domains/air/messages/calls/chat.ts";
import {
  deleteProfileMessageCall,
  deleteProfileMessagesCall,
} from "#app/domains/air/messages/calls/profile.ts";
import type { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { showToast } from "#app/ui/toast.tsx";
import {
  banFromChatCall,
  deleteStageMessageCall,
  deleteStageMessagesCall,
  timeOutCall,
} from "../../calls/moderation.ts";
import type { chatLimits } from "../../contract/moderation.ts";

export type TimeoutMinutes = (typeof chatLimits.timeoutMinutes)[number];

/** This reader's actions on others' messages. Each action resolves once it is done or its failure is shown. */
export interface ChatPowers {
  deleteMessage(messageId: string): Promise<void>;
  deleteMessages(messageIds: readonly string[]): Promise<void>;
  /** All stored messages of this person. */
  deleteMessagesOf(userId: string): Promise<void>;
  /** Null where people cannot be timed out, or not by this reader. */
  timeOut: ((userId: string, minutes: TimeoutMinutes) => Promise<void>) | null;
  ban: ((userId: string) => Promise<void>) | null;
  /** People who cannot be restricted. */
  protectedIds: readonly string[];
}

/** The powers of a profile's owner. */
export const profilePowers: ChatPowers = {
  deleteMessage: (messageId) => tell(callApi(deleteProfileMessageCall, { messageId })),
  deleteMessages: (messageIds) => tell(callApi(deleteProfileMessagesCall, { messageIds: [...messageIds] })),
  deleteMessagesOf: (user) => tell(callApi(deleteProfileMessagesCall, { user })),
  timeOut: null,
  ban: null,
  protectedIds: [],
};

/** The powers of a stage's managers; a performer on air who is not a manager has all except the ban. */
export function stagePowers(stageId: string, managerIds: readonly string[], isManager: boolean): ChatPowers {
  const room = stageId;
  return {
    deleteMessage: (messageId) => tell(callApi(deleteStageMessageCall, { room, messageId })),
    deleteMessages: (messageIds) =>
      tell(callApi(deleteStageMessagesCall, { room, messageIds: [...messageIds] })),
    deleteMessagesOf: (user) => tell(callApi(deleteStageMessagesCall, { room, user })),
    timeOut: (user, minutes) => tell(callApi(timeOutCall, { room, user, minutes })),
    ban: isManager ? (user) => tell(callApi(banFromChatCall, { room, user })) : null,
    protectedIds: managerIds,
  };
}

/** The chat of a message, as calls name it. `room` is `stage/<id>` or `profile/<id>`. */
export function chatOf(room: string): { room: string } | { profile: string } {
  const [kind, id = ""] = room.split("/");
  return kind === "stage" ? { room: id } : { profile: id };
}

/** Everyone may take back what they wrote. Resolves once it is done or its failure is shown. */
export const deleteOwn = (room: string, messageId: string) =>
  tell(callApi(deleteOwnMessageCall, { ...chatOf(room), messageId }));

/** The room notifies everyone in it, including this page. */
async function tell(call: Promise<NoticeView>): Promise<void> {
  try {
    const { type, message } = await call;
    showToast(type, message);
  } catch (error) {
    showFailure(error);
  }
}
