/**
 * The performer on an on-demand stage, whose mount does not identify them: a manager names themselves or a member who
 * allows it. From then on broadcasts are credited to that performer, until a manager changes it.
 */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import { AppError } from "#app/errors.ts";
import type { MemberNoticeView } from "./contract/members.ts";
import type {
  AllowNamingInput,
  PlayersNoticeView,
  PlayersView,
  SetPerformerInput,
} from "./contract/playing.ts";
import type { StageInput } from "./contract/stages.ts";
import { logOnStage } from "./log.server.ts";
import { readMembers } from "./members.server.ts";
import { peopleLimits, tooMany } from "./people-limits.server.ts";
import {
  clearPlaying,
  listPlayerRows,
  setOneselfPlaying,
  setPlaying,
  updateNaming,
} from "./queries/playing.ts";
import type { StageRow } from "./queries/stages.ts";
import { requireManagedStage, requireStageId } from "./require-stage.server.ts";

/**
 * Returns the performer who is named on an on-demand stage, and those who can be. Throws `not-found`, `bad-input` for a
 * booking stage.
 */
export async function listPlayers(ctx: AppContext, input: StageInput): Promise<PlayersView> {
  return readPlayers(ctx, await requireOnDemandStage(ctx, input.room));
}

/**
 * Names who plays, or no one, from now on. A broadcast that is on air continues as the new performer's. Throws
 * `naming-not-allowed` for a member who has not agreed to it, `not-a-performer`, `not-found`, `bad-input` for a booking
 * stage, `conflict` for oneself where the stage has as many members as it may.
 */
export async function namePerformer(ctx: AppContext, input: SetPerformerInput): Promise<PlayersNoticeView> {
  const stage = await requireOnDemandStage(ctx, input.room);
  const viewer = requireViewer(ctx);
  if (input.user === null) await clearPlaying(ctx.db, stage.id);
  else if (input.user === viewer.id) await nameOneself(ctx, stage.id);
  else if (!(await setPlaying(ctx.db, stage.id, await requireWilling(ctx, stage.id, input.user))))
    throw new AppError("naming-not-allowed");
  const players = await readPlayers(ctx, stage);
  const name = players.performer?.username;
  await logOnStage(ctx, stage.id, "performer-named", name === undefined ? {} : { performer: name });
  await ctx.rooms.stage(stage.id).refresh();
  return {
    ...players,
    type: "confirm",
    message: name === undefined ? `No one is named on ${stage.name}` : `${name} plays on ${stage.name}`,
  };
}

/**
 * Whether the managers of a stage may name the viewer, a member. A member who withdraws this is no longer named. Throws
 * `not-found` where they are not a member, `not-a-performer`.
 */
export async function allowNaming(
  ctx: Pick<AppContext, "db" | "rooms" | "viewer">,
  input: AllowNamingInput,
): Promise<MemberNoticeView> {
  const viewer = requireViewer(ctx);
  const stageId = await requireStageId(ctx, input.room);
  const change = { stageId, userId: viewer.id, isAllowed: input.allow };
  if (!(await updateNaming(ctx.db, change))) throw new AppError("not-found");
  await ctx.rooms.stage(stageId).refresh();
  return {
    type: "confirm",
    message: input.allow
      ? "The managers can name you as the performer"
      : "The managers can no longer name you",
    members: await readMembers(ctx, stageId),
  };
}

async function requireOnDemandStage(ctx: AppContext, name: string): Promise<StageRow> {
  const stage = await requireManagedStage(ctx, name);
  if (!stage.isInstant) {
    throw new AppError("bad-input", { message: "On a booking stage, the schedule decides who plays." });
  }
  return stage;
}

async function nameOneself(ctx: AppContext, stageId: string): Promise<void> {
  const viewer = requireViewer(ctx);
  if (!viewer.isPerformer || !viewer.hasPassedTest) throw new AppError("not-a-performer");
  const createdAt = ctx.clock.now();
  const member = { id: ctx.ids.next(), stageId, userId: viewer.id, createdAt };
  if (!(await setOneselfPlaying(ctx.db, member, peopleLimits.members))) throw tooMany("members");
}

/** No one is named on a stage without having agreed to it. */
async function requireWilling(ctx: Pick<AppContext, "db">, stageId: string, userId: string): Promise<string> {
  const rows = await listPlayerRows(ctx.db, stageId);
  if (!rows.some((row) => row.user.id === userId && row.allowsNaming)) {
    const { username } = await getPerson(ctx, userId);
    throw new AppError("naming-not-allowed", { message: `${username} has not agreed to be named here.` });
  }
  return userId;
}

async function readPlayers(ctx: Pick<AppContext, "db" | "viewer">, stage: StageRow): Promise<PlayersView> {
  const viewer = requireViewer(ctx);
  const rows = await listPlayerRows(ctx.db, stage.id);
  const playing = rows.find(({ isPlaying }) => isPlaying);
  const members = rows.map(({ user, allowsNaming }) => ({ ...toPersonView(user), allowsNaming }));
  const others = members.filter(({ id }) => id !== viewer.id);
  const performs = viewer.isPerformer && viewer.hasPassedTest;
  const oneself = performs ? [{ ...toPersonView(viewer), allowsNaming: true }] : [];
  return { performer: playing ? toPersonView(playing.user) : null, choices: [...oneself, ...others] };
}
