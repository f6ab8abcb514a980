import type { AppContext } from "#app/context.ts";
import { getToggles } from "#app/domains/accounts/toggles.server.ts";
import { getConnectedAccounts } from "#app/domains/integrations/operations.server.ts";

/** With which choice about its upload a booking starts. */
export async function openUploadChoice(ctx: AppContext): Promise<{ isLinked: boolean; isDefault: boolean }> {
  const [accounts, toggles] = await Promise.all([getConnectedAccounts(ctx), getToggles(ctx)]);
  return { isLinked: accounts.mixcloud, isDefault: toggles.mixcloudPersonal };
}
