/** Makes the plays of a performance what its evidence says: everything else of the product reads plays. */
import type { AppContext } from "#app/context.ts";
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { identifyTrack, identityVersion, spelledPlainly } from "#app/domains/music/tracks/identity.ts";
import { resolveTrackId } from "#app/domains/music/tracks/track-id.ts";
import { batchUnless, type Condition } from "#db/batch-unless.ts";
import type { Write } from "#db/client.ts";
import type { CorrectedPlayId } from "../stages/port.ts";
import { deriveTracklist } from "./derive.ts";
import type { Line } from "./evidence.ts";
import { notifyRoom } from "./notify-room.server.ts";
import { makeHarvestDue } from "./queries/harvest.ts";
import {
  insertEvidence,
  insertPlay,
  insertTrack,
  listEvidence,
  listPlaysOf,
  movePlayGifts,
  type NewEvidence,
  type PerformanceRow,
  removePlay,
  renamePlay,
  type StoredPlay,
  updatePlay,
} from "./queries/tracklists.ts";

const maxNameLength = 200;

/**
 * A track by its name: its id, the writes that store it where it is new, and how many rows these are. Null where both
 * names are empty.
 */
export async function nameTrack(
  ctx: Pick<AppContext, "db" | "clock" | "ids">,
  artist: string,
  title: string,
) {
  const clean = (text: string) => cleanLine(text).slice(0, maxNameLength).toWellFormed();
  const named = identifyTrack(clean(artist), clean(title));
  if (named.artist === "" && named.title === "") return null;
  const id = await resolveTrackId(ctx.db, named.key);
  const createdAt = ctx.clock.now();
  const { key, artist: by, title: name, artists } = named;
  const track = spelledPlainly({ id, key, keyVersion: identityVersion, artist: by, title: name, createdAt });
  const credited = artists.map((each) => ({ ...each, id: ctx.ids.next(), createdAt }));
  const writes = insertTrack(ctx.db, track, credited);
  return { id, artist: by, title: name, writes, size: 1 + 2 * credited.length };
}

/**
 * Stores evidence with the writes `before` it, and then what follows from it for the plays. False where `unless` holds as
 * it is stored: nothing was.
 */
export async function addEvidence(
  ctx: Pick<AppContext, "db" | "clock" | "rooms" | "log">,
  performance: PerformanceRow,
  rows: readonly NewEvidence[],
  { before = [], unless }: { before?: readonly Write[]; unless: Condition },
): Promise<boolean> {
  const isStored = await batchUnless(ctx.db, unless, [
    ...before,
    ...insertEvidence(ctx.db, rows),
    ...(performance.endsAt === null ? [] : [makeHarvestDue(ctx.db, performance, rows[0]?.at ?? 0)]),
  ]);
  if (isStored) await notifyRoom(ctx, performance, await publishTracklist(ctx, performance));
  return isStored;
}

/**
 * Returns the plays that it has changed. Idempotent: repeats where something failed. Plays whose evidence is still on its
 * way are left alone.
 */
export async function publishTracklist(
  ctx: Pick<AppContext, "db" | "clock">,
  performance: PerformanceRow,
): Promise<CorrectedPlayId[]> {
  const [rows, stored] = await Promise.all([
    listEvidence(ctx.db, performance.id),
    listPlaysOf(ctx.db, performance),
  ]);
  const known = new Set(rows.map(({ id }) => id));
  const lines = new Map(
    deriveTracklist(rows, performance).flatMap((line) => (isPublic(line) ? [[line.id, line] as const] : [])),
  );
  const plays = new Map(stored.map((play) => [play.id, play]));
  const wholes = new Map([...lines.values()].flatMap((line) => line.plays.map((id) => [id, line] as const)));
  const changes = [
    ...Array.from(lines.values(), (line) => ({
      id: line.id,
      into: null,
      writes: changesOf(ctx, performance, line, plays.get(line.id)),
    })),
    ...stored
      .filter(({ id }) => known.has(id) && !lines.has(id))
      .map((play) => {
        const whole = wholes.get(play.id);
        return { id: play.id, into: whole?.id ?? null, writes: removalOf(ctx, play, whole) };
      }),
  ].filter(({ writes }) => writes.length > 0);
  const [first, ...rest] = changes.flatMap(({ writes }): Write[] => writes);
  if (first !== undefined) await ctx.db.batch([first, ...rest]);
  return changes.map(({ id, into }) => ({ id, into }));
}

/** True for lines with a name that everyone may see, now or once it is no longer hidden. */
const isPublic = (line: Line): line is Line & { trackId: string } =>
  line.trackId !== null && line.confidence !== "possible";

/** While a line is hidden, what was given to it before stays with the name that it had then: its new one is not told. */
const isHiddenNow = ({ clock }: Pick<AppContext, "clock">, { hiddenUntil }: Pick<Line, "hiddenUntil">) =>
  (hiddenUntil ?? 0) > clock.now();

function changesOf(
  ctx: Pick<AppContext, "db" | "clock">,
  { id, setId, stageId, performerId, broadcasts }: PerformanceRow,
  line: Line & { trackId: string },
  play: StoredPlay | undefined,
): Write[] {
  const { db } = ctx;
  const { trackId, startsAt, endsAt, source, confidence, hiddenUntil } = line;
  const times = { playedAt: startsAt, endedAt: endsAt };
  const fields = { trackId, ...times, source, confidence, hiddenUntil, isRemoved: false, partOf: null };
  if (play === undefined) {
    const credit = { broadcastId: broadcasts.at(-1)?.id ?? id, setId, stageId, performerId };
    return [insertPlay(db, { id: line.id, ...credit, ...fields })];
  }
  const isSame = Object.entries(fields).every(([name, value]) => play[name as keyof typeof fields] === value);
  if (isSame) return [];
  const isHidden = isHiddenNow(ctx, line);
  // It may have been renamed while it was hidden.
  const isRenamed = play.trackId !== trackId || play.hiddenUntil !== null;
  const given = { id: play.id, trackId: isHidden ? null : trackId };
  return [
    ...(play.isRemoved ? movePlayGifts(db, play.id, given) : []),
    ...(isRenamed && !isHidden ? renamePlay(db, play.id, trackId) : []),
    updatePlay(db, play.id, fields),
  ];
}

/** Returns the removal of a play: its gifts go to the play that it is part of now, if it is part of one. */
function removalOf(
  ctx: Pick<AppContext, "db" | "clock">,
  play: StoredPlay,
  into: (Line & { trackId: string }) | undefined,
): Write[] {
  const { db } = ctx;
  const { id, isRemoved, partOf } = play;
  if (isRemoved && partOf === (into?.id ?? null)) return [];
  const kept = into ?? play;
  const given = { id: kept.id, trackId: isHiddenNow(ctx, kept) ? null : kept.trackId };
  return [...movePlayGifts(db, id, given), removePlay(db, id, into?.id ?? null)];
}
