/**
 * Logging in to Spotify, in a popup: it begins here, goes to Spotify, returns here, and ends at a page of ours, which
 * passes the tokens to the page that opened it. Nothing of it is stored on the server.
 */
import * as z from "zod/mini";
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { requireClientRate, requireRate } from "#app/domains/people/accounts/rates.server.ts";
import { randomText } from "#app/domains/people/accounts/token.ts";
import { linkMs } from "#app/domains/people/integrations/popup-link.server.ts";
import { connectSpotify, type Spotify } from "#app/domains/people/integrations/spotify/client.ts";
import { tokenPurpose } from "#app/domains/people/integrations/token-purpose.ts";
import { AppError } from "#app/errors.ts";
import type { RefreshSpotifyInput, SpotifyLogInQuery, SpotifyTokensView } from "./contract.ts";
import { tokensPath } from "./popup-message.ts";

const party = "spotify";
const begunPurpose = "spotify-log-in-begun";
const failedPath = "/music-token/error";
const unpaidPath = "/music-token/subscriptionerror";
const rates = {
  begin: { max: 20, perMs: 3_600_000 },
  /** A token lasts an hour; several tabs may each ask. */
  refresh: { max: 30, perMs: 3_600_000 },
} as const;

/** `session`: null for a signed-out listener, whose browser alone has the cookie. */
const Begun = z.object({ state: z.string(), session: z.nullable(z.string()), at: z.number() });

/** Returns Spotify's address, and what the browser keeps until it returns. Throws `not-found`, `rate-limited`. */
export async function beginLogIn(ctx: AppContext): Promise<{ address: string; begun: string }> {
  const spotify = requireSpotify(ctx);
  await requireClientRate(ctx, "spotify-log-in", rates.begin);
  const state = randomText(24);
  const session = ctx.viewer?.sessionHash ?? null;
  const begun = await ctx.vault.seal(JSON.stringify({ state, session, at: ctx.clock.now() }), begunPurpose);
  return { address: spotify.authorizeAddress(state), begun };
}

/**
 * The browser returned from Spotify. Returns the path of the page that tells the opener: tokens, or what is wrong.
 * Throws `not-found`.
 */
export async function endLogIn(
  ctx: AppContext,
  { code, state }: SpotifyLogInQuery,
  begun: string | null,
): Promise<string> {
  const spotify = requireSpotify(ctx);
  const isOurs = state !== undefined && (await openBegun(ctx, begun))?.state === state;
  if (!isOurs || code === undefined) return failedPath;
  const tokens = await spotify.exchange(code);
  if (tokens.is !== "tokens" || tokens.refresh === null) {
    ctx.log.warn("spotify-log-in-failed", { reason: tokens.is === "failed" ? tokens.reason : "no token" });
    return failedPath;
  }
  const subscription = await spotify.subscriptionOf(tokens.access);
  if (subscription === "none") return unpaidPath;
  if (subscription === "refused") {
    ctx.log.warn("spotify-log-in-failed", { reason: "not a user of this app" });
    return failedPath;
  }
  return tokensPath(tokens.access, await sealRefresh(ctx, tokens.refresh));
}

/** Returns new tokens; none where Spotify no longer accepts the old one. Throws `not-found`, `unavailable`, `rate-limited`. */
export async function refreshTokens(
  ctx: AppContext,
  { refresh }: RefreshSpotifyInput,
): Promise<SpotifyTokensView> {
  const { id } = requireViewer(ctx);
  const spotify = requireSpotify(ctx);
  await requireRate(ctx, `spotify-refresh:${id}`, rates.refresh);
  const known = await openRefresh(ctx, refresh);
  const answer = known === null ? null : await spotify.refresh(known);
  if (known === null || answer === null || answer.is === "refused")
    return { access: null, refresh: null, error: "invalid_grant" };
  if (answer.is === "failed") {
    ctx.log.warn("spotify-refresh-failed", { reason: answer.reason });
    throw new AppError("unavailable");
  }
  return { access: answer.access, refresh: await sealRefresh(ctx, answer.refresh ?? known) };
}

async function openBegun(
  ctx: Pick<AppContext, "clock" | "vault" | "viewer">,
  sealed: string | null,
): Promise<z.infer<typeof Begun> | null> {
  try {
    const begun = Begun.parse(JSON.parse(await ctx.vault.open(sealed ?? "", begunPurpose)));
    const isThisSession = begun.session === (ctx.viewer?.sessionHash ?? null);
    return isThisSession && Math.abs(ctx.clock.now() - begun.at) < linkMs ? begun : null;
  } catch {
    return null;
  }
}

const sealRefresh = (ctx: AppContext, token: string): Promise<string> =>
  ctx.vault.seal(token, tokenPurpose(party, ctx.viewer?.id ?? ""));

/** The token of this user, or of someone who logged in to Spotify before they signed in here; null for any other. */
async function openRefresh(
  ctx: Pick<AppContext, "vault" | "viewer">,
  sealed: string,
): Promise<string | null> {
  for (const owner of [requireViewer(ctx).id, ""]) {
    const token = await ctx.vault.open(sealed, tokenPurpose(party, owner)).catch(() => null);
    if (token !== null) return token;
  }
  return null;
}

function requireSpotify({ connect, clock }: Pick<AppContext, "clock" | "connect">): Spotify {
  const connection = connect(party);
  if (connection === null) throw new AppError("not-found");
  return connectSpotify(connection, clock);
}
