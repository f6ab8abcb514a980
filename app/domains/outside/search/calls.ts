import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { type SearchInput, SearchResult } from "./contract.ts";

export const searchCall = defineCall("POST", "/search", {
  who: "user",
  input: takes<typeof SearchInput>(),
  answer: z.array(SearchResult),
});
