import * as z from "zod/mini";
import { paragraphs } from "#app/domains/base/text/fields.ts";

/** Opened in a popup to begin; then X returns here with what it adds. */
export const LinkTwitterQuery = z.object({
  popup: z.optional(z.string().check(z.maxLength(10))),
  oauth_token: z.optional(z.string().check(z.maxLength(500))),
  oauth_verifier: z.optional(z.string().check(z.maxLength(500))),
  /** The account's owner refused. */
  denied: z.optional(z.string().check(z.maxLength(500))),
});
export type LinkTwitterQuery = z.infer<typeof LinkTwitterQuery>;

const handle = z.string().check(z.minLength(1), z.maxLength(4_000));

/**
 * Handles from the address of the popup at the end. They are ours, and work once, together, in the session that began.
 */
export const StoreTwitterInput = z.object({ token: handle, secret: handle });
export type StoreTwitterInput = z.infer<typeof StoreTwitterInput>;

/** A boolean switches these posts; a text is what they say, an empty one the default. */
const posts = z.union([z.boolean(), paragraphs(1_000)]);

/** Only what is given changes. */
export const UpdateTwitterInput = z.object({
  tweetLive: z.optional(posts),
  tweetBookings: z.optional(posts),
});
export type UpdateTwitterInput = z.infer<typeof UpdateTwitterInput>;
