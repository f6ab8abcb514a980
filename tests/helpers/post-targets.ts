/** Accounts and channels to which posts go, linked without their services. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import {
  type PostSettings,
  savePostTarget,
  updatePostTarget,
} from "#app/domains/outside/posts/queries/post-settings.ts";
import type { PostTarget } from "#app/domains/outside/posts/queries/post-targets.ts";
import { createVault } from "#app/domains/people/accounts/security/vault.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { tokenPurpose } from "#app/domains/people/integrations/token-purpose.ts";
import { openDb } from "#db/client.ts";

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
