import * as z from "zod/mini";
import { line } from "#app/domains/base/text/fields.ts";
import { parties } from "./elsewhere.ts";

/**
 * A user's linked account at one service. `isRefused`: it must be linked again, because the service refuses our access.
 */
export const LinkedView = z.object({
  party: z.enum(parties),
  /** The accounts or channels, as the service calls them. */
  names: z.array(z.string()),
  isRefused: z.boolean(),
});
export type LinkedView = z.infer<typeof LinkedView>;

/** The accounts on other services that a user has linked. `isConfigured`: the service is on here. */
export const ConnectedAccountsView = z.object({
  mixcloud: z.boolean(),
  mixcloudTags: z.array(z.string()),
  mixcloudPhoto: z.nullable(z.string()),
  twitter: z.boolean(),
  tweetLive: z.boolean(),
  tweetBookings: z.boolean(),
  linked: z.array(LinkedView),
  isConfigured: z.object({
    mixcloud: z.boolean(),
    twitter: z.boolean(),
    bluesky: z.boolean(),
    mastodon: z.boolean(),
    discord: z.boolean(),
    telegram: z.boolean(),
    spotify: z.boolean(),
    listenbrainz: z.boolean(),
    lastfm: z.boolean(),
  }),
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

/** An app password of Bluesky, not the password of the account. */
export const StoreBlueskyInput = z.object({
  identifier: z.string().check(z.minLength(1), z.maxLength(300)),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type StoreBlueskyInput = z.infer<typeof StoreBlueskyInput>;

/** `server`: its host, or the address of an account there, at the start of the popup. */
export const LinkMastodonQuery = z.extend(LinkMixcloudQuery, {
  server: z.optional(z.string().check(z.maxLength(300))),
});
export type LinkMastodonQuery = z.infer<typeof LinkMastodonQuery>;

export const StoreMastodonInput = StoreMixcloudInput;
export type StoreMastodonInput = z.infer<typeof StoreMastodonInput>;

export const uploadTagLimits = { tags: 5, tagLength: 40 } as const;

/** Only what is given changes. The picture is a data URL; null removes it. */
export const UpdateMixcloudInput = z.object({
  mixcloudTags: z.optional(z.array(line(uploadTagLimits.tagLength))),
  mixcloudPhoto: z.optional(z.nullable(z.string())),
});
export type UpdateMixcloudInput = z.infer<typeof UpdateMixcloudInput>;

export const UnlinkInput = z.object({
  social: z.enum(["mixcloud", "twitter", "bluesky", "mastodon", "listenbrainz", "lastfm"]),
});
export type UnlinkInput = z.infer<typeof UnlinkInput>;
