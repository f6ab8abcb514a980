import * as z from "zod/mini";
import { NoticeView } from "./accounts.ts";

const Short = z.string().check(z.maxLength(400));

/**
 * The pair must belong to one account. `captcha` is required (`captcha-failed`) after many requests from one network.
 */
export const RecoveryRequestInput = z.object({
  username: Short,
  email: Short,
  captcha: z.nullish(z.string().check(z.maxLength(8000))),
});
export type RecoveryRequestInput = z.infer<typeof RecoveryRequestInput>;

/** `token` is the one of the emailed link. */
export const RecoveryInput = z.object({
  token: z.string().check(z.maxLength(128)),
  password: Short,
  retype: Short,
  /** True: passkeys are kept without two-step log-in; otherwise they are removed. With it they always stay. */
  keepPasskeys: z.nullish(z.boolean()),
});
export type RecoveryInput = z.infer<typeof RecoveryInput>;

/** Other ways into the account of an emailed link. */
export const RecoveryView = z.object({
  username: z.string(),
  /** Their names. */
  passkeys: z.array(z.string()),
  isSecondFactorOn: z.boolean(),
});
export type RecoveryView = z.infer<typeof RecoveryView>;

/** Changes to the ways into an account whose password was recovered. */
export const RecoveredView = z.object({
  ...NoticeView.shape,
  /** Number of devices that were signed out. */
  sessionsEnded: z.number(),
  /** Names of passkeys. */
  passkeysRemoved: z.array(z.string()),
  passkeysKept: z.array(z.string()),
  isSecondFactorOn: z.boolean(),
});
export type RecoveredView = z.infer<typeof RecoveredView>;
