/** Operators' acts about tokens, and their views. */
import * as z from "zod/mini";
import { visibleLine } from "#app/domains/base/text/fields.ts";
import { pageSchema } from "#app/paging.ts";
import { claimKinds, tokenLimits } from "../rules.ts";

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const Id = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const Amount = z.number().check(z.int(), z.minimum(1), z.maximum(tokenLimits.maxEntry));
const why = {
  /** Given by the client, so that a repeated request is one act. */
  id: z.optional(z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/))),
  /** Kept in the log for ever; the owner of a frozen wallet, and of a grant, reads it. */
  reason: visibleLine(500),
};

/** `user`: an id, an email address or a username; where a wallet is meant, also the id of one. */
export const GrantTokensCommand = z.object({ user: Name, amount: Amount, ...why });
export type GrantTokensCommand = z.infer<typeof GrantTokensCommand>;

export const LabelTokensCommand = z.object({
  list: z.array(z.object({ user: Name, amount: Amount })).check(z.minLength(1), z.maxLength(200)),
  ...why,
});
export type LabelTokensCommand = z.infer<typeof LabelTokensCommand>;

export const WalletCommand = z.object({ user: Name, ...why });
export type WalletCommand = z.infer<typeof WalletCommand>;

/** One claim, or all open ones of a user. */
export const HoldClaimsCommand = z.object({ claim: z.optional(Id), user: z.optional(Name), ...why });
export type HoldClaimsCommand = z.infer<typeof HoldClaimsCommand>;

export const VoidClaimCommand = z.object({ claim: Id, ...why });
export type VoidClaimCommand = z.infer<typeof VoidClaimCommand>;

export const GiveBackCommand = z.object({ tip: Id, amount: Amount, ...why });
export type GiveBackCommand = z.infer<typeof GiveBackCommand>;

export const DecideActCommand = z.object({ act: Id, isApproved: z.boolean() });
export type DecideActCommand = z.infer<typeof DecideActCommand>;

/** A user, or the id of a wallet. */
export const WalletQuery = z.object({ user: Name });
export type WalletQuery = z.infer<typeof WalletQuery>;

export const actKinds = [
  "grant",
  "label",
  "freeze",
  "unfreeze",
  "hold",
  "release",
  "void",
  "give-back",
  "resettle",
] as const;

const Person = z.nullable(z.object({ id: z.string(), username: z.string() }));

export const ActView = z.object({
  id: z.string(),
  kind: z.enum(actKinds),
  reason: z.string(),
  /** Null for the operators' command, and once their account is deleted. */
  operator: Person,
  isCommand: z.boolean(),
  at: z.number(),
  /** `waiting`: for a second operator. */
  state: z.enum(["waiting", "done", "refused"]),
  /** The first of the two operators who agree to an act that was begun with the key of the instance. */
  agreed: Person,
  secondOperator: Person,
  decidedAt: z.nullable(z.number()),
  /** People whose tokens it is about, and how many; a user whose account is deleted is null. */
  people: z.array(z.object({ user: Person, amount: z.nullable(z.number()) })),
  /** The wallet, claim or tip that it is about, where it is not about a user. */
  about: z.nullable(z.string()),
  /** The caller may decide it: it waits, and is not their own. */
  canDecide: z.boolean(),
});
export type ActView = z.infer<typeof ActView>;
export const ActPage = pageSchema(ActView);
export type ActPage = z.infer<typeof ActPage>;

/** All tokens of the instance, by the copies of its wallets. */
export const SupplyView = z.object({
  issued: z.number(),
  /** Amounts of accounts that exist; the rest of `issued` was of deleted ones. */
  issuedBy: z.array(z.object({ kind: z.enum(claimKinds), amount: z.number() })),
  spendable: z.number(),
  outgoing: z.number(),
  retired: z.number(),
  /** Sent, and not yet in the other wallet. */
  undelivered: z.number(),
  wallets: z.number(),
  frozen: z.number(),
  /** Tokens that have become claimable today (UTC), and how many may. */
  today: z.object({ ripened: z.number(), claimed: z.number(), budget: z.number() }),
  /** Earned, and not claimable yet: of these an operator holds `held`. */
  waiting: z.object({ claims: z.number(), amount: z.number(), held: z.number() }),
  /** Null before the first check. `drift` is empty where everything is in order. */
  check: z.nullable(
    z.object({ checkedAt: z.number(), drift: z.array(z.string()), completeSince: z.nullable(z.number()) }),
  ),
});
export type SupplyView = z.infer<typeof SupplyView>;

const Party = z.object({ wallet: z.string(), user: Person });

/** Tips of the last 30 days that look arranged. An operator decides; nothing follows by itself. */
export const SuspiciousView = z.object({
  /** Received mostly from accounts that are younger than 30 days. */
  fed: z.array(z.object({ ...Party.shape, amount: z.number(), tips: z.number(), share: z.number() })),
  /** Two or three that received mostly from each other. */
  circles: z.array(z.object({ members: z.array(Party), amount: z.number(), share: z.number() })),
  /** Many tips of few people within an hour. */
  bursts: z.array(
    z.object({ ...Party.shape, at: z.number(), tips: z.number(), amount: z.number(), senders: z.number() }),
  ),
});
export type SuspiciousView = z.infer<typeof SuspiciousView>;

export const OverseenWalletView = z.object({
  /** Null before the first token. */
  wallet: z.nullable(z.string()),
  user: Person,
  balance: z.number(),
  outgoing: z.number(),
  issued: z.number(),
  received: z.number(),
  sent: z.number(),
  state: z.enum(["open", "frozen", "closing", "closed"]),
  frozenReason: z.nullable(z.string()),
  /** Open ones, newest first, at most 100. */
  claims: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(claimKinds),
      amount: z.number(),
      at: z.number(),
      reason: z.string(),
      isHeld: z.boolean(),
      isClaimable: z.boolean(),
    }),
  ),
});
export type OverseenWalletView = z.infer<typeof OverseenWalletView>;

/** `added`: entries that the wallet had lost; `short`: tokens that were spent and that it does not have any more. */
export const ResettledAnswer = z.object({ act: ActView, added: z.number(), short: z.number() });
export type ResettledAnswer = z.infer<typeof ResettledAnswer>;
