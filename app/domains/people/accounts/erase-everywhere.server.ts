/**
 * Erases what an account has left outside its own rows: sockets, objects, pictures, and commitments to other people.
 */
import type { AppContext, Room } from "#app/context.ts";
import { deleteReplayRow, listReplaysByPerformer } from "#app/domains/air/replays/queries/replay-deletion.ts";
import { findStage, listStageManagers } from "#app/domains/air/stages/queries/stages.ts";
import { pictureWidths } from "#app/domains/base/pictures/contract.ts";
import { listPicturesOf } from "#app/domains/base/pictures/queries/pictures.ts";
import { picturePath } from "#app/domains/base/pictures/rules.ts";
import { utcTime } from "#app/domains/base/time/utc-time.ts";
import {
  deleteReferences,
  listExpiredReferences,
} from "#app/domains/music/recognition/queries/references.ts";
import type { OwnerPath } from "../deliveries/port.ts";
import { type ErasureRow, eraseLateRows, listOperatorIds } from "./queries/erasure.ts";
import { ownPlaces } from "./queries/own-places.ts";

/** Number of rooms that are called in parallel. */
const roomsAtOnce = 10;
const referencesAtOnce = 500;

/**
 * Runs every step, in order: the account's rights end before its data is deleted. Each may run twice, and one that
 * fails does not stop the others. Returns which have failed.
 */
export async function eraseEverywhere(ctx: AppContext, { userId, plan }: ErasureRow): Promise<string[]> {
  const failed: string[] = [];
  const step = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      failed.push(name);
      ctx.log.warn("erasure-step-failed", { user: userId, step: name, reason: String(error) });
    }
  };
  await step("sockets", () => ctx.lobby.dropUser(userId));
  await step("encoder", () => ctx.media.forgetOwner(userId));
  await step("sound", () => removeSound(ctx, plan.sounds ?? []));
  await step("replays", () => removeReplays(ctx, userId));
  await step("references", () => removeReferences(ctx));
  await step("profile", () => ctx.rooms.erase(`profile/${userId}`));
  await step("inbox", () => ctx.inboxes.erase(userId));
  await step("deliveries", () => ctx.deliveries.of(`user/${userId}`).erase());
  await step("wallet", () => closeWallet(ctx, plan.wallet ?? null));
  await step("frozen wallets", () => rewordFrozen(ctx, plan.frozen ?? []));
  await step("pictures", () => removePictures(ctx, userId));
  // Plans of an earlier version name places of their own, which were erased above.
  const others = plan.rooms.filter((room) => !ownPlaces(userId).includes(room));
  for (let from = 0; from < others.length; from += roomsAtOnce) {
    const rooms = others.slice(from, from + roomsAtOnce);
    await Promise.all(rooms.map((room) => step(room, () => placeAt(ctx, room).forgetUser(userId))));
  }
  await step("stages", () => notifyStages(ctx, plan.sets));
  await step("operators", () => notifyOperators(ctx, plan.stages));
  await step("rows", () => eraseLateRows(ctx.db, userId));
  await step("lobby", () => ctx.lobby.forgetUser(userId));
  return failed;
}

/** The wallet keeps names of people while a tip is under way, so it is only done once it is closed. */
async function closeWallet(ctx: Pick<AppContext, "wallets">, id: string | null): Promise<void> {
  if (id === null) return;
  const wallet = ctx.wallets.of(id);
  await wallet.close();
  const { state } = await wallet.summary();
  if (state !== "closed") throw new Error(`the wallet is ${state}`);
}

/** The reasons in D1 are without the name already; a wallet that was released meanwhile has none. */
async function rewordFrozen(
  ctx: Pick<AppContext, "wallets">,
  frozen: NonNullable<ErasureRow["plan"]["frozen"]>,
) {
  for (const { wallet: id, reason } of frozen) {
    const wallet = ctx.wallets.of(id);
    if ((await wallet.summary()).state === "frozen") await wallet.freeze(reason);
  }
}

function placeAt(ctx: AppContext, path: string): Pick<Room, "forgetUser"> {
  const [kind, id = ""] = path.split("/", 2);
  if (kind === "conversation") return ctx.conversations.of(id);
  if (kind === "inbox") return ctx.inboxes.of(id);
  if (kind === "deliveries") return ctx.deliveries.of(path.slice("deliveries/".length) as OwnerPath);
  return kind === "stage" ? ctx.rooms.stage(id) : ctx.rooms.profile(id);
}

/** The rows tell what is left; the first that cannot be deleted stops this until the next attempt. */
async function removeReplays(ctx: Pick<AppContext, "db" | "rooms" | "tapes">, userId: string): Promise<void> {
  for (const { id, performance, room } of await listReplaysByPerformer(ctx.db, userId)) {
    await ctx.tapes.erase({ id, performance });
    const [kind, roomId = ""] = room.split("/", 2);
    await (kind === "stage" ? ctx.rooms.stage(roomId) : ctx.rooms.profile(roomId)).forgetReplay(performance);
    await deleteReplayRow(ctx.db, id);
  }
}

async function removeSound(
  ctx: Pick<AppContext, "livePeaks">,
  sounds: NonNullable<ErasureRow["plan"]["sounds"]>,
) {
  for (const { stream, from, to } of sounds) await ctx.livePeaks.remove(stream, { from, to });
}

/** Their references have expired with the account. */
async function removeReferences(ctx: AppContext): Promise<void> {
  for (;;) {
    const expired = await listExpiredReferences(ctx.db, ctx.clock.now(), referencesAtOnce);
    const ids = expired.map(({ id }) => id);
    await ctx.coldIndex.remove(ids);
    await ctx.referencePeaks.remove(ids);
    await deleteReferences(ctx.db, ids);
    if (expired.length < referencesAtOnce) return;
  }
}

async function removePictures(ctx: Pick<AppContext, "db" | "pictures">, userId: string): Promise<void> {
  for (const { id, kind } of await listPicturesOf(ctx.db, userId))
    await ctx.pictures.remove(picturePath(id, pictureWidths[kind][0]));
  const left = await listPicturesOf(ctx.db, userId);
  if (left.length > 0) throw new Error(`${left.length} pictures are still there`);
}

/** Notifies managers of each set that will not take place; open timetables are read again. */
async function notifyStages(ctx: AppContext, sets: ErasureRow["plan"]["sets"]): Promise<void> {
  for (const { id, stageId, startsAt } of sets) {
    const stage = await findStage(ctx.db, stageId);
    if (stage === undefined) continue;
    const at = ctx.clock.now();
    const message = `The set on ${stage.name} at ${utcTime(startsAt)} was cancelled: its performer deleted their account.`;
    for (const manager of await listStageManagers(ctx.db, stageId))
      await ctx.inboxes.of(manager.id).notify({ kind: "booking", message, at, key: `set-off:${id}` });
  }
  if (sets.length > 0) await ctx.lobby.upcomingChanged();
}

async function notifyOperators(ctx: AppContext, stageIds: readonly string[]): Promise<void> {
  for (const stageId of stageIds) {
    const stage = await findStage(ctx.db, stageId);
    if (stage === undefined) continue;
    ctx.log.warn("stage-unmanaged", { stage: stageId });
    const message = `${stage.name} no longer has a manager: the last one deleted their account.`;
    for (const operatorId of await listOperatorIds(ctx.db))
      await ctx.inboxes
        .of(operatorId)
        .notify({ kind: "operators", message, at: ctx.clock.now(), key: `unmanaged:${stageId}` });
  }
}
