/**
 * The operators' calls about tokens, as in `operator.ts`: POST JSON to `/api/operator/tokens/<command>`.
 *
 * | Command                        | Body                                                  | Response |
 * | ------------------------------ | ----------------------------------------------------- | -------- |
 * | `grant`                        | `{ user, amount, reason, id? }`                       | the act; above 1,000, or to oneself, it waits for a second operator |
 * | `label`                        | `{ list: [{ user, amount }], reason, id? }`           | the act, which waits |
 * | `freeze`, `unfreeze`           | `{ user, reason, id? }`                               | the act |
 * | `hold`, `release`              | `{ claim, reason, id? }` or `{ user, reason, id? }`   | the act |
 * | `void`                         | `{ claim, reason, id? }`                              | the act |
 * | `giveBack`                     | `{ tip, amount, reason, id? }`                        | the act |
 * | `resettle`                     | `{ user, reason, id? }`                               | `{ act, added, short }` |
 * | `decide`                       | `{ act, isApproved }`                                 | the act |
 * | `acts`                         | `{ dateCursor?, idCursor? }`                          | `{ items, dateCursor, idCursor }` |
 * | `supply`, `suspicious`         | `{}`                                                  | all tokens; tips that look arranged |
 * | `wallet`                       | `{ user }`                                            | a wallet and its open claims |
 *
 * `user` is an id, an email address or a username; for `freeze`, `unfreeze`, `resettle` and `wallet` also the id of a
 * wallet. `id`, given by the client, makes a repeated request one act. An act about the operator's own wallet, claims or
 * tips waits for a second operator.
 */
import * as acts from "#app/domains/outside/operator/tokens/acts.server.ts";
import { decideAct } from "#app/domains/outside/operator/tokens/decide.server.ts";
import {
  findOverseenWallet,
  listSuspicious,
  readSupply,
} from "#app/domains/outside/operator/tokens/overview.server.ts";
import { resettleWallet } from "#app/domains/outside/operator/tokens/resettle.server.ts";
import { CursorInput } from "#app/paging.ts";
import { type Served, serve } from "#workers/api/serve.ts";
import * as calls from "../calls/acts.ts";
import {
  DecideActCommand,
  GiveBackCommand,
  GrantTokensCommand,
  HoldClaimsCommand,
  LabelTokensCommand,
  VoidClaimCommand,
  WalletCommand,
  WalletQuery,
} from "../contract/acts.ts";

export const tokensActs: readonly Served[] = [
  serve(calls.grantTokensCall, {
    summary: "Grant tokens to a user.",
    input: GrantTokensCommand,
    run: acts.grantTokens,
  }),
  serve(calls.labelTokensCall, {
    summary: "Grant tokens to a list of users, once a second operator agrees.",
    input: LabelTokensCommand,
    run: acts.labelTokens,
  }),
  serve(calls.freezeWalletCall, {
    summary: "Freeze a wallet: it takes tips, and sends and claims nothing.",
    input: WalletCommand,
    run: acts.freezeWallet,
  }),
  serve(calls.unfreezeWalletCall, {
    summary: "End the freezing of a wallet.",
    input: WalletCommand,
    run: acts.unfreezeWallet,
  }),
  serve(calls.holdClaimsCall, {
    summary: "Hold a claim, or all claims of a user, until they are released.",
    input: HoldClaimsCommand,
    run: acts.holdClaims,
  }),
  serve(calls.releaseClaimsCall, {
    summary: "Release held claims.",
    input: HoldClaimsCommand,
    run: acts.releaseClaims,
  }),
  serve(calls.voidClaimCall, {
    summary: "End a claim that is not paid.",
    input: VoidClaimCommand,
    run: acts.voidClaim,
  }),
  serve(calls.giveBackAsOperatorCall, {
    summary: "Give a tip back in its performer's name.",
    input: GiveBackCommand,
    run: acts.giveBackTip,
  }),
  serve(calls.resettleWalletCall, {
    summary: "Repair a wallet that was set back, by what its peers know.",
    input: WalletCommand,
    run: resettleWallet,
  }),
  serve(calls.decideActCall, {
    summary: "Agree to another operator's act, or refuse it.",
    input: DecideActCommand,
    run: decideAct,
  }),
  serve(calls.listActsCall, {
    summary: "A page of the log of acts, newest first.",
    input: CursorInput,
    run: acts.listActs,
  }),
  serve(calls.readSupplyCall, { summary: "All tokens of the instance.", run: readSupply }),
  serve(calls.listSuspiciousCall, { summary: "Tips that look arranged.", run: listSuspicious }),
  serve(calls.findWalletCall, {
    summary: "The wallet and the open claims of a user.",
    input: WalletQuery,
    run: findOverseenWallet,
  }),
];
