import { callApi } from "#app/api-client.ts";
import { showToast } from "#app/ui/toast.tsx";
import { RelationNoticeView } from "../contract/relations.ts";

/** Blocks and says so in the server's words. Rejects with why not. */
export async function blockPerson(personId: string): Promise<void> {
  const body = { block: personId };
  const { type, message } = await callApi("/api/users/blockUser", { answer: RelationNoticeView, body });
  showToast(type, message);
}

/** Takes a block back and says so in the server's words. Rejects with why not. */
export async function unblockPerson(personId: string): Promise<void> {
  const body = { unblock: personId };
  const { type, message } = await callApi("/api/users/unblockUser", { answer: RelationNoticeView, body });
  showToast(type, message);
}
