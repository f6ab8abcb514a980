/** Linking of an account at Mixcloud, in a popup. */
import * as z from "zod/mini";
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { requireViewer } from "../accounts/guards.ts";
import { randomText } from "../accounts/token.ts";
import type { LinkedAccountView, LinkMixcloudQuery, StoreMixcloudInput } from "./contract.ts";
import { connectMixcloud } from "./mixcloud/client.ts";
import { type Mixcloud, MixcloudFault } from "./mixcloud/port.ts";
import { toLinkedAccountView } from "./operations.server.ts";
import { openBegun, redeemReturned, sealBegun, sealReturned, takeLinkAttempt } from "./popup-link.server.ts";
import { saveLinkedAccount } from "./queries/linked-accounts.ts";
import { tokenPurpose } from "./token-purpose.ts";

const party = "mixcloud";

/** Returns the service's address, and what the browser keeps until it returns. Throws `not-found`, `rate-limited`. */
export async function beginLink(ctx: AppContext): Promise<{ address: string; begun: string }> {
  requireViewer(ctx);
  const mixcloud = requireMixcloud(ctx);
  await takeLinkAttempt(ctx);
  const state = randomText(24);
  return { address: mixcloud.authorizeAddress(state), begun: await sealBegun(ctx, party, state) };
}

/**
 * The browser returned from the service. Returns the code for `storeMixcloud`; null where its owner refused, or where
 * this session did not begin it. Whether Mixcloud returns `state` is not documented: where it does, it must be ours.
 */
export async function returnFromMixcloud(
  ctx: AppContext,
  { code, state }: LinkMixcloudQuery,
  begun: string | null,
): Promise<string | null> {
  const begunState = await openBegun(ctx, party, { sealed: begun, schema: z.string() });
  if (begunState === null || code === undefined) return null;
  return state === undefined || state === begunState ? sealReturned(ctx, party, code) : null;
}

/** Links the account. Throws `link-failed`. */
export async function storeMixcloud(ctx: AppContext, input: StoreMixcloudInput): Promise<LinkedAccountView> {
  const { id: userId } = requireViewer(ctx);
  const mixcloud = requireMixcloud(ctx);
  const code = await redeemReturned(ctx, party, { handle: input.code, schema: z.string() });
  const { token, name } = await readAccount(ctx, mixcloud, code);
  const sealed = await ctx.vault.seal(token, tokenPurpose(party, userId));
  const linkedAt = ctx.clock.now();
  await saveLinkedAccount(ctx.db, { userId, party, name, token: sealed, linkedAt });
  return toLinkedAccountView({ name, refusedAt: null });
}

async function readAccount(ctx: Pick<AppContext, "log">, mixcloud: Mixcloud, code: string) {
  try {
    const token = await mixcloud.exchange(code);
    return { token, name: (await mixcloud.account(token)).username };
  } catch (error) {
    if (!(error instanceof MixcloudFault)) throw error;
    ctx.log.warn("mixcloud-link-failed", { reason: error.message });
    throw new AppError("link-failed");
  }
}

function requireMixcloud({ connect }: Pick<AppContext, "connect">): Mixcloud {
  const connection = connect(party);
  if (connection === null) throw new AppError("not-found");
  return connectMixcloud(connection);
}
