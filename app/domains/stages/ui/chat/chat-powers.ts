import * as z from "zod/mini";
import { callApi, showFailure } from "#app/api-client.ts";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import { showToast } from "#app/ui/toast.tsx";
import type { chatLimits } from "../../contract/moderation.ts";

export type TimeoutMinutes = (typeof chatLimits.timeoutMinutes)[number];

/** What this reader may do about what others write. Each resolves once it is done or its failure is told. */
export interface ChatPowers {
  deleteMessage(messageId: string): Promise<void>;
  /** Null where people cannot be timed out, or not by this reader. */
  timeOut: ((userId: string, minutes: TimeoutMinutes) => Promise<void>) | null;
  ban: ((userId: string) => Promise<void>) | null;
  /** Whom nobody can keep from writing. */
  protectedIds: readonly string[];
}

/** Of whoever owns a profile. */
export const profilePowers: ChatPowers = {
  deleteMessage: (messageId) => ask("/api/messages/deleteProfileMessage", { messageId }),
  timeOut: null,
  ban: null,
  protectedIds: [],
};

/** Of a stage's managers; of whoever is on air there without being one, all but the ban. */
export function stagePowers(stageId: string, managerIds: readonly string[], isManager: boolean): ChatPowers {
  const onStage = (call: "deleteMessage" | "timeout" | "ban", fields: object) =>
    ask(`/api/roomChat/${call}`, { room: stageId, ...fields });
  return {
    deleteMessage: (messageId) => onStage("deleteMessage", { messageId }),
    timeOut: (user, minutes) => onStage("timeout", { user, minutes }),
    ban: isManager ? (user) => onStage("ban", { user }) : null,
    protectedIds: managerIds,
  };
}

const Notice = z.pick(NoticeView, { type: true, message: true });

/** The room tells everybody in it, also this page. */
async function ask(call: `/api/${string}`, body: object): Promise<void> {
  try {
    const { type, message } = await callApi(call, { answer: Notice, body });
    showToast(type, message);
  } catch (error) {
    showFailure(error);
  }
}
