/**
 * Linking an account in a popup: it begins here, goes to the service, returns here, and ends at an address with a
 * handle of ours. Only the session that began can use that handle, once; what the service returned never leaves the
 * server in the clear.
 */
import * as z from "zod/mini";
import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { requireViewer } from "../accounts/guards.ts";
import { hashToken } from "../accounts/token.ts";
import type { Party } from "./elsewhere.ts";

/** Time from the popup's opening to its end. */
export const linkMs = 10 * 60_000;
const rate = { max: 20, perMs: 3_600_000 } as const;

type Step = "begun" | "returned";
const Sealed = z.object({ session: z.string(), at: z.number(), kept: z.unknown() });

/** Limits how often a person may begin. Throws `authorization`, `rate-limited`. */
export async function takeLinkAttempt(ctx: Pick<AppContext, "limits" | "viewer">): Promise<void> {
  requireOk(await ctx.limits.take(`link:${requireViewer(ctx).id}`, rate));
}

/** Returns what the browser keeps, sealed and bound to this session, until the service returns. Throws `authorization`. */
export const sealBegun = (ctx: AppContext, party: Party, kept: unknown): Promise<string> =>
  seal(ctx, `${party}-link-begun`, kept);

/** Returns what was kept; null where this session did not begin it, or too long ago. */
export const openBegun = <Schema extends z.ZodMiniType>(
  ctx: AppContext,
  party: Party,
  { sealed, schema }: { sealed: string | null; schema: Schema },
): Promise<z.output<Schema> | null> => open(ctx, party, { step: "begun", sealed, schema });

/** Returns the handle that ends the popup. Throws `authorization`. */
export const sealReturned = (ctx: AppContext, party: Party, kept: unknown): Promise<string> =>
  seal(ctx, `${party}-link-returned`, kept);

/** Returns the content of a handle. Throws `link-failed` for any but one of this session that was not used before. */
export async function redeemReturned<Schema extends z.ZodMiniType>(
  ctx: AppContext,
  party: Party,
  { handle, schema }: { handle: string; schema: Schema },
): Promise<z.output<Schema>> {
  const kept = await open(ctx, party, { step: "returned", sealed: handle, schema });
  if (kept === null || !(await ctx.limits.once(`link-code:${await hashToken(handle)}`, linkMs)))
    throw new AppError("link-failed");
  return kept;
}

function seal(
  ctx: Pick<AppContext, "clock" | "vault" | "viewer">,
  purpose: string,
  kept: unknown,
): Promise<string> {
  const { sessionHash: session } = requireViewer(ctx);
  return ctx.vault.seal(JSON.stringify({ session, at: ctx.clock.now(), kept }), purpose);
}

async function open<Schema extends z.ZodMiniType>(
  ctx: Pick<AppContext, "clock" | "vault" | "viewer">,
  party: Party,
  { step, sealed, schema }: { step: Step; sealed: string | null; schema: Schema },
): Promise<z.output<Schema> | null> {
  const { sessionHash } = requireViewer(ctx);
  if (sealed === null) return null;
  try {
    const text = await ctx.vault.open(sealed, `${party}-link-${step}`);
    const { session, at, kept } = Sealed.parse(JSON.parse(text));
    const isOurs = session === sessionHash && Math.abs(ctx.clock.now() - at) < linkMs;
    return isOurs ? schema.parse(kept) : null;
  } catch {
    return null;
  }
}
