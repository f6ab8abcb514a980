import { callApi } from "#app/api-client.ts";
import { showToast } from "#app/ui/toast.tsx";
import { blockPersonCall, unblockPersonCall } from "../calls/relations.ts";

/** Blocks, and shows the server's message. Rejects with the reason. */
export async function blockPerson(personId: string): Promise<void> {
  const body = { block: personId };
  const { type, message } = await callApi(blockPersonCall, body);
  showToast(type, message);
}

/** Removes a block, and shows the server's message. Rejects with the reason. */
export async function unblockPerson(personId: string): Promise<void> {
  const body = { unblock: personId };
  const { type, message } = await callApi(unblockPersonCall, body);
  showToast(type, message);
}
