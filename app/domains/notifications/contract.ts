/** What people are told, and what the calls about it take and answer. */
import * as z from "zod/mini";
import type { ToggleSettings } from "../accounts/contract/settings.ts";

/** What a notice is about. `kinds.ts` says for each on which channels it may go. */
export const noticeKinds = [
  "follow",
  "message",
  "mention",
  "booking",
  "performer-live",
  "stage-live",
  "award",
  "announcement",
  "operators",
  "mount-busy",
  "mount-password",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The switches of the settings that decide which notices are mailed. */
export type MailToggle = Extract<keyof ToggleSettings, `${string}Mails`>;
/** The switches that decide whether there are notices at all, and mails about them. */
export type NoticeToggle = Exclude<keyof ToggleSettings, "mixcloudPersonal" | "twitterLive" | MailToggle>;
export type NoticeToggles = Pick<ToggleSettings, NoticeToggle | MailToggle>;

/** What someone is to be told. Where and when is decided by their `Inbox`, from the kind and from their settings. */
export interface NewNotice {
  kind: NoticeKind;
  /** One sentence for people; of a message in a conversation its text. */
  message: string;
  /** What stands above it on a screen and in a mail, such as who has written; by default what the kind is called. */
  title?: string;
  /** When it happened, epoch ms. */
  at: number;
  /** Told once per key, no matter who repeats it. */
  key: string;
  /** Whose name or words are in it: it goes when their account does. */
  about?: string | null;
  /** The database knows already that this inbox has something about them. */
  isRecorded?: boolean;
  /** The page of this site that it leads to: a path. */
  url?: string | null;
  /**
   * What it is one of many of, such as `conversation/01J…`: on a screen the newest stands for them all, and
   * `settle` takes back whatever of it has not been delivered.
   */
  group?: string | null;
  /** Not told where one with any of these keys was told in the last `perMs`. */
  unlessTold?: { keys: string[]; perMs: number };
}

const minutesOfDay = z.number().check(z.int(), z.gte(0), z.lt(24 * 60));

/** When no one is to be disturbed, by the clock where they are: minutes since midnight. `from` after `to`: over night. */
export const QuietHours = z.object({
  from: minutesOfDay,
  to: minutesOfDay,
  /** A name of the time zone database, such as `Europe/Berlin`. */
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type QuietHours = z.infer<typeof QuietHours>;

/** Null: none. */
export const QuietHoursInput = z.object({ quietHours: z.nullable(QuietHours) });
export type QuietHoursInput = z.infer<typeof QuietHoursInput>;

const base64Url = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]+$/));

/** A browser's push subscription, as its `toJSON` spells it. */
export const PushSubscriptionInput = z.object({
  endpoint: z.string().check(z.maxLength(1_000)),
  keys: z.object({ p256dh: base64Url(100), auth: base64Url(40) }),
});
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>;

export const EndpointInput = z.object({ endpoint: z.string().check(z.maxLength(1_000)) });
export type EndpointInput = z.infer<typeof EndpointInput>;

export const NotificationSettingsView = z.object({
  /** What a browser subscribes with (the public VAPID key, base64url); null where this instance does not push. */
  pushKey: z.nullable(z.string()),
  quietHours: z.nullable(QuietHours),
  /** Mail goes to a verified address only. */
  hasVerifiedEmail: z.boolean(),
});
export type NotificationSettingsView = z.infer<typeof NotificationSettingsView>;

/** A link out of a mail. `token` says whose it is and what it ends. */
export const UnsubscribeInput = z.object({ token: z.string().check(z.maxLength(400)) });
export type UnsubscribeInput = z.infer<typeof UnsubscribeInput>;

/** What has been ended, or would be: a switch of the settings, and what it is called. */
export const UnsubscribeView = z.object({ toggle: z.string(), name: z.string() });
export type UnsubscribeView = z.infer<typeof UnsubscribeView>;

/** Whether the browser with this endpoint shows the viewer's notices. */
export const DeviceView = z.object({ isOn: z.boolean() });
export type DeviceView = z.infer<typeof DeviceView>;
