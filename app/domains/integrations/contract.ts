import * as z from "zod/mini";

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
