import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  type RequestInput,
  type RoomRequestsInput,
  SetRequestAnswer,
  type SetRequestInput,
  SetRequestView,
  type UndoAcceptInput,
  UndoneAnswer,
} from "../contract/requests.ts";

export const listMyRequestsCall = defineCall("GET", "/setRequests/getMyRequests", {
  who: "user",
  answer: z.array(SetRequestView),
});

export const listStageRequestsCall = defineCall("POST", "/setRequests/getRoomRequests", {
  who: "user",
  input: takes<typeof RoomRequestsInput>(),
  answer: z.array(SetRequestView),
});

export const requestSetCall = defineCall("POST", "/setRequests/request", {
  who: "user",
  input: takes<typeof SetRequestInput>(),
  answer: SetRequestAnswer,
});

export const acceptSetRequestCall = defineCall("POST", "/setRequests/accept", {
  who: "user",
  input: takes<typeof RequestInput>(),
  answer: SetRequestAnswer,
});

export const declineSetRequestCall = defineCall("POST", "/setRequests/decline", {
  who: "user",
  input: takes<typeof RequestInput>(),
  answer: SetRequestAnswer,
});

export const undoAcceptCall = defineCall("POST", "/setRequests/undoAccept", {
  who: "user",
  input: takes<typeof UndoAcceptInput>(),
  answer: UndoneAnswer,
});
