import * as z from "zod/mini";

const Short = z.string().check(z.maxLength(400));

/** `user` is a username or an email address. */
export const LogInInput = z.object({
  user: Short,
  password: Short,
  /** A code from the authenticator app, or a recovery code; required after the refusal `second-factor-needed`. */
  code: z.nullish(z.string().check(z.maxLength(40))),
});
export type LogInInput = z.infer<typeof LogInInput>;

export const RegisterInput = z.object({
  username: Short,
  email: Short,
  password: Short,
  retype: Short,
  /** The solved challenge of `GET /api/captcha`, base64 as the widget returns it. */
  captcha: z.string().check(z.maxLength(8000)),
  /** Id of the user who referred this one. */
  referral: z.nullish(z.string().check(z.maxLength(64))),
});
export type RegisterInput = z.infer<typeof RegisterInput>;

export const UsernameInput = z.object({ username: Short });
export type UsernameInput = z.infer<typeof UsernameInput>;
export const EmailInput = z.object({ email: Short });
export type EmailInput = z.infer<typeof EmailInput>;
export const VerifyInput = z.object({ token: z.string().check(z.maxLength(128)) });
export type VerifyInput = z.infer<typeof VerifyInput>;
/** The address that an emailed link confirms, and its account. */
export const VerifyView = z.object({ username: z.string(), email: z.string() });
export type VerifyView = z.infer<typeof VerifyView>;

/** The signed-in user's own data. */
export const AccountView = z.object({
  id: z.string(),
  _id: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  profile: z.nullable(z.string()),
  title: z.nullable(z.string()),
  badge: z.nullable(z.string()),
  performerType: z.nullable(z.enum(["dj", "musician"])),
  /** Is a performer. */
  dj: z.boolean(),
  /** Has passed the stream test. */
  djTest: z.boolean(),
  manager: z.boolean(),
  /** May settle reports and suspend accounts. */
  operator: z.boolean(),
});
export type AccountView = z.infer<typeof AccountView>;

export const SessionView = z.object({ token: z.string(), user: AccountView, version: z.string() });
export type SessionView = z.infer<typeof SessionView>;

/** A notice that is not a failure. */
export const NoticeView = z.object({ type: z.enum(["confirm", "warning"]), message: z.string() });
export type NoticeView = z.infer<typeof NoticeView>;

/** A proof-of-work challenge as the ALTCHA widget reads it. */
export const CaptchaView = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.optional(z.string()),
    /** Epoch seconds. */
    expiresAt: z.optional(z.number()),
  }),
  signature: z.string().check(z.maxLength(256)),
});
export type CaptchaView = z.infer<typeof CaptchaView>;
