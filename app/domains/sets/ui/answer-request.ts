import { ApiFailure, callApi, showFailure } from "#app/api-client.ts";
import { showToast } from "#app/ui/toast.tsx";
import { SetRequestAnswer, type SetRequestView } from "../contract/requests.ts";
import { refreshWaitingRequests } from "./waiting-requests.ts";

export type RequestVerb = "accept" | "decline";

/** Refusals after which the request is not listed any more. */
const goneCodes: ReadonlySet<string> = new Set(["request-settled", "request-expired", "not-found"]);

/**
 * Accepts, declines or, by the side that asked, takes back a request, and says what became of it. Throws what the
 * server refuses, unless there is no request any more at which it could be said.
 */
export async function answerRequest(request: SetRequestView, verb: RequestVerb): Promise<void> {
  try {
    const body = { request: request.id };
    const after = await callApi(`/api/setRequests/${verb}`, { answer: SetRequestAnswer, body });
    showToast(after.type, after.message);
  } catch (error) {
    if (!(error instanceof ApiFailure) || !goneCodes.has(error.code)) throw error;
    showFailure(error);
  } finally {
    void refreshWaitingRequests();
  }
}
