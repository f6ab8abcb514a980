/** Linking of the accounts on which people keep their listens. */
import * as z from "zod/mini";
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import { authorizeAddress, exchange } from "#app/domains/people/integrations/lastfm/client.ts";
import { checkToken } from "#app/domains/people/integrations/listenbrainz/client.ts";
import {
  openBegun,
  redeemReturned,
  sealBegun,
  sealReturned,
  takeLinkAttempt,
} from "#app/domains/people/integrations/popup-link.server.ts";
import { saveLinkedAccount } from "#app/domains/people/integrations/queries/linked-accounts.ts";
import { tokenPurpose } from "#app/domains/people/integrations/token-purpose.ts";
import { AppError } from "#app/errors.ts";
import type { ListenAccountView, ListenParty, StoreLastFmInput, StoreListenBrainzInput } from "./contract.ts";

/** Links the account of this token. Throws `not-found`, `rate-limited`, `listens-token`, `service-silent`. */
export async function storeListenBrainz(
  ctx: AppContext,
  { token }: StoreListenBrainzInput,
): Promise<ListenAccountView> {
  const service = requireService(ctx, "listenbrainz");
  await takeLinkAttempt(ctx);
  const account = await checkToken(service, token);
  if (account === "refused") throw new AppError("listens-token");
  if (account === "unreachable") throw new AppError("service-silent");
  return save(ctx, "listenbrainz", { name: account.name, token });
}

/** Returns the service's address, and what the browser keeps until it returns. Throws `not-found`, `rate-limited`. */
export async function beginLastFm(ctx: AppContext): Promise<{ address: string; begun: string }> {
  const service = requireService(ctx, "lastfm");
  await takeLinkAttempt(ctx);
  return { address: authorizeAddress(service), begun: await sealBegun(ctx, "lastfm", true) };
}

/** The browser returned from Last.fm. Returns the code for `storeLastFm`; null where this session did not begin it. */
export async function returnFromLastFm(
  ctx: AppContext,
  token: string,
  begun: string | null,
): Promise<string | null> {
  const isOurs = await openBegun(ctx, "lastfm", { sealed: begun, schema: z.literal(true) });
  return isOurs === null ? null : sealReturned(ctx, "lastfm", token);
}

/** Links the account. Throws `not-found`, `link-failed`. */
export async function storeLastFm(ctx: AppContext, { code }: StoreLastFmInput): Promise<ListenAccountView> {
  const service = requireService(ctx, "lastfm");
  const token = await redeemReturned(ctx, "lastfm", { handle: code, schema: z.string() });
  const session = await exchange(service, token);
  if (session === null) throw new AppError("link-failed");
  return save(ctx, "lastfm", { name: session.name, token: session.key });
}

/** Throws `authorization`, and `not-found` where the service is off here. */
function requireService(ctx: Pick<AppContext, "connect" | "viewer">, party: ListenParty): Connection {
  requireViewer(ctx);
  const service = ctx.connect(party);
  if (service === null) throw new AppError("not-found");
  return service;
}

async function save(
  ctx: AppContext,
  party: ListenParty,
  { name, token }: { name: string; token: string },
): Promise<ListenAccountView> {
  const { id: userId } = requireViewer(ctx);
  const sealed = await ctx.vault.seal(token, tokenPurpose(party, userId));
  await saveLinkedAccount(ctx.db, { userId, party, name, token: sealed, linkedAt: ctx.clock.now() });
  return { name, isRefused: false, isPaused: false };
}
