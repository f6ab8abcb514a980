import { ApiFailure, callApi, showFailure } from "#app/api-client.ts";
import { showToast } from "#app/ui/toast.tsx";
import { acceptSetRequestCall, declineSetRequestCall, undoAcceptCall } from "../calls/requests.ts";
import type { SetRequestView } from "../contract/requests.ts";
import { refreshWaitingRequests } from "./waiting-requests.ts";

const calls = { accept: acceptSetRequestCall, decline: declineSetRequestCall };

export type RequestVerb = keyof typeof calls;

/** Refusals after which the request is not listed any more. */
const goneCodes: ReadonlySet<string> = new Set(["request-settled", "request-expired", "not-found"]);

/**
 * Accepts, declines or, for the side that asked, withdraws a request, and shows the result; an acceptance can be undone
 * in the same place. Throws what the server refuses, unless the request no longer exists to show that at.
 */
export async function answerRequest(
  request: SetRequestView,
  verb: RequestVerb,
  onUndone: () => unknown,
): Promise<void> {
  try {
    const after = await callApi(calls[verb], { request: request.id });
    const undo = () => void undoAccept({ request: request.id }).then(onUndone, showFailure);
    const isUndoable = verb === "accept" && request.kind === "booking";
    showToast(after.type, after.message, isUndoable ? { label: "Undo", run: undo } : undefined);
  } catch (error) {
    if (!(error instanceof ApiFailure) || !goneCodes.has(error.code)) throw error;
    showFailure(error);
  } finally {
    void refreshWaitingRequests();
  }
}

/**
 * Undoes an acceptance, for one set of a series or for all that have not started, and shows the result. Throws what is
 * refused.
 */
export async function undoAccept(body: { request: string; set?: string }): Promise<void> {
  const after = await callApi(undoAcceptCall, body);
  showToast(after.type, after.message);
  void refreshWaitingRequests();
}
