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
 * Accepts, declines or, by the side that asked, takes back a request, and says what became of it; a yes can be undone
 * right there. Throws what the server refuses, unless there is no request any more at which it could be said.
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

/** Takes a yes back, for one set of a series or for all that have not begun, and says so. Throws what is refused. */
export async function undoAccept(body: { request: string; set?: string }): Promise<void> {
  const after = await callApi(undoAcceptCall, body);
  showToast(after.type, after.message);
  void refreshWaitingRequests();
}
