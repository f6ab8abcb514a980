import * as z from "zod/mini";
import { claimKinds, tokenLimits } from "../rules.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(64));
/** The client's id of a request, stored on the device before the first attempt. */
const RequestId = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/));
const Amount = z.number().check(z.int(), z.minimum(tokenLimits.minTip), z.maximum(tokenLimits.maxTip));

/**
 * `room`, or for a tip on a profile `dj`, says where; `performer` (id) whom the page named. `mediaAt` is the server time
 * in the sound at the listener's ear. With a device key, `device` names it and `signature` (base64url) is over
 * `tipText` with `signedAt`.
 */
export const TipInput = z.object({
  id: RequestId,
  amount: Amount,
  room: z.nullish(Id),
  dj: z.nullish(Id),
  performer: Id,
  trackHistory: z.nullish(Id),
  mediaAt: z.nullish(z.number()),
  isHidden: z.nullish(z.boolean()),
  device: z.nullish(Id),
  signature: z.nullish(z.string().check(z.maxLength(200))),
  signedAt: z.nullish(z.number()),
});
export type TipInput = z.infer<typeof TipInput>;

export const TipView = z.object({
  /** The tip's id, as `tipped` and the statements have it. */
  tip: z.string(),
  amount: z.number(),
  /** Tokens that the sender has left. */
  balance: z.number(),
  /** Time of the wallet's decision, epoch ms. */
  at: z.number(),
});
export type TipView = z.infer<typeof TipView>;

export const GiveBackInput = z.object({ id: RequestId, tip: Id, amount: z.nullish(Amount) });
export type GiveBackInput = z.infer<typeof GiveBackInput>;

/** The viewer's wallet, also before its first token. */
export const WalletView = z.object({
  /** Null until the first token. */
  id: z.nullable(z.string()),
  address: z.nullable(z.string()),
  publicKey: z.nullable(z.string()),
  balance: z.number(),
  /** Sent, not yet at the performer. */
  outgoing: z.number(),
  /** All that was ever earned, received and sent. */
  issued: z.number(),
  received: z.number(),
  sent: z.number(),
  state: z.enum(["open", "frozen", "closing", "closed"]),
  /** The operators' reason, or null. */
  frozenReason: z.nullable(z.string()),
  size: z.number(),
  head: z.string(),
  /** Nothing is claimed or granted while the instance checks its books. */
  isPaused: z.boolean(),
});
export type WalletView = z.infer<typeof WalletView>;

const Named = z.nullable(z.object({ id: z.string(), name: z.string() }));

export const ActivityView = z.object({
  seq: z.number(),
  /** `returned`: a tip that could not be delivered. `gave-back`, `got-back`: a tip that its performer gave back. */
  kind: z.enum(["earned", "sent", "received", "gave-back", "got-back", "returned", "retired"]),
  /** Positive where the balance grew. */
  amount: z.number(),
  at: z.number(),
  state: z.enum(["done", "on-its-way", "given-back"]),
  /** The other person; null where there is none, or they are deleted, or the tip is hidden. */
  person: z.nullable(z.object({ id: z.string(), username: z.string() })),
  isHidden: z.boolean(),
  stage: Named,
  set: Named,
  /** The reason of `earned`. */
  claim: z.nullable(z.object({ kind: z.enum(claimKinds), reason: z.string() })),
  tip: z.nullable(z.string()),
  /** Amount of a received tip that its performer may still give back; otherwise 0. */
  canGiveBack: z.number(),
});
export type ActivityView = z.infer<typeof ActivityView>;

/** `before`: the number of the entry before which to go on, from the last page. */
export const ActivityInput = z.object({ before: z.nullish(z.coerce.number()) });
export type ActivityInput = z.infer<typeof ActivityInput>;
export const ActivityPage = z.object({ items: z.array(ActivityView), before: z.nullable(z.number()) });
export type ActivityPage = z.infer<typeof ActivityPage>;

/** Tips to a performer, newest first: one line for each set, profile performance day, or month of old ones. */
export const ReceivedView = z.object({
  set: Named,
  stage: Named,
  /** Time of the first of them; of old ones, the beginning of the month. */
  at: z.number(),
  tips: z.number(),
  /** Amount without what was given back. */
  amount: z.number(),
});
export type ReceivedView = z.infer<typeof ReceivedView>;

export const ClaimView = z.object({
  id: z.string(),
  kind: z.enum(claimKinds),
  amount: z.number(),
  /** Time when it was earned. */
  at: z.number(),
  /** `claimable`: now. `waiting`: for a day with tokens left, or for an operator. */
  state: z.enum(["waiting", "claimable", "claimed", "lapsed"]),
  expiresAt: z.nullable(z.number()),
  /** The reason in words: the award's title, the newcomer's name, the operator's reason; or empty. */
  reason: z.string(),
});
export type ClaimView = z.infer<typeof ClaimView>;

/** The response of `sharedSecrets/checkClaimedTokens`. Sums are tokens. */
export const ClaimsView = z.object({
  hasClaimed: z.boolean(),
  claimed: z.number(),
  claimable: z.number(),
  waiting: z.number(),
  /** Earliest time when the next waiting claim may be claimed, or null. */
  nextAt: z.nullable(z.number()),
  /** Newest first, at most 200. */
  claims: z.array(ClaimView),
});
export type ClaimsView = z.infer<typeof ClaimsView>;

/** The response of `sharedSecrets/claimTokens`. */
export const ClaimedView = z.object({
  /** Tokens that this call has brought. */
  claimed: z.number(),
  balance: z.number(),
  claims: z.array(ClaimView),
});
export type ClaimedView = z.infer<typeof ClaimedView>;
