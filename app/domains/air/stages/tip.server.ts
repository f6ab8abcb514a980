import type { AppContext, Viewer } from "#app/context.ts";
import { type OpenRoom, openRoom } from "#app/domains/air/stages/open-room.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import type { TipInput, TipView } from "#app/domains/value/tokens/contract/tokens.ts";
import type { TipOrder, TipPerson } from "#app/domains/value/tokens/port.ts";
import { findTipPerson, hasBlockBetween } from "#app/domains/value/tokens/queries/tips.ts";
import { ensureWallet, walletOf } from "#app/domains/value/tokens/wallet-of.server.ts";
import { AppError, type Refusal, requireOk } from "#app/errors.ts";
import { hashLines } from "#packages/ledger/chain.ts";

/** Several times what the wallet accepts: a browser that repeats an unanswered tip is never refused by it. */
const rate = { max: 60, perMs: 60_000 };

/**
 * Tokens from the viewer to whom they heard. The sender's wallet decides, once for each id: what is refused here is
 * also its answer, so that a repeated request gets the first answer whatever has changed since.
 *
 * Throws `authorization`, `rate-limited`, `bad-input`, `tip-unverified`, `not-found`, `not-live`, `performer-changed`,
 * `tip-self`, `not-welcome`, `tokens-short`, `tip-limit`, `wallet-frozen`, `device-refused`, `key-reused`.
 */
export async function tip(ctx: AppContext, input: TipInput): Promise<TipView> {
  const viewer = requireViewer(ctx);
  const device = readDevice(input);
  requireOk(await ctx.limits.take(`tip:${viewer.id}`, rate));
  const [from, wallet] = await Promise.all([findTipPerson(ctx.db, viewer.id), walletOf(ctx, viewer.id)]);
  if (from === undefined) throw new AppError("authorization");
  // Where no email can be sent, no one can have confirmed theirs.
  const mayTip = from.isVerified || !ctx.config.canSendEmail;
  const target = mayTip ? await findTarget(ctx, viewer, input) : refusal("tip-unverified");
  if (wallet === null) throw new AppError(target.ok ? "tokens-short" : target.code);
  const answer = await wallet.live.tip({
    id: input.id,
    amount: input.amount,
    content: contentOf(input),
    isHidden: input.isHidden ?? false,
    from: toTipPerson(from),
    target,
    device,
  });
  if (!answer.ok) throw new AppError(answer.code, { retryAfterMs: answer.retryAfterMs });
  const { transfer, amount, balance, at } = answer;
  return { tip: transfer, amount, balance, at };
}

/**
 * Returns the fields that the client named, and that must be the same where an id is repeated: as a hash, because it is
 * kept for ever.
 */
function contentOf({ amount, room, dj, performer, isHidden }: TipInput): string {
  return hashLines(["tip", amount, room ?? "", dj ?? "", performer, isHidden ? "hidden" : ""]);
}

function readDevice({ device, signature, signedAt }: TipInput): TipOrder["device"] {
  if (device == null && signature == null && signedAt == null) return null;
  if (device == null || signature == null || signedAt == null) throw new AppError("bad-input");
  return { id: device, signature, at: signedAt };
}

/**
 * Returns the performer who is heard, and their wallet; or why it cannot be sent. Throws where that cannot be found out
 * now.
 */
async function findTarget(ctx: AppContext, viewer: Viewer, input: TipInput): Promise<TipOrder["target"]> {
  const room = await findRoom(ctx, input);
  if ("code" in room) return room;
  const heard = await room.live.tipTarget({
    userId: viewer.id,
    performer: input.performer,
    playId: input.trackHistory ?? null,
    mediaAt: input.mediaAt ?? null,
  });
  if (!heard.ok) return heard;
  const { performerId, place } = heard;
  const [to, isBlocked] = await Promise.all([
    findTipPerson(ctx.db, performerId),
    hasBlockBetween(ctx.db, viewer.id, performerId),
  ]);
  if (isBlocked) return refusal("not-welcome");
  // A profile is also a page of those who never perform.
  if (to === undefined || !to.isPerformer) return refusal("not-live");
  const { row } = await ensureWallet(ctx, performerId);
  return { ok: true, wallet: row.id, to: toTipPerson(to), place };
}

async function findRoom(ctx: Pick<AppContext, "db" | "rooms">, input: TipInput): Promise<OpenRoom | Refusal> {
  try {
    return await openRoom(ctx, input);
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return refusal("not-found");
    throw error;
  }
}

const refusal = (code: Refusal["code"]): Refusal => ({ ok: false, code });

const toTipPerson = ({ userId, username, badge }: TipPerson): TipPerson => ({ userId, username, badge });
