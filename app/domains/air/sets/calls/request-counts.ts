import { defineCall } from "#app/call.ts";
import { RequestCountsView } from "../contract/request-counts.ts";

export const countRequestsCall = defineCall("GET", "/setRequests/getCounts", {
  who: "user",
  answer: RequestCountsView,
});
