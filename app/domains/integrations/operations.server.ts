import type { AppContext } from "#app/context.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { ConnectedAccountsView } from "./contract.ts";

/**
 * The accounts on other services that the viewer has linked. No instance can have keys of either service yet, so
 * neither is configured and nothing is linked. Throws `authorization`.
 */
export async function getConnectedAccounts(ctx: AppContext): Promise<ConnectedAccountsView> {
  requireViewer(ctx);
  return {
    mixcloud: false,
    mixcloudTags: [],
    mixcloudPhoto: null,
    twitter: false,
    tweetLive: false,
    tweetBookings: false,
    isConfigured: { mixcloud: false, twitter: false },
  };
}
