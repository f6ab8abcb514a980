/** A stage's management: its facts, its type, its log; and new stages. */
import type { AppContext } from "#app/context.ts";
import { discardPictures, keepPicture } from "#app/domains/base/pictures/keep.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { notifyTape } from "../replays/notify-tape.server.ts";
import { listRecordedOn } from "../replays/queries/replay-deletion.ts";
import type {
  CreateStageInput,
  StageLogEntry,
  StageNoticeView,
  UpdateStageInput,
} from "./contract/manage.ts";
import type { StageInput, StageView } from "./contract/stages.ts";
import { createStage, urlTaken } from "./create.server.ts";
import { toCustomUrl } from "./custom-url.ts";
import { getStage } from "./list-stages.server.ts";
import { logOnStage } from "./log.server.ts";
import { notifyLists } from "./notify-lists.server.ts";
import { refusePerformerNames } from "./performer-names.server.ts";
import { clearPlaying } from "./queries/playing.ts";
import { listStageEntries } from "./queries/stage-log.ts";
import {
  updateStage as changeStage,
  findStage,
  isCustomUrlTaken,
  type StageChange,
  type StageRow,
} from "./queries/stages.ts";
import { requireManagedStage } from "./require-stage.server.ts";
import { checkCustomUrl } from "./reserved-urls.ts";

/**
 * Changes a stage. A stage that is converted to on demand loses its schedule: its sets that have not ended, including
 * one that is on, are cancelled and its open requests declined. Throws `conflict` for a custom URL that is taken or a
 * thumbnail that someone else has just changed, `url-reserved` and `url-like-id` for a custom URL that is not allowed,
 * `name-of-performer`, the refusals of pictures, `rate-limited`, and `not-found` for a user who does not manage it.
 */
export async function updateStage(ctx: AppContext, input: UpdateStageInput): Promise<StageNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  const customUrl = input.customUrl == null ? undefined : decideCustomUrl(stage, input.customUrl);
  // What it was called before stays.
  const isNew = (name: string | null | undefined) => name !== stage.name && name !== stage.customUrl;
  await refusePerformerNames(ctx, [input.name ?? undefined, customUrl].filter(isNew), { stageId: stage.id });
  const change: Partial<StageChange> = {
    name: input.name ?? undefined,
    genre: input.genre ?? undefined,
    description: input.description ?? undefined,
    customUrl,
    isWeekly: input.weekly ?? undefined,
    hasAutoApprove: input.autoApprove ?? undefined,
    isMembersOnly: input.membersOnly ?? undefined,
    keepsReplays: input.keepsReplays ?? undefined,
    isInstant: input.instant ?? undefined,
  };
  const changed = await writeStage(ctx, stage, change, input.thumbnail);
  // From now on its sets say who plays; the named performer must not return if it becomes on demand again.
  if (change.isInstant === false) await clearPlaying(ctx.db, stage.id);
  await logChange(ctx, stage, { ...stage, ...definedOf(change) }, changed.cancelledSets);
  await ctx.rooms.stage(stage.id).refresh();
  if (change.keepsReplays === false)
    for (const performance of await listRecordedOn(ctx.db, stage.id)) await notifyTape(ctx, performance);
  await notifyLists(ctx, stage.id);
  return { ...(await getStage(ctx, stage.id)), type: "confirm", message: "Stage settings saved" };
}

const creationRate = { max: 10, perMs: 24 * 3_600_000 } as const;

/**
 * Creates a stage of the viewer, who must already be a manager. Throws `not-found` for others, the refusals of
 * `createStage`, `name-of-performer`, `rate-limited`.
 */
export async function openOwnStage(ctx: AppContext, input: CreateStageInput): Promise<StageView> {
  const viewer = requireViewer(ctx);
  if (!viewer.isManager) throw new AppError("not-found");
  requireOk(await ctx.limits.take(`new-stage:${viewer.id}`, creationRate));
  const customUrl = input.customUrl == null ? undefined : requireCustomUrl(input.customUrl);
  await refusePerformerNames(ctx, [input.name, customUrl], { managerId: viewer.id });
  const { stage } = await createStage(ctx, {
    name: input.name,
    managerId: viewer.id,
    instant: input.instant ?? false,
    genre: input.genre ?? "",
    description: input.description ?? "",
    customUrl,
  });
  return getStage(ctx, stage.id);
}

