/** Linking of an account at X, in a popup. */
import * as z from "zod/mini";
import type { AppContext } from "#app/context.ts";
import {
  findPostAccount,
  savePostTarget,
  updatePostTarget,
} from "#app/domains/outside/posts/queries/post-settings.ts";
import { AppError } from "#app/errors.ts";
import { requireViewer } from "../../accounts/guards.ts";
import type { LinkedAccountView } from "../contract.ts";
import { openBegun, redeemReturned, sealBegun, sealReturned, takeLinkAttempt } from "../popup-link.server.ts";
import { requireParty } from "../require-party.ts";
import { tokenPurpose } from "../token-purpose.ts";
import { TwitterSecret } from "./client.ts";
import type { LinkTwitterQuery, StoreTwitterInput } from "./contract.ts";
import { connectTwitterLinking, TwitterFault, type TwitterLinking } from "./linking.ts";
import { openSecret, revoke } from "./unlink.server.ts";

const party = "twitter";
/** `of`: the token that it belongs to. */
const Verifier = z.object({ verifier: z.string(), of: z.string() });

/**
 * Returns X's address, and what the browser keeps until it returns; null where X does not begin. Throws `not-found`,
 * `rate-limited`.
 */
export async function beginTwitterLink(ctx: AppContext): Promise<{ address: string; begun: string } | null> {
  requireViewer(ctx);
  const twitter = requireTwitter(ctx);
  await takeLinkAttempt(ctx);
  const begun = await orNull(ctx, twitter.requestToken());
  if (begun === null) return null;
  return { address: twitter.authorizeAddress(begun), begun: await sealBegun(ctx, party, begun) };
}

/**
 * The browser returned from X. Returns the handles for `storeTwitter`; null where its owner refused, or where this
 * session did not begin it.
 */
export async function returnFromTwitter(
  ctx: AppContext,
  { oauth_token: token, oauth_verifier: verifier }: LinkTwitterQuery,
  sealed: string | null,
): Promise<{ token: string; secret: string } | null> {
  const begun = await openBegun(ctx, party, { sealed, schema: TwitterSecret });
  if (begun === null || verifier === undefined || token !== begun.token) return null;
  return {
    token: await sealReturned(ctx, party, begun),
    secret: await sealReturned(ctx, party, { verifier, of: begun.token }),
  };
}

/** Links the account. Throws `link-failed`. */
export async function storeTwitter(ctx: AppContext, input: StoreTwitterInput): Promise<LinkedAccountView> {
  const { id: userId } = requireViewer(ctx);
  const twitter = requireTwitter(ctx);
  const begun = await redeemReturned(ctx, party, { handle: input.token, schema: TwitterSecret });
  const { verifier, of } = await redeemReturned(ctx, party, { handle: input.secret, schema: Verifier });
  const account = of === begun.token ? await orNull(ctx, twitter.accessToken(begun, verifier)) : null;
  if (account === null) throw new AppError("link-failed");
  await save(ctx, userId, account);
  return { name: account.name, isRefused: false };
}

async function save(
  ctx: AppContext,
  userId: string,
  { name, ...secret }: z.infer<typeof TwitterSecret> & { name: string },
): Promise<void> {
  const before = await findPostAccount(ctx.db, userId, party);
  const { id } = await savePostTarget(ctx.db, {
    id: ctx.ids.next(),
    owner: `user/${userId}`,
    party,
    name,
    host: null,
    secret: await ctx.vault.seal(JSON.stringify(secret), tokenPurpose(party, userId)),
    linkedAt: ctx.clock.now(),
  });
  // X wants people to agree to what is posted for them, and posts cost the operator: they switch it on themselves.
  if (before === undefined) await updatePostTarget(ctx.db, id, { onLive: false });
  // For the same account X returns the same token, which is the one that is needed now.
  else if ((await openSecret(ctx, before))?.token !== secret.token) await revoke(ctx, before);
}

async function orNull<Result>(ctx: Pick<AppContext, "log">, step: Promise<Result>): Promise<Result | null> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof TwitterFault)) throw error;
    ctx.log.warn("twitter-link-failed", { reason: error.message });
    return null;
  }
}

const requireTwitter = (ctx: AppContext): TwitterLinking =>
  connectTwitterLinking(requireParty(ctx, party), ctx.clock);
