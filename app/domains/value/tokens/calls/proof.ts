import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { type LogInput, LogView, TokensStatusView } from "../contract/proof.ts";
import { Statement } from "../statement.ts";

export const openTokenLogCall = defineCall("GET", "/tokens/log", {
  who: "public",
  input: takes<typeof LogInput>(),
  answer: LogView,
});

export const openStatementCall = defineCall("GET", "/tokens/statement", {
  who: "user",
  answer: Statement,
});

export const openStatementTableCall = defineCall("GET", "/tokens/statement.csv", {
  who: "user",
  answer: z.string(),
});

export const openTokensStatusCall = defineCall("GET", "/tokens/status", {
  who: "public",
  answer: TokensStatusView,
});
