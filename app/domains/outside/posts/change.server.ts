/** Changes what is posted, and ends posting. */
import type { AppContext } from "#app/context.ts";
import { partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import { AppError } from "#app/errors.ts";
import { voiceOf } from "./compose.server.ts";
import type { PostTargetInput, PostTargetView, UpdatePostTargetInput } from "./contract.ts";
import { storedText } from "./default-texts.ts";
import { deletePostTarget, type PostSettings, updatePostTarget } from "./queries/post-settings.ts";
import { openSecret, toolsFor } from "./send.server.ts";
import { listViewsOf, type OwnTarget, requireOwnTarget, toPostTargetView } from "./targets.server.ts";
import { textProblem } from "./text-problem.ts";

/** Throws `authorization`, `not-found`, `post-text`, and `bad-input` where the service cannot change posts. */
export async function updateTarget(
  ctx: AppContext,
  { target, ...input }: UpdatePostTargetInput,
): Promise<PostTargetView> {
  const own = await requireOwnTarget(ctx, { target });
  const change = decideChange(own, input, ctx.clock.now());
  const row = await updatePostTarget(ctx.db, target, change);
  if (row === undefined) throw new AppError("not-found");
  if (!row.onLive && !row.onBooking) await ctx.deliveries.of(own.path).forgetTarget(target);
  return toPostTargetView(ctx, row);
}

function decideChange(
  { row, owner, service }: OwnTarget,
  { liveText, bookingText, ...toggles }: Omit<UpdatePostTargetInput, "target">,
  now: number,
): Partial<PostSettings> {
  if (toggles.isEditedAtEnd && !service.canEdit) {
    const message = `${partyNames[row.party]} cannot change a post that was sent.`;
    throw new AppError("bad-input", { message });
  }
  const voice = voiceOf(row);
  const stored = {
    ...(liveText !== undefined && { liveText: storedText(voice, "live", liveText) }),
    ...(bookingText !== undefined && { bookingText: storedText(voice, "booking", bookingText) }),
  };
  const hasLink = toggles.hasLink ?? row.hasLink;
  // With a link there is less room for a text that was saved without one.
  const checked = hasLink === row.hasLink ? stored : { ...row, ...stored };
  for (const text of [checked.liveText, checked.bookingText]) {
    const about = { party: row.party, owner: { kind: owner.kind, name: owner.name }, hasLink, now };
    const message = textProblem(text ?? "", service.limit, about);
    if (message !== null) throw new AppError("post-text", { message });
  }
  return { ...toggles, ...stored };
}

/**
 * Deletes a target with its secret, and ends our access at its service where that is possible. Returns the owner's other
 * targets. Throws `authorization`, `not-found`.
 */
export async function removeTarget(ctx: AppContext, input: PostTargetInput): Promise<PostTargetView[]> {
  const own = await requireOwnTarget(ctx, input);
  if (!(await deletePostTarget(ctx.db, own.row.id))) throw new AppError("not-found");
  await ctx.deliveries.of(own.path).forgetTarget(own.row.id);
  ctx.afterAnswer("revoke-post-target", () => revoke(ctx, own));
  return listViewsOf(ctx, own.path);
}

async function revoke(ctx: AppContext, { row, service, connection }: OwnTarget): Promise<void> {
  if (service.revoke === undefined) return;
  try {
    await service.revoke(connection, await openSecret(ctx, row), toolsFor(ctx, row));
  } catch (error) {
    const reason = error instanceof Error ? error.name : typeof error;
    ctx.log.warn("post-target-not-revoked", { party: row.party, target: row.id, reason });
  }
}
