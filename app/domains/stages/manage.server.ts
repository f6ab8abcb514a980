/** A stage in the hands of its managers: its facts, its type, its log; and new stages. */
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { clearPlaying } from "#db/queries/playing.ts";
import { listStageEntries } from "#db/queries/stage-log.ts";
import { updateStage as changeStage, type StageChange, type StageRow } from "#db/queries/stages.ts";
import { requireOk, requireViewer } from "../accounts/guards.ts";
import type {
  CreateStageInput,
  StageLogEntry,
  StageNoticeView,
  UpdateStageInput,
} from "./contract/manage.ts";
import type { StageInput, StageView } from "./contract.ts";
import { createStage } from "./create.server.ts";
import { toCustomUrl } from "./custom-url.ts";
import { logOnStage } from "./log.server.ts";
import { getStage, requireManagedStage } from "./operations.server.ts";
import { tellLists } from "./tell-lists.server.ts";

/**
 * Changes a stage. Converted to on demand, it has no schedule any more: its sets that have not ended are cancelled
 * and its open requests declined, also the set that plays. Throws `conflict` for a custom URL that is taken, what a
 * picture refuses, and `not-found` to whoever does not manage it.
 */
export async function updateStage(ctx: AppContext, input: UpdateStageInput): Promise<StageNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  const change: Partial<StageChange> = {
    name: input.name ?? undefined,
    genre: input.genre ?? undefined,
    description: input.description ?? undefined,
    customUrl: input.customUrl == null ? undefined : requireCustomUrl(input.customUrl),
    isWeekly: input.weekly ?? undefined,
    hasAutoApprove: input.autoApprove ?? undefined,
    isMembersOnly: input.membersOnly ?? undefined,
    isInstant: input.instant ?? undefined,
    thumbnail: await keepThumbnail(ctx, stage, input.thumbnail),
  };
  const by = { now: ctx.clock.now(), by: requireViewer(ctx).id };
  const changed = await changeStage(ctx.db, stage.id, change, by);
  if (!changed.ok) throw new AppError("conflict", { message: urlTaken });
  // Its sets say who plays from now on; whoever was named is not, should it be on demand again.
  if (change.isInstant === false) await clearPlaying(ctx.db, stage.id);
  await logChange(ctx, stage, { ...stage, ...definedOf(change) }, changed.cancelledSets);
  await ctx.rooms.stage(stage.id).refresh();
  await tellLists(ctx, stage.id);
  return { ...(await getStage(ctx, { room: stage.id })), type: "confirm", message: "Stage settings saved" };
}

const creationRate = { max: 10, perMs: 24 * 3_600_000 } as const;

/** A new stage of the viewer's, who must be a manager already. Throws `not-found` to others, `conflict`, `rate-limited`. */
export async function openOwnStage(ctx: AppContext, input: CreateStageInput): Promise<StageView> {
  const viewer = requireViewer(ctx);
  if (!viewer.isManager) throw new AppError("not-found");
  requireOk(await ctx.limits.take(`new-stage:${viewer.id}`, creationRate));
  const { stage } = await createStage(ctx, {
    name: input.name,
    managerId: viewer.id,
    instant: input.instant ?? false,
    genre: input.genre ?? "",
    description: input.description ?? "",
    customUrl: input.customUrl == null ? undefined : requireCustomUrl(input.customUrl),
  });
  return getStage(ctx, { room: stage.id });
}

/** The latest of what was done to a stage, newest first. Managers of it only. */
export async function listStageLog(ctx: AppContext, input: StageInput): Promise<StageLogEntry[]> {
  const stage = await requireManagedStage(ctx, input.room);
  return listStageEntries(ctx.db, stage.id);
}

const urlTaken = "Another stage has this URL.";

function requireCustomUrl(wish: string): string {
  const url = toCustomUrl(wish);
  if (url === "") throw new AppError("bad-input", { message: "A URL needs a letter or a digit." });
  return url;
}

/** Undefined where nothing was said about it. */
async function keepThumbnail(
  ctx: AppContext,
  stage: StageRow,
  wish: string | null | undefined,
): Promise<string | null | undefined> {
  if (wish === undefined) return undefined;
  const path = wish === null ? null : await ctx.pictures.keep(wish, "thumbnail", stage.id);
  if (stage.thumbnail !== null) await ctx.pictures.remove(stage.thumbnail);
  return path;
}

async function logChange(
  ctx: AppContext,
  before: StageRow,
  after: StageChange,
  cancelledSets: number,
): Promise<void> {
  if (after.isInstant !== before.isInstant) {
    await logOnStage(ctx, before.id, "stage-converted", {
      type: after.isInstant ? "on demand" : "booking",
      ...(after.isInstant ? { "cancelled sets": String(cancelledSets) } : {}),
    });
  }
  const changed = namesOf(before, after);
  if (Object.keys(changed).length > 0) await logOnStage(ctx, before.id, "stage-changed", changed);
}

const definedOf = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** What was changed, before and after. */
function namesOf(before: StageRow, after: StageChange): Record<string, string> {
  const fields: [string, (row: StageChange) => string | boolean | null][] = [
    ["name", (row) => row.name],
    ["genre", (row) => row.genre],
    ["description", (row) => row.description],
    ["custom URL", (row) => row.customUrl],
    ["weekly bookings", (row) => row.isWeekly],
    ["auto approve", (row) => row.hasAutoApprove],
    ["members only", (row) => row.isMembersOnly],
    ["thumbnail", (row) => row.thumbnail !== null],
  ];
  const changed = fields.filter(([, of]) => of(before) !== of(after));
  return Object.fromEntries(changed.map(([name, of]) => [name, `${of(before)} → ${of(after)}`]));
}
