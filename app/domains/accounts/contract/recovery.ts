import * as z from "zod/mini";

const Short = z.string().check(z.maxLength(400));

/** The pair must belong to one account. `captcha` is asked for (`captcha-failed`) after many requests from one place. */
export const RecoveryRequestInput = z.object({
  username: Short,
  email: Short,
  captcha: z.nullish(z.string().check(z.maxLength(8000))),
});
export type RecoveryRequestInput = z.infer<typeof RecoveryRequestInput>;

/** `token` is the one of the mailed link. */
export const RecoveryInput = z.object({
  token: z.string().check(z.maxLength(128)),
  password: Short,
  retype: Short,
});
export type RecoveryInput = z.infer<typeof RecoveryInput>;
