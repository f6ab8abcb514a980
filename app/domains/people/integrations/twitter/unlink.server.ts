/** The end of our access to an account at X. */
import type { AppContext } from "#app/context.ts";
import { deletePostTarget, findPostAccount } from "#app/domains/outside/posts/queries/post-settings.ts";
import type { PostTarget } from "#app/domains/outside/posts/queries/post-targets.ts";
import { tokenPurpose } from "../token-purpose.ts";
import { TwitterSecret } from "./client.ts";
import { connectTwitterLinking } from "./linking.ts";
import type { TwitterToken } from "./signed.ts";

const party = "twitter";

/** Deletes the account with its settings, and revokes its token. Nothing happens where none is linked. */
export async function unlinkTwitter(ctx: AppContext, userId: string): Promise<void> {
  const target = await findPostAccount(ctx.db, userId, party);
  if (target === undefined) return;
  await deletePostTarget(ctx.db, target.id);
  await ctx.deliveries.of(`user/${userId}`).forgetTarget(target.id);
  await revoke(ctx, target);
}

/** Ends our access at X as far as X can be reached. */
export async function revoke(ctx: AppContext, target: PostTarget): Promise<void> {
  const connection = ctx.connect(party);
  const token = await openSecret(ctx, target);
  if (connection === null || token === null || target.refusedAt !== null) return;
  if (!(await connectTwitterLinking(connection, ctx.clock).invalidate(token)))
    ctx.log.warn("twitter-not-revoked", { user: target.userId });
}

/** Null where it cannot be opened, after a change of this instance's secret. */
export async function openSecret(
  { vault }: Pick<AppContext, "vault">,
  { secret, userId }: PostTarget,
): Promise<TwitterToken | null> {
  try {
    return TwitterSecret.parse(JSON.parse(await vault.open(secret, tokenPurpose(party, userId ?? ""))));
  } catch {
    return null;
  }
}
