import { defineCall } from "#app/call.ts";
import { ConnectedAccountsView } from "./contract.ts";

export const getConnectedAccountsCall = defineCall("GET", "/social/connectedAccounts", {
  who: "user",
  answer: ConnectedAccountsView,
});
