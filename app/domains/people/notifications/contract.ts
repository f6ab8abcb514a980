/** Notices to people, and the inputs and responses of the calls about them. */
import * as z from "zod/mini";
import type { ToggleSettings } from "../accounts/contract/settings.ts";

/** The kind of a notice. `kinds.ts` defines the channels of each. */
export const noticeKinds = [
  "follow",
  "message",
  "mention",
  "booking",
  "performer-live",
  "stage-live",
  "award",
  "tip",
  "announcement",
  "operators",
  "mount-busy",
  "mount-password",
  "set-late",
  "still-connected",
  "elsewhere",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The settings that decide which notices are emailed. */
export type MailToggle = Extract<keyof ToggleSettings, `${string}Mails`>;
/** The settings that decide whether there are notices at all, and emails about them. */
export type NoticeToggle = Exclude<keyof ToggleSettings, "mixcloudPersonal" | "twitterLive" | MailToggle>;
export type NoticeToggles = Pick<ToggleSettings, NoticeToggle | MailToggle>;

/** A notice to deliver. Where and when is decided by the user's `Inbox`, from its kind and their settings. */
export interface NewNotice {
  kind: NoticeKind;
  /** One sentence for people; for a message in a conversation its text. */
  message: string;
  /** Its title on a screen and in an email, such as who has written; by default the title of its kind. */
  title?: string;
  /** Time of the event, epoch ms. */
  at: number;
  /** Delivered once per key, no matter who repeats it. */
  key: string;
  /** The user whose name or text it contains: it is deleted with their account. */
  about?: string | null;
  /** D1 already has the record that this inbox has something about them. */
  isRecorded?: boolean;
  /** The path of the page of this site that it leads to. */
  url?: string | null;
  /**
   * The group that it belongs to, such as `conversation/01J…`: on a screen the newest represents them all, and `settle`
   * cancels those that have not been delivered.
   */
  group?: string | null;
  /** Not delivered where one with any of these keys was delivered in the last `perMs`. */
  unlessTold?: { keys: string[]; perMs: number };
}

const minutesOfDay = z.number().check(z.int(), z.gte(0), z.lt(24 * 60));

/**
 * Times when the user is not to be disturbed, in their local time: minutes since midnight. `from` after `to`: over
 * night.
 */
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

/** A browser's push subscription, in the form of its `toJSON`. */
export const PushSubscriptionInput = z.object({
  endpoint: z.string().check(z.maxLength(1_000)),
  keys: z.object({ p256dh: base64Url(100), auth: base64Url(40) }),
});
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>;

export const EndpointInput = z.object({ endpoint: z.string().check(z.maxLength(1_000)) });
export type EndpointInput = z.infer<typeof EndpointInput>;

export const NotificationSettingsView = z.object({
  /** The public VAPID key with which a browser subscribes (base64url); null where this instance does not push. */
  pushKey: z.nullable(z.string()),
  quietHours: z.nullable(QuietHours),
  /** Email is sent only to a verified address. */
  hasVerifiedEmail: z.boolean(),
});
export type NotificationSettingsView = z.infer<typeof NotificationSettingsView>;

/** A link from an email. `token` contains whose it is and what it turns off. */
export const UnsubscribeInput = z.object({ token: z.string().check(z.maxLength(400)) });
export type UnsubscribeInput = z.infer<typeof UnsubscribeInput>;

/** The setting that has been turned off, or would be, and its name. */
export const UnsubscribeView = z.object({ toggle: z.string(), name: z.string() });
export type UnsubscribeView = z.infer<typeof UnsubscribeView>;

/** Whether the browser with this endpoint shows the viewer's notices. */
export const DeviceView = z.object({ isOn: z.boolean() });
export type DeviceView = z.infer<typeof DeviceView>;
