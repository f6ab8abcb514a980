import { defineCall, takes } from "#app/call.ts";
import type { CursorInput } from "#app/paging.ts";
import {
  ActPage,
  ActView,
  type DecideActCommand,
  type GiveBackCommand,
  type GrantTokensCommand,
  type HoldClaimsCommand,
  type LabelTokensCommand,
  OverseenWalletView,
  ResettledAnswer,
  SupplyView,
  SuspiciousView,
  type VoidClaimCommand,
  type WalletCommand,
  type WalletQuery,
} from "../contract/acts.ts";

export const grantTokensCall = defineCall("POST", "/operator/tokens/grant", {
  who: "operator",
  input: takes<typeof GrantTokensCommand>(),
  answer: ActView,
});

export const labelTokensCall = defineCall("POST", "/operator/tokens/label", {
  who: "operator",
  input: takes<typeof LabelTokensCommand>(),
  answer: ActView,
});

export const freezeWalletCall = defineCall("POST", "/operator/tokens/freeze", {
  who: "operator",
  input: takes<typeof WalletCommand>(),
  answer: ActView,
});

export const unfreezeWalletCall = defineCall("POST", "/operator/tokens/unfreeze", {
  who: "operator",
  input: takes<typeof WalletCommand>(),
  answer: ActView,
});

export const holdClaimsCall = defineCall("POST", "/operator/tokens/hold", {
  who: "operator",
  input: takes<typeof HoldClaimsCommand>(),
  answer: ActView,
});

export const releaseClaimsCall = defineCall("POST", "/operator/tokens/release", {
  who: "operator",
  input: takes<typeof HoldClaimsCommand>(),
  answer: ActView,
});

export const voidClaimCall = defineCall("POST", "/operator/tokens/void", {
  who: "operator",
  input: takes<typeof VoidClaimCommand>(),
  answer: ActView,
});

export const giveBackAsOperatorCall = defineCall("POST", "/operator/tokens/giveBack", {
  who: "operator",
  input: takes<typeof GiveBackCommand>(),
  answer: ActView,
});

export const resettleWalletCall = defineCall("POST", "/operator/tokens/resettle", {
  who: "operator",
  input: takes<typeof WalletCommand>(),
  answer: ResettledAnswer,
});

export const decideActCall = defineCall("POST", "/operator/tokens/decide", {
  who: "operator",
  input: takes<typeof DecideActCommand>(),
  answer: ActView,
});

export const listActsCall = defineCall("POST", "/operator/tokens/acts", {
  who: "operator",
  input: takes<typeof CursorInput>(),
  answer: ActPage,
});

export const readSupplyCall = defineCall("POST", "/operator/tokens/supply", {
  who: "operator",
  answer: SupplyView,
});

export const listSuspiciousCall = defineCall("POST", "/operator/tokens/suspicious", {
  who: "operator",
  answer: SuspiciousView,
});

export const findWalletCall = defineCall("POST", "/operator/tokens/wallet", {
  who: "operator",
  input: takes<typeof WalletQuery>(),
  answer: OverseenWalletView,
});
