import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { FoundMessageView, type MessageSearchInput } from "../contract.ts";

export const searchMessagesCall = defineCall("POST", "/messages/search", {
  who: "user",
  input: takes<typeof MessageSearchInput>(),
  answer: z.array(FoundMessageView),
});
