import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { listPerformerSetsBetween } from "../sets/queries/sets.ts";
import type { SoundCheckInput, SoundCheckView } from "./contract/encoder.ts";
import { findOwnCredential } from "./own-credential.server.ts";

/** A check ends automatically: one that was forgotten must not keep anyone off the air for long. */
export const soundCheckMs = 15 * 60_000;

/**
 * Starts or ends sending the sound of one of the viewer's own mounts to the viewer alone. A performer's own mount is
 * off the air meanwhile, at most until their next set starts.
 * @throws AppError `not-found` for any other mount; `set-is-on` while a set of theirs is on.
 */
export async function setSoundCheck(ctx: AppContext, input: SoundCheckInput): Promise<SoundCheckView> {
  const credential = await findOwnCredential(ctx, input.mount);
  if (credential === undefined || credential.kind === "stage") throw new AppError("not-found");
  const { kind, ownerId } = credential;
  const now = ctx.clock.now();
  const until = input.isOn ? await endOfCheck(ctx, kind, ownerId, now) : null;
  await ctx.media.setSoundCheck(ownerId, kind, until);
  return { now, until };
}

async function endOfCheck(
  ctx: Pick<AppContext, "db">,
  kind: "performer" | "test",
  ownerId: string,
  now: number,
): Promise<number> {
  const until = now + soundCheckMs;
  if (kind === "test") return until;
  const sets = await listPerformerSetsBetween(ctx.db, { performerId: ownerId, startsAt: now, endsAt: until });
  const starts = sets.map(({ startsAt }) => startsAt);
  if (starts.some((start) => start <= now)) throw new AppError("set-is-on");
  return Math.min(until, ...starts);
}
