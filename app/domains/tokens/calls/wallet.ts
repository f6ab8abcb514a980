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

export const walletCall = defineCall("GET", "/tokens/wallet", { who: "user", answer: WalletView });

export const activityCall = defineCall("GET", "/tokens/activity", {
  who: "user",
  input: takes<typeof ActivityInput>(),
  answer: ActivityPage,
});

export const receivedCall = defineCall("GET", "/tokens/received", {
  who: "user",
  answer: z.array(ReceivedView),
});

export const giveBackCall = defineCall("POST", "/tokens/giveBack", {
  who: "user",
  input: takes<typeof GiveBackInput>(),
  answer: TipView,
});
