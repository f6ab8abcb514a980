/** The setting of each kind of notice, its channels, and how long it is worth delivering. */
import type { MailToggle, NoticeKind, NoticeToggle } from "./contract.ts";

/** The setting of a kind: all except the one for all emails. */
export type KindToggle = Exclude<NoticeToggle, "emailNotifications">;

export interface KindRule {
  /** The title of notices of this kind. */
  title: string;
  toggle: KindToggle;
  /**
   * Whether it is in the list of notices. `always`: even with its setting off, because someone waits for an answer or
   * has to know; `elsewhere`: a message is in its conversation instead.
   */
  inApp: "toggled" | "always" | "elsewhere";
  /** `grouped`: after a while, with what else is unread. `at-once`: now or not at all, since it is useless later. */
  mail: "grouped" | "at-once";
  /** Options for push services: how long they try (seconds), and whether a push wakes a sleeping device. */
  push: { ttlSeconds: number; urgency: "normal" | "high" };
}

const hour = 3_600;
const social = {
  inApp: "toggled",
  mail: "grouped",
  push: { ttlSeconds: 12 * hour, urgency: "normal" },
} as const;
const live = { inApp: "toggled", mail: "at-once", push: { ttlSeconds: hour / 4, urgency: "high" } } as const;
const duty = {
  inApp: "always",
  mail: "grouped",
  push: { ttlSeconds: 12 * hour, urgency: "normal" },
} as const;
const encoder = { inApp: "always", mail: "grouped", push: { ttlSeconds: hour, urgency: "high" } } as const;
/** Someone has to act now, and later it is useless. */
const urgent = { inApp: "always", mail: "at-once", push: { ttlSeconds: hour / 6, urgency: "high" } } as const;

export const kindRules: Readonly<Record<NoticeKind, KindRule>> = {
  follow: { title: "New follower", toggle: "followerNotifications", ...social },
  message: {
    ...social,
    title: "New message",
    toggle: "chatNotifications",
    inApp: "elsewhere",
    push: { ttlSeconds: 12 * hour, urgency: "high" },
  },
  mention: { title: "You were mentioned", toggle: "mentionNotifications", ...social },
  booking: { title: "Booking", toggle: "bookingNotifications", ...duty },
  "performer-live": { title: "Live now", toggle: "notifications", ...live },
  "stage-live": { title: "Live now", toggle: "roomNotifications", ...live },
  award: { title: "New award", toggle: "systemNotifications", ...social },
  tip: { title: "Tips", toggle: "systemNotifications", ...social },
  announcement: { title: "News from Cue", toggle: "systemNotifications", ...social },
  operators: { title: "For operators", toggle: "systemNotifications", ...duty },
  "mount-busy": { title: "Your encoder", toggle: "systemNotifications", ...encoder },
  "mount-password": { title: "Your encoder", toggle: "systemNotifications", ...encoder },
  "set-late": { title: "Starting late", toggle: "bookingNotifications", ...urgent },
  "still-connected": { title: "Your encoder is still connected", toggle: "bookingNotifications", ...urgent },
  elsewhere: { title: "Linked accounts", toggle: "systemNotifications", ...duty },
};

/** The name of each setting, in the settings and where someone turns off its emails. */
export const toggleNames: Readonly<Record<NoticeToggle, string>> = {
  followerNotifications: "New followers",
  chatNotifications: "Private messages",
  mentionNotifications: "Mentions",
  notifications: "Performers going live",
  roomNotifications: "Stages going live",
  bookingNotifications: "Bookings",
  systemNotifications: "Announcements, awards and tips",
  emailNotifications: "Also by email",
};

/** The email setting that belongs to each notification setting. */
export const mailToggles: Readonly<Record<KindToggle, MailToggle>> = {
  followerNotifications: "followerMails",
  chatNotifications: "chatMails",
  mentionNotifications: "mentionMails",
  notifications: "performerMails",
  roomNotifications: "stageMails",
  bookingNotifications: "bookingMails",
  systemNotifications: "systemMails",
};

/**
 * Settings that a link in an email can turn off: the emails of one kind, or all; older links turned off the notices of
 * a kind.
 */
export const endableNames: Readonly<Record<NoticeToggle | MailToggle, string>> = {
  ...toggleNames,
  ...(Object.fromEntries(
    Object.entries(mailToggles).map(([toggle, mails]) => [mails, toggleNames[toggle as KindToggle]]),
  ) as Record<MailToggle, string>),
};
