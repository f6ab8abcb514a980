import type { AppContext } from "#app/context.ts";
import { findHearable } from "#app/domains/air/replays/access.server.ts";
import { nameOf } from "#app/domains/air/replays/views.ts";
import { requireStage } from "#app/domains/air/stages/require-stage.server.ts";
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { openProfile } from "#app/domains/people/people/open-profile.server.ts";
import { AppError } from "#app/errors.ts";
import { profilePath } from "#app/paths.ts";
import {
  embedHtml,
  fitEmbed,
  profilePlayerPath,
  readEmbeddable,
  replayPlayerPath,
  stagePlayerPath,
} from "./address.ts";
import type { OEmbedInput, OEmbedView } from "./contract.ts";

/** Long enough to save requests, short enough that a new name is seen the same day. */
const cacheSeconds = 3_600;

/**
 * Returns the player of a stage, a performer or a replay for another page (oembed.com, "rich"). Throws `not-found`,
 * `stage-deleted`.
 */
export async function describeEmbed(ctx: AppContext, input: OEmbedInput): Promise<OEmbedView> {
  const { origin } = ctx.config;
  const { title, path, author, isLasting } = await findPlayer(ctx, input.url);
  const size = fitEmbed({ maxWidth: input.maxwidth, maxHeight: input.maxheight });
  return {
    version: "1.0",
    type: "rich",
    title,
    ...author,
    provider_name: "Cue Music",
    provider_url: origin,
    cache_age: isLasting ? cacheSeconds : 0,
    html: embedHtml({ url: `${origin}${path}`, name: title, ...size }),
    ...size,
  };
}

async function findPlayer(caller: AppContext, address: string) {
  // As a signed-out visitor sees it, no matter who asks.
  const ctx = { ...caller, viewer: null };
  const embeddable = readEmbeddable(address, ctx.config.origin);
  if (embeddable === null) throw new AppError("not-found");
  if (embeddable.kind === "stage") {
    const stage = await requireStage(ctx, embeddable.stage);
    return { title: cleanLine(stage.name), path: stagePlayerPath(stage), isLasting: true };
  }
  if (embeddable.kind === "replay") {
    const { row } = await findHearable(ctx, embeddable.replay);
    const { performerId: id, performerName: username } = row;
    const author = id === null || username === null ? undefined : authorOf(ctx, { id, username });
    // Who can hear it can change at any time.
    return { title: cleanLine(nameOf(row)), path: replayPlayerPath(row.id), author, isLasting: false };
  }
  const profile = await openProfile(ctx, { user: embeddable.user });
  // A user who only listens has no player.
  if (!profile.dj) throw new AppError("not-found");
  return {
    title: profile.username,
    path: profilePlayerPath(profile.username),
    author: authorOf(ctx, profile),
    isLasting: true,
  };
}

const authorOf = (
  { config: { origin } }: AppContext,
  { id, username }: { id: string; username: string },
) => ({
  author_name: username,
  author_url: `${origin}${profilePath(id)}`,
});
