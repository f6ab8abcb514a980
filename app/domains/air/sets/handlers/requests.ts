import { type Served, serve } from "#workers/api/serve.ts";
import { openDeskCall } from "../calls/desk.ts";
import { countRequestsCall } from "../calls/request-counts.ts";
import {
  acceptSetRequestCall,
  declineSetRequestCall,
  listMyRequestsCall,
  listStageRequestsCall,
  requestSetCall,
  undoAcceptCall,
} from "../calls/requests.ts";
import { RequestInput, RoomRequestsInput, SetRequestInput, UndoAcceptInput } from "../contract/requests.ts";
import { openDesk } from "../desk.server.ts";
import {
  acceptSetRequest,
  countRequests,
  declineSetRequest,
  listMyRequests,
  listStageRequests,
  requestSet,
} from "../requests.server.ts";
import { undoAccept } from "../undo.server.ts";

export const requests: readonly Served[] = [
  serve(openDeskCall, {
    summary: "The signed-in performer's dashboard: upcoming sets, requests and past sets.",
    run: openDesk,
  }),
  serve(listMyRequestsCall, {
    summary: "Open requests about the signed-in performer.",
    run: listMyRequests,
  }),
  serve(countRequestsCall, {
    summary: "How many requests wait for the signed-in user's answer, as a performer and as a manager.",
    run: countRequests,
  }),
  serve(listStageRequestsCall, {
    summary: "Open requests on a stage that the caller manages.",
    input: RoomRequestsInput,
    run: listStageRequests,
  }),
  serve(requestSetCall, {
    summary: "Request a set, or book it where no answer is needed.",
    input: SetRequestInput,
    run: requestSet,
  }),
  serve(acceptSetRequestCall, {
    summary: "Accept a request: its sets are booked, or the set is changed.",
    input: RequestInput,
    run: acceptSetRequest,
  }),
  serve(declineSetRequestCall, {
    summary: "Decline a request, or withdraw one's own.",
    input: RequestInput,
    run: declineSetRequest,
  }),
  serve(undoAcceptCall, {
    summary: "Undo an acceptance before the set starts.",
    input: UndoAcceptInput,
    run: undoAccept,
  }),
];
