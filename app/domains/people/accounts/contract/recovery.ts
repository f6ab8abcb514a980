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
  /** Without two-step log-in, passkeys are removed unless this is true. With it they always stay. */
  keepPasskeys: z.nullish(z.boolean()),
});
export type RecoveryInput = z.infer<typeof RecoveryInput>;

/** What else gives access to the account of an emailed link. */
export const RecoveryView = z.object({
  username: z.string(),
  /** Their names. */
  passkeys: z.array(z.string()),
  isSecondFactorOn: z.boolean(),
});
export type RecoveryView = z.infer<typeof RecoveryView>;

/** What happened to the ways into an account whose password was recovered. */
export const RecoveredView = z.object({
  ...NoticeView.shape,
  /** How many devices were signed out. */
  sessionsEnded: z.number(),
  /** Names of passkeys. */
  passkeysRemoved: z.array(z.string()),
  passkeysKept: z.array(z.string()),
  isSecondFactorOn: z.boolean(),
});
export type RecoveredView = z.infer<typeof RecoveredView>;
