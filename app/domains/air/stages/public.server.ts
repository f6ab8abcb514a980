/** Stages for other sites and software without an account: no more than a guest sees on the pages. */
import type { AppContext } from "#app/context.ts";
import type { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import { requireClientRate } from "#app/domains/people/accounts/rates.server.ts";
import { AppError } from "#app/errors.ts";
import { stagePath } from "#app/paths.ts";
import type { SetView } from "../schedule/contract/sets.ts";
import { PublicStageView } from "./contract/public.ts";
import type { StageInput, StageView } from "./contract/stages.ts";
import { heardSong } from "./heard-song.ts";
import { listLineup, listRoomTracks, listStages, presentStages } from "./list-stages.server.ts";
import { findStage } from "./queries/stages.ts";

/** The limit for one client per minute, over all of these calls. */
export const publicRate = { max: 120, perMs: 60_000 } as const;

/** Every stage, live ones first. Throws `rate-limited`. */
export async function listPublicStages(ctx: AppContext): Promise<PublicStageView[]> {
  const stages = await listStages(await admitGuest(ctx));
  return stages.map((stage) => toPublicStageView(ctx, stage));
}

/** One stage with what is on air now and next. Throws `not-found`, `rate-limited`. */
export async function openNowPlaying(ctx: AppContext, input: StageInput): Promise<PublicStageView> {
  const guest = await admitGuest(ctx);
  const row = await findStage(ctx.db, input.room);
  const [stage] = row === undefined ? [] : await presentStages(guest, [row]);
  if (stage === undefined) throw new AppError("not-found");
  return toPublicStageView(ctx, stage);
}

/** The sets that are on or next on a stage, by start. Throws `not-found`, `rate-limited`. */
export async function listPublicSchedule(ctx: AppContext, input: StageInput): Promise<SetView[]> {
  return listLineup(await admitGuest(ctx), input);
}

/** The latest plays on a stage, newest first. Throws `not-found`, `rate-limited`. */
export async function listPublicHistory(ctx: AppContext, input: StageInput): Promise<PlayView[]> {
  return listRoomTracks(await admitGuest(ctx), input);
}

/** Handles the caller as a guest: a response that is open to all origins must not depend on a session. */
async function admitGuest(ctx: AppContext): Promise<AppContext> {
  await requireClientRate(ctx, "public-api", publicRate);
  return { ...ctx, viewer: null };
}

function toPublicStageView({ config: { origin } }: AppContext, stage: StageView): PublicStageView {
  // Drops every field that the contract does not have.
  return PublicStageView.parse({
    ...stage,
    ...heardSong(stage),
    url: `${origin}${stagePath(stage.id)}`,
    listenUrl: `${origin}/live/${stage.id}`,
  });
}
