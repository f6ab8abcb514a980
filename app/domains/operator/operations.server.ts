/** What those who run an instance may do; the edge lets in only the holder of the operators' key. */
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findUser, findUserByName, type UserRow, updateUser } from "#db/queries/accounts.ts";
import type { Credential } from "#db/queries/media.ts";
import { foldEmail, foldUsername } from "../accounts/rules.ts";
import { endSessions } from "../accounts/sessions.server.ts";
import { grantAward } from "../awards/operations.server.ts";
import { makePerformer, toConnectionView, withdrawCredentials } from "../media/operations.server.ts";
import { bookSet } from "../sets/book.server.ts";
import { createStage } from "../stages/create.server.ts";
import { getStage } from "../stages/operations.server.ts";
import type {
  AwardAnswer,
  CreateSetCommand,
  CreateStageCommand,
  GrantAwardCommand,
  MakePerformerCommand,
  PerformerAnswer,
  SetAnswer,
  StageAnswer,
  UserAnswer,
  UserCommand,
} from "./contract.ts";

/** Lets a user manage stages. Throws `not-found`. */
export async function makeManager(ctx: AppContext, input: UserCommand): Promise<UserAnswer> {
  const user = await requireNamed(ctx, input.user);
  await updateUser(ctx.db, user.id, { isManager: true });
  return toUserAnswer(user);
}

/** Makes a user a performer without a stream test. Throws `not-found`. */
export async function appointPerformer(
  ctx: AppContext,
  input: MakePerformerCommand,
): Promise<PerformerAnswer> {
  const user = await requireNamed(ctx, input.user);
  return { ...toUserAnswer(user), ...toKey(ctx, await makePerformer(ctx, user.id, input.type)) };
}

/** Throws `not-found` for an unknown manager, `conflict` for a custom URL that is taken. */
export async function openNewStage(ctx: AppContext, input: CreateStageCommand): Promise<StageAnswer> {
  const manager = await requireNamed(ctx, input.manager);
  const { stage, credential } = await createStage(ctx, { ...input, managerId: manager.id });
  return { id: stage.id, customUrl: stage.customUrl, ...toKey(ctx, credential) };
}

/** Throws `not-found`, `bad-input` for times that are no slot, `conflict` for one that is taken. */
export async function scheduleSet(ctx: AppContext, input: CreateSetCommand): Promise<SetAnswer> {
  const [stage, performer] = await Promise.all([
    getStage(ctx, { room: input.stage }),
    requireNamed(ctx, input.performer),
  ]);
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
  return { id: set.id };
}

/** Gives an award to a user, in the name of a stage where one is named. Throws `not-found`. */
export async function giveAward(ctx: AppContext, input: GrantAwardCommand): Promise<AwardAnswer> {
  const [user, stage] = await Promise.all([
    requireNamed(ctx, input.user),
    input.stage === undefined ? null : getStage(ctx, { room: input.stage }),
  ]);
  const { award, isNew } = await grantAward(ctx, {
    userId: user.id,
    award: input.award,
    stageId: stage?.id ?? null,
  });
  return { ...toUserAnswer(user), award: award.id, title: award.title, isNew };
}

/** Suspends an account: signed out everywhere, off the air, and nothing of theirs lets anybody in. */
export async function ban(ctx: AppContext, input: UserCommand): Promise<UserAnswer> {
  const user = await requireNamed(ctx, input.user);
  await updateUser(ctx.db, user.id, { bannedAt: ctx.clock.now() });
  await withdrawCredentials(ctx, { kind: "performer", ownerId: user.id }, "banned");
  await withdrawCredentials(ctx, { kind: "test", ownerId: user.id }, "banned");
  await endSessions(ctx, user.id);
  return toUserAnswer(user);
}

/** Ends a suspension. A performer finds a new mount and password on their page. */
export async function unban(ctx: AppContext, input: UserCommand): Promise<UserAnswer> {
  const user = await requireNamed(ctx, input.user);
  await updateUser(ctx.db, user.id, { bannedAt: null });
  return toUserAnswer(user);
}

async function requireNamed(ctx: AppContext, name: string): Promise<UserRow> {
  const keys = { usernameKey: foldUsername(name), emailKey: foldEmail(name) };
  const user = (await findUserByName(ctx.db, keys)) ?? (await findUser(ctx.db, name));
  if (user === undefined) throw new AppError("not-found", { message: `There is no user “${name}”.` });
  return user;
}

const toUserAnswer = (user: UserRow): UserAnswer => ({ id: user.id, username: user.username });

function toKey(ctx: AppContext, credential: Credential) {
  return { ...toConnectionView(ctx, credential), stream: credential.streamId };
}
