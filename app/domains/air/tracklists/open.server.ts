import type { AppContext } from "#app/context.ts";
import type { TrackRow } from "#app/domains/music/tracks/queries/tracks.ts";
import { toTrackView } from "#app/domains/music/tracks/views.ts";
import { AppError } from "#app/errors.ts";
import { readClock } from "../replays/clock.server.ts";
import type { TracklistInput, TracklistLine, TracklistView } from "./contract/tracklists.ts";
import { deriveTracklist } from "./derive.ts";
import type { Line } from "./evidence.ts";
import { keepLong } from "./keep-long.server.ts";
import { inOwnWords } from "./own-words.ts";
import { type FoundPerformance, openPerformance } from "./performance.server.ts";
import {
  hasSaid,
  listEvidence,
  listTracksById,
  listUsernames,
  type PerformanceRow,
} from "./queries/tracklists.ts";

/**
 * The tracklist of a performance, for everyone; its performer and managers see what is only possible, too, and its
 * performer alone what is hidden.
 */
export async function openTracklist(ctx: AppContext, input: TracklistInput): Promise<TracklistView> {
  const found = await openPerformance(ctx, input.set);
  const { performance, role } = found;
  // Who has said something sees more of it than guests do, and at once.
  const isOwn =
    role !== null || (ctx.viewer !== null && (await hasSaid(ctx.db, performance.id, ctx.viewer.id)));
  if (isOwn) return viewTracklist(ctx, found);
  const asGuest = { ...ctx, viewer: null };
  const view = await keepLong(ctx, performance.id, "view", () => viewTracklist(asGuest, found));
  return { ...view, canSuggest: ctx.viewer !== null };
}

/** The same; null where it was never on air. */
export async function findTracklist(ctx: AppContext, set: string): Promise<TracklistView | null> {
  try {
    return await openTracklist(ctx, { set });
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}

/** The lines that follow from the stored evidence. */
export async function readLines(ctx: Pick<AppContext, "db">, performance: PerformanceRow): Promise<Line[]> {
  return deriveTracklist(await listEvidence(ctx.db, performance.id), performance);
}

export async function viewTracklist(
  ctx: AppContext,
  { performance, role }: FoundPerformance,
): Promise<TracklistView> {
  const [lines, clock] = await Promise.all([readLines(ctx, performance), readClock(ctx, performance)]);
  const tracks = await listTracksById(
    ctx.db,
    lines.flatMap(({ trackId }) => trackId ?? []),
  );
  const names = await listUsernames(
    ctx.db,
    role === null ? [] : lines.flatMap(({ suggestions }) => suggestions.flatMap(({ from }) => from)),
  );
  const viewer = { id: ctx.viewer?.id ?? null, role, now: ctx.clock.now() };
  const shown = lines.map((line) => toLineView(line, { lines, tracks, names }, viewer));
  return {
    set: performance.id,
    clock,
    endTime: performance.endsAt,
    lines: shown,
    canEdit: role !== null,
    canSuggest: ctx.viewer !== null,
    canImport: role === "performer",
    heardMs: coverOf(lines, viewer.now),
    namedMs: coverOf(
      lines.filter(({ confidence }) => confidence !== "possible"),
      viewer.now,
    ),
  };
}

interface Known {
  lines: readonly Line[];
  tracks: ReadonlyMap<string, TrackRow>;
  names: ReadonlyMap<string, string>;
}

function toLineView(
  line: Line,
  { lines, tracks, names }: Known,
  viewer: { id: string | null; role: FoundPerformance["role"]; now: number },
): TracklistLine {
  const { role, now } = viewer;
  const canEdit = role !== null;
  const isHidden = isHiddenAt(line, now);
  const takesSuggestions = line.confidence === "possible";
  const isSeen = isHidden ? role === "performer" : canEdit || !takesSuggestions;
  const track = isSeen && line.trackId !== null ? tracks.get(line.trackId) : undefined;
  return {
    id: line.id,
    track: track === undefined ? null : { ...toTrackView(track), ...inOwnWords(line, track) },
    possible: role === "performer" ? possibleName(line) : null,
    start: line.startsAt,
    end: line.endsAt,
    source: line.source,
    confidence: line.confidence,
    kinds: line.kinds,
    isConfirmed: line.isConfirmed,
    isOwn: line.isOwn,
    isHidden,
    isContradicted: canEdit && line.isContradicted,
    isSample: line.isSample,
    hiddenUntil: role === "performer" ? line.hiddenUntil : null,
    versions: isSeen ? versionsOf(line, lines, viewer) : [],
    takesSuggestions,
    suggestions: line.suggestions
      .map(({ id, artist, title, startsAt, endsAt, by, from }) => ({
        id,
        artist,
        title,
        start: startsAt,
        end: endsAt,
        count: by.length + from.length,
        isMine: viewer.id !== null && by.includes(viewer.id),
        from: from.flatMap((who) => toPerson(who, names))[0] ?? null,
      }))
      .filter(({ isMine }) => canEdit || isMine),
  };
}

/** Only its performer is told of versions that they hide, and only who may correct the list of what is possible. */
function versionsOf(
  line: Line,
  lines: readonly Line[],
  { role, now }: { role: FoundPerformance["role"]; now: number },
): TracklistLine["versions"] {
  return line.versions.flatMap(({ trackId, artist, title }) => {
    const named = lines.filter((other) => other.trackId === trackId);
    const isHidden = named.some((other) => isHiddenAt(other, now));
    const isPublic = named.some(({ confidence }) => confidence !== "possible");
    const isSeen = role === "performer" || (!isHidden && (role === "manager" || isPublic));
    return isSeen
      ? [{ artist, title, line: named.find((other) => isMeanwhile(line, other))?.id ?? null }]
      : [];
  });
}

/** A file of the performer's crate names it, which is theirs alone. */
const possibleName = ({ trackId, artist, title }: Line) =>
  trackId === null && (artist !== "" || title !== "") ? { artist, title } : null;

const isMeanwhile = (a: Line, b: Line) =>
  a !== b &&
  Math.min(a.endsAt ?? Number.MAX_SAFE_INTEGER, b.endsAt ?? Number.MAX_SAFE_INTEGER) >
    Math.max(a.startsAt, b.startsAt);

function toPerson(id: string, names: ReadonlyMap<string, string>) {
  const username = names.get(id);
  return username === undefined ? [] : [{ id, username }];
}

export const isHiddenAt = ({ hiddenUntil }: Pick<Line, "hiddenUntil">, now: number): boolean =>
  (hiddenUntil ?? 0) > now;

/** Returns how long at least one of these lines is heard, ms. */
export function coverOf(lines: readonly Pick<Line, "startsAt" | "endsAt">[], now: number): number {
  let covered = 0;
  let until = 0;
  for (const { startsAt, endsAt } of lines.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const end = endsAt ?? now;
    covered += Math.max(0, end - Math.max(startsAt, until));
    until = Math.max(until, end);
  }
  return covered;
}
