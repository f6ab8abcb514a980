import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { issueCredential, newKeyRate, toConnectionView } from "../media/connections.server.ts";
import type { StageConnectionView } from "../media/contract/encoder.ts";
import { type Credential, findCredentialOf } from "../media/queries/media.ts";
import type { StageInput } from "./contract/stages.ts";
import { logOnStage } from "./log.server.ts";
import { requireManagedStage } from "./require-stage.server.ts";

/**
 * The encoder settings of an on-demand stage; created on the first call. Throws `not-found` for a stage that the viewer
 * does not manage, `bad-input` for a booking stage: its performers connect with their own.
 */
export async function openStageConnection(ctx: AppContext, input: StageInput): Promise<StageConnectionView> {
  const stage = await requireOnDemandStage(ctx, input);
  const owner = { kind: "stage", ownerId: stage.id } as const;
  const credential =
    (await findCredentialOf(ctx.db, owner, ctx.clock.now())) ??
    (await issueCredential(ctx, owner, { streamId: stage.streamId }));
  return toStageConnectionView(ctx, credential);
}

/**
 * Creates a new mount and password; a source on the old one ends within 5 s. Throws as `openStageConnection`, and
 * `rate-limited`.
 */
export async function resetStageConnection(ctx: AppContext, input: StageInput): Promise<StageConnectionView> {
  const stage = await requireOnDemandStage(ctx, input);
  requireOk(await ctx.limits.take(`new-key:${requireViewer(ctx).id}`, newKeyRate));
  const owner = { kind: "stage", ownerId: stage.id } as const;
  const credential = await issueCredential(ctx, owner, { streamId: stage.streamId });
  await logOnStage(ctx, stage.id, "key-renewed", {});
  return toStageConnectionView(ctx, credential);
}

/**
 * Replaces the stage's mount and password, if it has any, so that no one who knew them can use them; a booking stage
 * may have them from when it was on demand. Callers guard.
 */
export async function renewStageKey(ctx: AppContext, stage: { id: string; streamId: string }): Promise<void> {
  const owner = { kind: "stage", ownerId: stage.id } as const;
  if ((await findCredentialOf(ctx.db, owner, ctx.clock.now())) === undefined) return;
  await issueCredential(ctx, owner, { streamId: stage.streamId });
}

async function requireOnDemandStage(ctx: AppContext, input: StageInput) {
  const stage = await requireManagedStage(ctx, input.room);
  if (!stage.isInstant) {
    throw new AppError("bad-input", {
      message: "Performers of a booking stage connect with their own mount and password.",
    });
  }
  return stage;
}

function toStageConnectionView(ctx: Pick<AppContext, "config">, credential: Credential): StageConnectionView {
  return { ...toConnectionView(ctx, credential), instantPrivate: credential.mount };
}
