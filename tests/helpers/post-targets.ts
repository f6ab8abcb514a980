/** Accounts and channels to which posts go, linked without their services. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { createVault } from "#app/domains/accounts/security/vault.ts";
import type { OwnerPath } from "#app/domains/deliveries/port.ts";
import { tokenPurpose } from "#app/domains/integrations/token-purpose.ts";
import { openDb } from "#db/client.ts";
import { type PostSettings, savePostTarget, updatePostTarget } from "#db/queries/post-settings.ts";
import type { PostTarget } from "#db/queries/post-targets.ts";

/** `secret`: what the service's client gets. */
export async function linkChannel(
  {
    owner,
    party = "discord",
    id = ulid(),
    name = "#live",
    secret = { token: "a token" },
  }: { owner: OwnerPath; party?: PostTarget["party"]; id?: string; name?: string; secret?: unknown },
  settings: Partial<PostSettings> = {},
): Promise<PostTarget> {
  const db = openDb(env.DB);
  const purpose = tokenPurpose(party, owner.startsWith("user/") ? owner.slice("user/".length) : owner);
  const sealed = await createVault(env.CUE_SECRET ?? "").seal(JSON.stringify(secret), purpose);
  const target = { id, owner, party, name, host: null, secret: sealed, linkedAt: Date.now() };
  const row = await savePostTarget(db, target);
  return (await updatePostTarget(db, row.id, settings)) ?? row;
}
