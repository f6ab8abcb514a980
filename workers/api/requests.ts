import { openDeskCall } from "#app/domains/sets/calls/desk.ts";
import { countRequestsCall } from "#app/domains/sets/calls/request-counts.ts";
import {
  acceptSetRequestCall,
  declineSetRequestCall,
  listMyRequestsCall,
  listStageRequestsCall,
  requestSetCall,
  undoAcceptCall,
} from "#app/domains/sets/calls/requests.ts";
import {
  RequestInput,
  RoomRequestsInput,
  SetRequestInput,
  UndoAcceptInput,
} from "#app/domains/sets/contract/requests.ts";
import { openDesk } from "#app/domains/sets/desk.server.ts";
import {
  acceptSetRequest,
  countRequests,
  declineSetRequest,
  listMyRequests,
  listStageRequests,
  requestSet,
} from "#app/domains/sets/requests.server.ts";
import { undoAccept } from "#app/domains/sets/undo.server.ts";
import { type Served, serve } from "./serve.ts";

export const requests: readonly Served[] = [
  serve(openDeskCall, {
    summary: "The signed-in performer's own page: what they play, are asked and have played.",
    run: openDesk,
  }),
  serve(listMyRequestsCall, {
    summary: "What waits for an answer about the signed-in performer.",
    run: listMyRequests,
  }),
  serve(countRequestsCall, {
    summary: "How many requests wait for the signed-in user's answer: as a performer, and as a manager.",
    run: countRequests,
  }),
  serve(listStageRequestsCall, {
    summary: "What waits for an answer on a stage of one's own.",
    input: RoomRequestsInput,
    run: listStageRequests,
  }),
  serve(requestSetCall, {
    summary: "Ask for a set, or book it where nobody has to answer.",
    input: SetRequestInput,
    run: requestSet,
  }),
  serve(acceptSetRequestCall, {
    summary: "The other party's yes: the sets of the request are booked, or the set is changed.",
    input: RequestInput,
    run: acceptSetRequest,
  }),
  serve(declineSetRequestCall, {
    summary: "The other party's no, or the asking party's withdrawal.",
    input: RequestInput,
    run: declineSetRequest,
  }),
  serve(undoAcceptCall, {
    summary: "The answering party takes its yes back before the set begins.",
    input: UndoAcceptInput,
    run: undoAccept,
  }),
];