/** The latest log entries of a stage, newest first. Managers of it only. */
export async function listStageLog(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: StageInput,
): Promise<StageLogEntry[]> {
  const stage = await requireManagedStage(ctx, input.room);
  return listStageEntries(ctx.db, stage.id);
}

/** A custom URL that the stage had before the rules existed is kept. */
function decideCustomUrl(stage: StageRow, wish: string): string {
  const url = requireCustomUrl(wish);
  if (url !== stage.customUrl) requireOk(checkCustomUrl(url));
  return url;
}

function requireCustomUrl(wish: string): string {
  const url = toCustomUrl(wish);
  if (url === "") throw new AppError("bad-input", { message: "A URL needs at least one letter or digit." });
  return url;
}

/**
 * Writes the change, with `thumbnail` (a data URL). The old picture is deleted once the row has the new one; where the
 * row is not written, the new one is deleted.
 */
async function writeStage(
  ctx: AppContext,
  stage: StageRow,
  change: Partial<StageChange>,
  thumbnail: string | null | undefined,
): Promise<{ cancelledSets: number }> {
  const viewer = requireViewer(ctx);
  const { customUrl } = change;
  if (customUrl != null) await requireFreeUrl(ctx, stage, customUrl);
  const wanted = { kind: "thumbnail", ownerId: stage.id } as const;
  const path =
    thumbnail == null ? thumbnail : await keepPicture(ctx, viewer, { dataUrl: thumbnail, ...wanted });
  if (path !== undefined) change.thumbnail = path;
  try {
    const by = { now: ctx.clock.now(), by: viewer.id, replaces: stage.thumbnail };
    const changed = await changeStage(ctx.db, stage.id, change, by);
    if (!changed.ok) {
      if (customUrl != null) await requireFreeUrl(ctx, stage, customUrl);
      throw new AppError("conflict");
    }
    if (path !== undefined && stage.thumbnail !== null) await discardPictures(ctx, [stage.thumbnail]);
    return changed;
  } catch (error) {
    if (path != null && (await isLeftOver(ctx, stage.id, path, error))) await discardPictures(ctx, [path]);
    throw error;
  }
}

/** Whether no row has the picture: a write that failed without a refusal may still have been made. */
async function isLeftOver(
  ctx: Pick<AppContext, "db">,
  stageId: string,
  path: string,
  error: unknown,
): Promise<boolean> {
  if (error instanceof AppError) return true;
  const stage = await findStage(ctx.db, stageId).catch(() => undefined);
  return stage !== undefined && stage.thumbnail !== path;
}

/** Checked first, so that a URL that is taken costs no picture; the write itself decides. */
async function requireFreeUrl(
  ctx: Pick<AppContext, "db">,
  stage: StageRow,
  customUrl: string,
): Promise<void> {
  if (await isCustomUrlTaken(ctx.db, customUrl, stage.id))
    throw new AppError("conflict", { message: urlTaken });
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

/** Returns what was changed, before and after. */
function namesOf(before: StageRow, after: StageChange): Record<string, string> {
  const fields: [string, (row: StageChange) => string | boolean | null][] = [
    ["name", (row) => row.name],
    ["genre", (row) => row.genre],
    ["description", (row) => row.description],
    ["custom URL", (row) => row.customUrl],
    ["weekly bookings", (row) => row.isWeekly],
    ["auto approve", (row) => row.hasAutoApprove],
    ["members only", (row) => row.isMembersOnly],
    ["replays", (row) => row.keepsReplays],
    ["thumbnail", (row) => row.thumbnail !== null],
  ];
  const changed = fields.filter(([, of]) => of(before) !== of(after));
  return Object.fromEntries(changed.map(([name, of]) => [name, `${of(before)} → ${of(after)}`]));
}
