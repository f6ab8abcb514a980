import * as z from "zod/mini";

/** The services on which people keep their listens. */
export const listenParties = ["listenbrainz", "lastfm"] as const;
export type ListenParty = (typeof listenParties)[number];

/** The account that the signed-in user's listens go to. `isPaused`: by its owner. */
export const ListenAccountView = z.object({
  name: z.string(),
  /** The service refuses our access, so it must be linked again. */
  isRefused: z.boolean(),
  isPaused: z.boolean(),
});
export type ListenAccountView = z.infer<typeof ListenAccountView>;

/** A listen that was sent, or is on its way. */
export interface SentListenView {
  id: string;
  /** Artist and title. */
  text: string;
  at: number;
  status: "waiting" | "sending" | "sent" | "unsure" | "failed";
  details: string | null;
}

/** The user's own token, from their settings at ListenBrainz. */
export const StoreListenBrainzInput = z.object({
  token: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[\w-]+$/)),
});
export type StoreListenBrainzInput = z.infer<typeof StoreListenBrainzInput>;

/** Opened in a popup to begin; then Last.fm returns here with `token`. */
export const LinkLastFmQuery = z.object({
  popup: z.optional(z.string().check(z.maxLength(10))),
  token: z.optional(z.string().check(z.maxLength(2_000))),
});
export type LinkLastFmQuery = z.infer<typeof LinkLastFmQuery>;

/** `code`: as in the address of the popup at the end. It is ours, and works once, in the session that began. */
export const StoreLastFmInput = z.object({ code: z.string().check(z.minLength(1), z.maxLength(4_000)) });
export type StoreLastFmInput = z.infer<typeof StoreLastFmInput>;

export const PauseListensInput = z.object({ social: z.enum(listenParties), isPaused: z.boolean() });
export type PauseListensInput = z.infer<typeof PauseListensInput>;
