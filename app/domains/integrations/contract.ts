import * as z from "zod/mini";
import { line } from "../text/fields.ts";

/** The accounts on other services that a user has linked. `isConfigured`: this instance has keys for that service. */
export const ConnectedAccountsView = z.object({
  mixcloud: z.boolean(),
  mixcloudTags: z.array(z.string()),
  mixcloudPhoto: z.nullable(z.string()),
  twitter: z.boolean(),
  tweetLive: z.boolean(),
  tweetBookings: z.boolean(),
  isConfigured: z.object({ mixcloud: z.boolean(), twitter: z.boolean() }),
});
export type ConnectedAccountsView = z.infer<typeof ConnectedAccountsView>;

/** A linked account as its owner sees it. `isRefused`: the service refuses our access, so it must be linked again. */
export const LinkedAccountView = z.object({ name: z.string(), isRefused: z.boolean() });
export type LinkedAccountView = z.infer<typeof LinkedAccountView>;

/** Opened in a popup to begin; then the service returns here with what it adds. */
export const LinkMixcloudQuery = z.object({
  popup: z.optional(z.string().check(z.maxLength(10))),
  code: z.optional(z.string().check(z.maxLength(2_000))),
  state: z.optional(z.string().check(z.maxLength(200))),
  error: z.optional(z.string().check(z.maxLength(200))),
});
export type LinkMixcloudQuery = z.infer<typeof LinkMixcloudQuery>;

/** `code`: as in the address of the popup at the end. It is ours, and works once, in the session that began. */
export const StoreMixcloudInput = z.object({ code: z.string().check(z.minLength(1), z.maxLength(4_000)) });
export type StoreMixcloudInput = z.infer<typeof StoreMixcloudInput>;

export const uploadTagLimits = { tags: 5, tagLength: 40 } as const;

/** Only what is given changes. The picture is a data URL; null removes it. */
export const UpdateMixcloudInput = z.object({
  mixcloudTags: z.optional(z.array(line(uploadTagLimits.tagLength))),
  mixcloudPhoto: z.optional(z.nullable(z.string())),
});
export type UpdateMixcloudInput = z.infer<typeof UpdateMixcloudInput>;

export const UnlinkInput = z.object({ social: z.enum(["mixcloud", "twitter", "listenbrainz", "lastfm"]) });
export type UnlinkInput = z.infer<typeof UnlinkInput>;
