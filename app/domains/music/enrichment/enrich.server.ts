/** Fills what is not known of recordings that were played lately: from MusicBrainz and the Cover Art Archive. */
import type { AppContext } from "#app/context.ts";
import { discardPictures } from "#app/domains/base/pictures/keep.server.ts";
import { sleep } from "#app/domains/base/time/sleep.ts";
import { connectMusicBrainz, type MusicBrainz } from "#app/domains/people/integrations/musicbrainz/client.ts";
import type { SourceAnswer } from "#app/domains/people/integrations/source-answer.ts";
import { getLabel } from "../tracks/describe.server.ts";
import { agreeOn } from "./agreed-files.ts";
import { keepCover } from "./cover.server.ts";
import { keyArtists } from "./credited-artists.ts";
import { type FoundFields, findFields, type WantedTrack } from "./find-fields.server.ts";
import { isLeftAlone, leaveAlone, type Pause, takeTurn } from "./pace.server.ts";
import {
  fillFromSource,
  listFilesOf,
  listRecordingsToAsk,
  noteCreditedArtists,
  type RecordingToAsk,
} from "./queries/enrichment.ts";
import { userAgentOf } from "./user-agent.ts";

export const enrichTerms = {
  /** Limit of one run, of which there is one every five minutes. */
  maxTracks: 50,
  /** A run ends before the next one starts. */
  maxRunMs: 240_000,
  playedWithinMs: 30 * 86_400_000,
  /** Time after which something that was not found is looked for again; what was found never is. */
  askAgainMs: 30 * 86_400_000,
  /** Likewise after a failure: a recording that always fails is in nobody's way. */
  failedMs: 86_400_000,
} as const;

type Ctx = Pick<AppContext, "db" | "connect" | "clock" | "ids" | "limits" | "config" | "pictures" | "log">;

/** Nothing where MusicBrainz is switched off, or has asked to be left alone until later. */
export async function enrichRecordings(ctx: Ctx, pause: Pause = sleep): Promise<void> {
  const service = ctx.connect("musicbrainz");
  if (service === null) return;
  const startedAt = ctx.clock.now();
  const { maxTracks: limit, playedWithinMs, askAgainMs } = enrichTerms;
  const wanted = await listRecordingsToAsk(ctx.db, {
    playedAfter: startedAt - playedWithinMs,
    askedBefore: startedAt - askAgainMs,
    now: startedAt,
    limit,
  });
  if (wanted.length === 0 || (await isLeftAlone(ctx, "musicbrainz"))) return;
  const turn = () => takeTurn(ctx, "musicbrainz", pause);
  const source = connectMusicBrainz(service, { clock: ctx.clock, userAgent: userAgentOf(ctx.config), turn });
  const counts = { asked: 0, found: 0, covers: 0 };
  const files = Map.groupBy(
    await listFilesOf(
      ctx.db,
      wanted.map(({ id }) => id),
    ),
    ({ trackId }) => trackId,
  );
  for (const track of wanted) {
    if (ctx.clock.now() - startedAt > enrichTerms.maxRunMs) break;
    // What files say is only looked up: the answer must have the track's name.
    const agreed = agreeOn(files.get(track.id) ?? [], startedAt);
    const answer = await enrichOne(ctx, source, {
      ...track,
      isrc: track.isrc || agreed.isrc,
      durationMs: track.durationMs ?? agreed.durationMs,
      heardAs: agreed.heardAs,
    });
    counts.asked += 1;
    if (answer.is === "found") counts.found += 1;
    if (answer.is === "found" && answer.value.hasCover) counts.covers += 1;
    if (answer.is !== "wait" && answer.is !== "failed") continue;
    if (answer.is === "wait") await leaveAlone(ctx, "musicbrainz", answer.forMs);
    // Others would fail as well. The next run tries again.
    ctx.log.warn("enrichment-stopped", answer);
    break;
  }
  ctx.log.info("recordings-enriched", counts);
}

async function enrichOne(
  ctx: Ctx,
  source: MusicBrainz,
  track: WantedTrack,
): Promise<SourceAnswer<{ hasCover: boolean }>> {
  const found = await findFields(source, track);
  if (found.is !== "found") {
    if (found.is !== "wait") await noteAsked(ctx, track, found.is);
    return found;
  }
  const { release, credits, ...fields } = found.value;
  await noteCreditedArtists(ctx.db, track.id, keyArtists(credits));
  const cover: SourceAnswer<string> =
    release === null || track.art
      ? { is: "none" }
      : await keepCover(ctx, { release: release.id, trackId: track.id });
  const isDone = cover.is === "found" || cover.is === "none";
  const art = cover.is === "found" ? cover.value : undefined;
  await fill(ctx, track.id, fields, {
    art,
    // Without its id it is looked for again, for its picture.
    musicbrainz: isDone ? fields.musicbrainz : undefined,
    askedAt: isDone ? ctx.clock.now() : cover.is === "wait" ? null : askedAtOf(ctx, "failed"),
  });
  return isDone ? { is: "found", value: { hasCover: art !== undefined } } : cover;
}

/** So that it is asked for again when it should be. */
function askedAtOf({ clock }: Ctx, outcome: "none" | "failed"): number {
  const { askAgainMs, failedMs } = enrichTerms;
  return clock.now() - (outcome === "failed" ? askAgainMs - failedMs : 0);
}

async function noteAsked(ctx: Ctx, { id }: RecordingToAsk, outcome: "none" | "failed"): Promise<void> {
  await fillFromSource(ctx.db, id, { askedAt: askedAtOf(ctx, outcome) });
}

async function fill(
  ctx: Ctx,
  trackId: string,
  { label, ...fields }: FoundFields,
  about: { art: string | undefined; musicbrainz: string | undefined; askedAt: number | null },
): Promise<void> {
  const labelId = label === undefined ? undefined : await getLabel(ctx, label);
  const shown = await fillFromSource(ctx.db, trackId, { ...fields, labelId, ...about });
  // An operator has set another one meanwhile.
  if (about.art !== undefined && shown !== about.art) await discardPictures(ctx, [about.art]);
}
