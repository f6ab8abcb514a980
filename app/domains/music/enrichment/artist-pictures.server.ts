/** Looks for pictures of artists who were played lately: MusicBrainz says where, Wikimedia Commons has them. */
import type { AppContext } from "#app/context.ts";
import { pictureLimits } from "#app/domains/base/pictures/contract.ts";
import { discardPictures } from "#app/domains/base/pictures/keep.server.ts";
import { sleep } from "#app/domains/base/time/sleep.ts";
import { type Commons, connectCommons } from "#app/domains/people/integrations/commons/client.ts";
import { connectMusicBrainz } from "#app/domains/people/integrations/musicbrainz/client.ts";
import type { SourceAnswer } from "#app/domains/people/integrations/source-answer.ts";
import { findPicture } from "./find-picture.server.ts";
import { keepFetched } from "./keep-fetched.server.ts";
import { isLeftAlone, leaveAlone, type Pause, takeTurn } from "./pace.server.ts";
import { type PictureLinks, readPictureLinks } from "./picture-links.ts";
import {
  type ArtistToAsk,
  addArtistPicture,
  listArtistsToAsk,
  notePictureAsked,
} from "./queries/artist-pictures.ts";
import { userAgentOf } from "./user-agent.ts";

export const artistPictureTerms = {
  /** Limit of one run, of which there is one every five minutes. */
  maxArtists: 20,
  /** A run ends before the next one starts. */
  maxRunMs: 240_000,
  playedWithinMs: 30 * 86_400_000,
  /** Time after which a missing picture is looked for again; one that was found never is. */
  askAgainMs: 30 * 86_400_000,
  /** Likewise after a failure: an artist about whom requests always fail is in nobody's way. */
  failedMs: 86_400_000,
} as const;

type Ctx = Pick<AppContext, "db" | "connect" | "clock" | "limits" | "config" | "pictures" | "log">;

/** Nothing where one of the two is switched off, or has asked to be left alone until later. */
export async function findArtistPictures(ctx: Ctx, pause: Pause = sleep): Promise<void> {
  const sources = open(ctx, pause);
  if (sources === null) return;
  const startedAt = ctx.clock.now();
  const { maxArtists: limit, playedWithinMs, askAgainMs, maxRunMs } = artistPictureTerms;
  const wanted = await listArtistsToAsk(ctx.db, {
    playedAfter: startedAt - playedWithinMs,
    askedBefore: startedAt - askAgainMs,
    now: startedAt,
    limit,
  });
  if (wanted.length === 0) return;
  if ((await isLeftAlone(ctx, "commons")) || (await isLeftAlone(ctx, "musicbrainz"))) return;
  const counts = { asked: 0, found: 0 };
  for (const artist of wanted) {
    if (ctx.clock.now() - startedAt > maxRunMs) break;
    counts.asked += 1;
    const links = await sources.musicbrainz.linksOf(artist.musicbrainz);
    if (!(await isAnswered(ctx, artist, "musicbrainz", links))) break;
    const kept =
      links.is === "found"
        ? await takePicture(ctx, sources.commons, artist, readPictureLinks(links.value))
        : links;
    if (!(await isAnswered(ctx, artist, "commons", kept))) break;
    if (kept.is === "found") counts.found += 1;
    else await notePictureAsked(ctx.db, artist.id, ctx.clock.now());
  }
  ctx.log.info("artist-pictures-asked", counts);
}

function open(ctx: Ctx, pause: Pause) {
  const [names, files] = [ctx.connect("musicbrainz"), ctx.connect("commons")];
  if (names === null || files === null) return null;
  const deps = { clock: ctx.clock, userAgent: userAgentOf(ctx.config) };
  const turnOf = (source: "musicbrainz" | "commons") => () => takeTurn(ctx, source, pause);
  return {
    musicbrainz: connectMusicBrainz(names, { ...deps, turn: turnOf("musicbrainz") }),
    commons: connectCommons(files, { ...deps, maxBytes: pictureLimits.bytes, turn: turnOf("commons") }),
  };
}

/** False where others would fail as well: the next run tries again. */
async function isAnswered(
  ctx: Ctx,
  { id }: ArtistToAsk,
  source: "musicbrainz" | "commons",
  answer: SourceAnswer<unknown>,
): Promise<boolean> {
  if (answer.is === "found" || answer.is === "none") return true;
  ctx.log.warn("artist-pictures-stopped", { source, ...answer });
  const { askAgainMs, failedMs } = artistPictureTerms;
  if (answer.is === "wait") await leaveAlone(ctx, source, answer.forMs);
  // So that it is asked for again when it should be.
  else await notePictureAsked(ctx.db, id, ctx.clock.now() - (askAgainMs - failedMs));
  return false;
}

async function takePicture(
  ctx: Ctx,
  commons: Commons,
  { id }: ArtistToAsk,
  links: PictureLinks,
): Promise<SourceAnswer<string>> {
  const picture = await findPicture(commons, links);
  if (picture.is !== "found") return picture;
  const { file, credit } = picture.value;
  const fetched = await commons.fetch(file);
  if (fetched.is !== "found") return fetched;
  const kept = await keepFetched(ctx, fetched.value, id);
  if (kept.is !== "found") return kept;
  const about = { photo: kept.value, photoCredit: credit, photoAskedAt: ctx.clock.now() };
  if (await addArtistPicture(ctx.db, id, about)) return kept;
  await discardPictures(ctx, [kept.value]);
  return { is: "none" };
}
