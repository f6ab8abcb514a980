/** For each kind of notice: which switch it obeys, where it may go, and how long it is worth telling. */
import type { MailToggle, NoticeKind, NoticeToggle } from "./contract.ts";

/** The switch of a kind: all but that of every mail. */
export type KindToggle = Exclude<NoticeToggle, "emailNotifications">;

export interface KindRule {
  /** What stands above a notice of this kind. */
  title: string;
  toggle: KindToggle;
  /**
   * Whether it stands in the list of notices. `always`: also with its switch off, because someone waits for an
   * answer or has to know; a message stands in its conversation instead.
   */
  inApp: "toggled" | "always" | "elsewhere";
  /** `grouped`: with what else is unread after a while. `at-once`: now or not at all, it is worthless later. */
  mail: "grouped" | "at-once";
  /** What a push service is told: how long it tries (seconds), and whether it wakes a sleeping device. */
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
  announcement: { title: "News from Cue", toggle: "systemNotifications", ...social },
  operators: { title: "For operators", toggle: "systemNotifications", ...duty },
  "mount-busy": { title: "Your encoder", toggle: "systemNotifications", ...encoder },
  "mount-password": { title: "Your encoder", toggle: "systemNotifications", ...encoder },
};

/** What each switch is called, in the settings and where someone ends its mails. */
export const toggleNames: Readonly<Record<NoticeToggle, string>> = {
  followerNotifications: "New followers",
  chatNotifications: "Private messages",
  mentionNotifications: "Mentions",
  notifications: "Performers going live",
  roomNotifications: "Stages going live",
  bookingNotifications: "Bookings",
  systemNotifications: "Announcements and awards",
  emailNotifications: "Also by email",
};

/** For each switch that of its mails. */
export const mailToggles: Readonly<Record<KindToggle, MailToggle>> = {
  followerNotifications: "followerMails",
  chatNotifications: "chatMails",
  mentionNotifications: "mentionMails",
  notifications: "performerMails",
  roomNotifications: "stageMails",
  bookingNotifications: "bookingMails",
  systemNotifications: "systemMails",
};

/** What a link in a mail can end: the mails of one kind, or all; those of before ended the notices of a kind. */
export const endableNames: Readonly<Record<NoticeToggle | MailToggle, string>> = {
  ...toggleNames,
  ...(Object.fromEntries(
    Object.entries(mailToggles).map(([toggle, mails]) => [mails, toggleNames[toggle as KindToggle]]),
  ) as Record<MailToggle, string>),
};
