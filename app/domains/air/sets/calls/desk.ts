import { defineCall } from "#app/call.ts";
import { DeskView } from "../contract/desk.ts";

export const openDeskCall = defineCall("GET", "/djs/desk", {
  who: "user",
  answer: DeskView,
});
