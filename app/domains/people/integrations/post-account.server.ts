/** The account of a person at a service to which their posts go: one of each. */
import type { AppContext } from "#app/context.ts";
import {
  type AccountParty,
  deletePostTarget,
  findPostAccount,
  savePostTarget,
} from "#app/domains/outside/posts/queries/post-settings.ts";
import type { PostTarget } from "#app/domains/outside/posts/queries/post-targets.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { Connection } from "./elsewhere.ts";
import { tokenPurpose } from "./token-purpose.ts";

/** Ends our access at the service, as far as it can be reached. `secret`: what was sealed, parsed. */
type Revoke = (connection: Connection, secret: unknown) => Promise<void>;

/** Links the viewer's account; our access to one that was linked before is ended. */
export async function linkPostAccount(
  ctx: AppContext,
  { party, name, host, secret }: Pick<PostTarget, "name" | "host"> & { party: AccountParty; secret: object },
  revoke: Revoke,
): Promise<void> {
  const { id: userId } = requireViewer(ctx);
  const before = await findPostAccount(ctx.db, userId, party);
  const sealed = await ctx.vault.seal(JSON.stringify(secret), tokenPurpose(party, userId));
  await savePostTarget(ctx.db, {
    id: before?.id ?? ctx.ids.next(),
    owner: `user/${userId}`,
    party,
    name,
    host,
    secret: sealed,
    linkedAt: ctx.clock.now(),
  });
  if (before !== undefined) await tryToRevoke(ctx, before, revoke);
}

/** Deletes the viewer's account here, ends what waits for it, and ends our access there. */
export async function unlinkPostAccount(ctx: AppContext, party: AccountParty, revoke: Revoke): Promise<void> {
  const { id: userId } = requireViewer(ctx);
  const target = await findPostAccount(ctx.db, userId, party);
  if (target === undefined) return;
  await deletePostTarget(ctx.db, target.id);
  await ctx.deliveries.of(`user/${userId}`).forgetTarget(target.id);
  await tryToRevoke(ctx, target, revoke);
}

async function tryToRevoke(
  { connect, vault, log }: Pick<AppContext, "connect" | "log" | "vault">,
  { id, party, userId, secret }: PostTarget,
  revoke: Revoke,
): Promise<void> {
  const connection = connect(party);
  if (connection === null) return;
  try {
    await revoke(connection, JSON.parse(await vault.open(secret, tokenPurpose(party, userId ?? ""))));
  } catch (error) {
    // It was sealed with another key of the instance. The name alone: a message may contain what was opened.
    log.warn("post-account-not-revoked", { party, id, reason: error instanceof Error ? error.name : "" });
  }
}
