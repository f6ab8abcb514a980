/**
 * How an account at Mixcloud is linked, in a popup: it begins here, goes to the service, returns here, and ends at an
 * address with a code of ours. Only the session that began can use that code, once; the service's own code never
 * leaves the server.
 */
import * as z from "zod/mini";
import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { saveLinkedAccount } from "#db/queries/linked-accounts.ts";
import { requireViewer } from "../accounts/guards.ts";
import { hashToken, randomText } from "../accounts/token.ts";
import type { LinkedAccountView, LinkMixcloudQuery, StoreMixcloudInput } from "./contract.ts";
import { type Mixcloud, MixcloudFault } from "./mixcloud/port.ts";
import { toLinkedAccountView } from "./operations.server.ts";

/** From the popup's opening to its end. */
export const linkMs = 10 * 60_000;
const rate = { max: 20, perMs: 3_600_000 } as const;

const purposes = { begun: "mixcloud-link-begun", returned: "mixcloud-link-returned" } as const;

const Begun = z.object({ session: z.string(), at: z.number(), state: z.string() });
const Returned = z.object({ session: z.string(), at: z.number(), code: z.string() });

/** What a token is sealed for: a row that is copied to another user cannot be opened. */
export const tokenPurpose = (userId: string): string => `mixcloud-token:${userId}`;

/** Returns the service's address, and what the browser keeps until it returns. Throws `not-found`, `rate-limited`. */
export async function beginLink(ctx: AppContext): Promise<{ address: string; begun: string }> {
  const { id, sessionHash: session } = requireViewer(ctx);
  const mixcloud = requireMixcloud(ctx);
  requireOk(await ctx.limits.take(`link:${id}`, rate));
  const state = randomText(24);
  const begun = JSON.stringify({ session, at: ctx.clock.now(), state });
  return { address: mixcloud.authorizeAddress(state), begun: await ctx.vault.seal(begun, purposes.begun) };
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
  const { sessionHash: session } = requireViewer(ctx);
  const known = begun === null ? null : await openSealed(ctx, begun, { schema: Begun, for: purposes.begun });
  const isOurs = known !== null && known.session === session && isFresh(ctx, known.at);
  if (!isOurs || code === undefined || (state !== undefined && state !== known.state)) return null;
  return ctx.vault.seal(JSON.stringify({ session, at: ctx.clock.now(), code }), purposes.returned);
}

/** Links the account. Throws `link-failed`. */
export async function storeMixcloud(ctx: AppContext, input: StoreMixcloudInput): Promise<LinkedAccountView> {
  const { id: userId, sessionHash } = requireViewer(ctx);
  const mixcloud = requireMixcloud(ctx);
  const known = await openSealed(ctx, input.code, { schema: Returned, for: purposes.returned });
  if (known === null || known.session !== sessionHash || !isFresh(ctx, known.at))
    throw new AppError("link-failed");
  if (!(await ctx.limits.once(`link-code:${await hashToken(input.code)}`, linkMs)))
    throw new AppError("link-failed");
  const { token, name } = await readAccount(ctx, mixcloud, known.code);
  const sealed = await ctx.vault.seal(token, tokenPurpose(userId));
  const linkedAt = ctx.clock.now();
  await saveLinkedAccount(ctx.db, { userId, party: "mixcloud", name, token: sealed, linkedAt });
  return toLinkedAccountView({ name, refusedAt: null });
}

async function readAccount(ctx: AppContext, mixcloud: Mixcloud, code: string) {
  try {
    const token = await mixcloud.exchange(code);
    return { token, name: (await mixcloud.account(token)).username };
  } catch (error) {
    if (!(error instanceof MixcloudFault)) throw error;
    ctx.log.warn("mixcloud-link-failed", { reason: error.message });
    throw new AppError("link-failed");
  }
}

function requireMixcloud({ mixcloud }: AppContext): Mixcloud {
  if (mixcloud === null) throw new AppError("not-found");
  return mixcloud;
}

const isFresh = (ctx: AppContext, at: number) => Math.abs(ctx.clock.now() - at) < linkMs;

/** What we sealed for this purpose; null for anything else. */
async function openSealed<Schema extends z.ZodMiniType>(
  ctx: AppContext,
  sealed: string,
  { schema, for: purpose }: { schema: Schema; for: string },
): Promise<z.output<Schema> | null> {
  try {
    return schema.parse(JSON.parse(await ctx.vault.open(sealed, purpose)));
  } catch {
    return null;
  }
}
