import type { AppContext } from "#app/context.ts";
import { getConnectedAccounts } from "#app/domains/people/integrations/operations.server.ts";
import { getPerformerProfile } from "#app/domains/people/people/my-profile.server.ts";

/** The initial upload choice of a performer's own booking. */
export async function openUploadChoice(
  ctx: Pick<AppContext, "connect" | "db" | "viewer">,
): Promise<{ isLinked: boolean; isDefault: boolean }> {
  const [accounts, profile] = await Promise.all([getConnectedAccounts(ctx), getPerformerProfile(ctx)]);
  return { isLinked: accounts.mixcloud, isDefault: profile.mixcloudUpload };
}
