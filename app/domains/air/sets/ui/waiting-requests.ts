/** Number of booking requests that wait for the viewer's answer: for the badges of the menu. */
import { callApi } from "#app/api-client.ts";
import { Store } from "#app/ui/store.ts";
import { countRequestsCall } from "../calls/request-counts.ts";
import { RequestCountsView } from "../contract/request-counts.ts";

const nothing: RequestCountsView = { djs: 0, managers: 0 };

export const waitingRequests = new Store<RequestCountsView>(nothing);

/** Asks the server again; on failure the last number stays. */
export async function refreshWaitingRequests(): Promise<void> {
  const counts = await callApi(countRequestsCall).catch(() => null);
  if (counts) waitingRequests.change(counts);
}

/** Another user may sign in. */
export function forgetWaitingRequests(): void {
  waitingRequests.change(nothing);
}
