import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  type ActivityInput,
  ActivityPage,
  type GiveBackInput,
  ReceivedView,
  TipView,
  WalletView,
} from "../contract/tokens.ts";

export const getWalletCall = defineCall("GET", "/tokens/wallet", { who: "user", answer: WalletView });

export const listActivityCall = defineCall("GET", "/tokens/activity", {
  who: "user",
  input: takes<typeof ActivityInput>(),
  answer: ActivityPage,
});

export const listReceivedCall = defineCall("GET", "/tokens/received", {
  who: "user",
  answer: z.array(ReceivedView),
});

/** A file of comma-separated values. */
export const exportReceivedCall = defineCall("GET", "/tokens/received.csv", {
  who: "user",
  answer: z.string(),
});

export const giveBackCall = defineCall("POST", "/tokens/giveBack", {
  who: "user",
  input: takes<typeof GiveBackInput>(),
  answer: TipView,
});
