import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { profilePath } from "#app/paths.ts";
import { openProfile } from "../people/open-profile.server.ts";
import { requireStage } from "../stages/require-stage.server.ts";
import { cleanLine } from "../text/clean.ts";
import { embedHtml, fitEmbed, profilePlayerPath, readEmbeddable, stagePlayerPath } from "./address.ts";
import type { OEmbedInput, OEmbedView } from "./contract.ts";

/** Long enough to save requests, short enough that a new name is seen the same day. */
const cacheSeconds = 3_600;

/** How to show a stage or a performer on another page (oembed.com, "rich"). Throws `not-found`, `stage-deleted`. */
export async function describeEmbed(ctx: AppContext, input: OEmbedInput): Promise<OEmbedView> {
  const { origin } = ctx.config;
  const { title, path, author } = await findPlayer(ctx, input.url);
  const size = fitEmbed({ maxWidth: input.maxwidth, maxHeight: input.maxheight });
  return {
    version: "1.0",
    type: "rich",
    title,
    ...author,
    provider_name: "Cue Music",
    provider_url: origin,
    cache_age: cacheSeconds,
    html: embedHtml({ url: `${origin}${path}`, name: title, ...size }),
    ...size,
  };
}

async function findPlayer(ctx: AppContext, address: string) {
  const embeddable = readEmbeddable(address, ctx.config.origin);
  if (embeddable === null) throw new AppError("not-found");
  if (embeddable.kind === "stage") {
    const stage = await requireStage(ctx, embeddable.stage);
    return { title: cleanLine(stage.name), path: stagePlayerPath(stage) };
  }
  // As a signed-out visitor sees it, no matter who asks.
  const profile = await openProfile({ ...ctx, viewer: null }, { user: embeddable.user });
  // A user who only listens has no player.
  if (!profile.dj) throw new AppError("not-found");
  return {
    title: profile.username,
    path: profilePlayerPath(profile.username),
    author: { author_name: profile.username, author_url: `${ctx.config.origin}${profilePath(profile.id)}` },
  };
}
