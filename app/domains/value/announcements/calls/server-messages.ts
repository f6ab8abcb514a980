import * as z from "zod/mini";
import { defineCall } from "#app/call.ts";
import { ServerMessageView } from "../contract.ts";

export const listServerMessagesCall = defineCall("GET", "/announcements/serverMessages", {
  who: "user",
  answer: z.array(ServerMessageView),
});
