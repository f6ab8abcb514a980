/** A user's notifications, referrer, feedback, and the deletion of their account. */
import * as z from "zod/mini";
import { visibleParagraphs } from "#app/domains/base/text/fields.ts";

/** The notifications, their emails, and the two posts that are made for them. All on except the last two. */
export const ToggleSettings = z.object({
  emailNotifications: z.boolean(),
  chatNotifications: z.boolean(),
  followerNotifications: z.boolean(),
  mentionNotifications: z.boolean(),
  systemNotifications: z.boolean(),
  roomNotifications: z.boolean(),
  /** A performer they follow goes live. */
  notifications: z.boolean(),
  bookingNotifications: z.boolean(),
  /** Notifications that are emailed as well, while `emailNotifications` is on. */
  chatMails: z.boolean(),
  followerMails: z.boolean(),
  mentionMails: z.boolean(),
  systemMails: z.boolean(),
  stageMails: z.boolean(),
  performerMails: z.boolean(),
  bookingMails: z.boolean(),
  mixcloudPersonal: z.boolean(),
  twitterLive: z.boolean(),
});
export type ToggleSettings = z.infer<typeof ToggleSettings>;
/** Only the given fields change. */
export const ToggleSettingsInput = z.partial(ToggleSettings);
export type ToggleSettingsInput = z.infer<typeof ToggleSettingsInput>;

/** `user`: an id or a username, trimmed. */
export const ReferralInput = z.object({ user: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) });
export type ReferralInput = z.infer<typeof ReferralInput>;
export const FeedbackInput = z.object({
  message: visibleParagraphs(4000),
});
export type FeedbackInput = z.infer<typeof FeedbackInput>;

/**
 * `username` must be the caller's own, typed, so that no one deletes an account by mistake. `code` where a second
 * factor is on.
 */
export const DeleteAccountInput = z.object({
  username: z.string().check(z.maxLength(400)),
  password: z.string().check(z.maxLength(400)),
  code: z.nullish(z.string().check(z.maxLength(40))),
});
export type DeleteAccountInput = z.infer<typeof DeleteAccountInput>;
