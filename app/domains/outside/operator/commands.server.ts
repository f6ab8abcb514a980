/** Commands of operators; the API edge admits only operators. */
import type { AppContext } from "#app/context.ts";
import { toConnectionView } from "#app/domains/air/media/connections.server.ts";
import type { Credential } from "#app/domains/air/media/queries/media.ts";
import { makePerformer } from "#app/domains/air/media/stream-test.server.ts";
import { bookSet } from "#app/domains/air/sets/book.server.ts";
import { notifyBookedElsewhere } from "#app/domains/air/sets/notify-elsewhere.server.ts";
import { createStage } from "#app/domains/air/stages/create.server.ts";
import { getStage } from "#app/domains/air/stages/list-stages.server.ts";
import { updateUser } from "#app/domains/people/accounts/queries/accounts.ts";
import { grantAward } from "#app/domains/value/awards/grant.server.ts";
import { requestAllReviews, reviewAwards } from "#app/domains/value/awards/review.server.ts";
import { AppError } from "#app/errors.ts";
import type {
  AppointedAnswer,
  AwardAnswer,
  CreateSetCommand,
  CreateStageCommand,
  GrantAwardCommand,
  MakePerformerCommand,
  OpenedStageAnswer,
  PerformerAnswer,
  ReviewAnswer,
  SetAnswer,
  StageAnswer,
  UserAnswer,
  UserCommand,
} from "./contract/commands.ts";
import { requireOthers } from "./guards.ts";
import { requireNamed, toUserAnswer } from "./named-user.server.ts";

/** Lets a user manage stages. Throws `not-found`, `operator-own`. */
export async function makeManager(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: UserCommand,
): Promise<UserAnswer> {
  const user = await requireNamed(ctx, input.user);
  requireOthers(ctx, user.id);
  await updateUser(ctx.db, user.id, { isManager: true });
  return toUserAnswer(user);
}

/** Makes a user a performer without a stream test. Throws `not-found`, `operator-own`. */
export async function appointPerformer(
  ctx: AppContext,
  input: MakePerformerCommand,
): Promise<AppointedAnswer | PerformerAnswer> {
  const user = await requireNamed(ctx, input.user);
  requireOthers(ctx, user.id);
  return { ...toUserAnswer(user), ...toStream(ctx, await makePerformer(ctx, user.id, input.type)) };
}

/** Throws `not-found` for an unknown manager, and the refusals of `createStage`. */
export async function openNewStage(
  ctx: AppContext,
  input: CreateStageCommand,
): Promise<OpenedStageAnswer | StageAnswer> {
  const manager = await requireNamed(ctx, input.manager);
  const { stage, credential } = await createStage(ctx, { ...input, managerId: manager.id });
  return { id: stage.id, customUrl: stage.customUrl, ...toStream(ctx, credential) };
}

/** Throws `not-found`, `bad-input` for invalid times, `conflict` for a slot that is taken. */
export async function scheduleSet(ctx: AppContext, input: CreateSetCommand): Promise<SetAnswer> {
  const [stage, performer] = await Promise.all([
    getStage(ctx, input.stage),
    requireNamed(ctx, input.performer),
  ]);
  if (stage.archivedAt !== null) throw new AppError("stage-archived");
  if (stage.instant) throw new AppError("bad-input", { message: "An on-demand stage has no schedule." });
  if (!performer.isPerformer) throw new AppError("bad-input", { message: "This user is not a performer." });
  const set = await bookSet(ctx, {
    stageId: stage.id,
    performerId: performer.id,
    name: input.name,
    description: input.description ?? "",
    startsAt: input.start,
    endsAt: input.end,
  });
  notifyBookedElsewhere(ctx, {
    performer,
    stage,
    set: { id: set.id, name: input.name, startsAt: input.start, endsAt: input.end },
  });
  return { id: set.id };
}

/** Gives an award to a user, in the name of a stage where one is named. Throws `not-found`, `operator-own`. */
export async function giveAward(ctx: AppContext, input: GrantAwardCommand): Promise<AwardAnswer> {
  const [user, stage] = await Promise.all([
    requireNamed(ctx, input.user),
    input.stage === undefined ? null : getStage(ctx, input.stage),
  ]);
  requireOthers(ctx, user.id);
  const { award, isNew } = await grantAward(ctx, {
    userId: user.id,
    award: input.award,
    stageId: stage?.id ?? null,
  });
  return { ...toUserAnswer(user), award: award.id, title: award.title, isNew };
}

/** Limits of what a command can wait for; scheduled runs do the rest. */
const reviewedAtOnce = { people: 1_000, notices: 100 } as const;

/** Reviews everyone again by the rules of awards. */
export async function runAwards(ctx: AppContext): Promise<ReviewAnswer> {
  await requestAllReviews(ctx);
  return reviewAwards(ctx, reviewedAtOnce);
}

/**
 * Adds the connection settings for the key of the instance alone (no one is signed in): an operator's session, lent or
 * stolen, must not be able to broadcast as someone else.
 */
function toStream(ctx: Pick<AppContext, "config" | "viewer">, credential: Credential) {
  const stream = credential.streamId;
  return ctx.viewer === null ? { ...toConnectionView(ctx, credential), stream } : { stream };
}
