import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { listEvidence, listTracksById, type PerformanceRow } from "#db/queries/tracklists.ts";
import type { TrackRow } from "#db/queries/tracks.ts";
import { toTrackView } from "../tracks/views.ts";
import type { TracklistInput, TracklistLine, TracklistView } from "./contract/tracklists.ts";
import { deriveTracklist } from "./derive.ts";
import type { Line } from "./evidence.ts";
import { type FoundPerformance, openPerformance } from "./performance.server.ts";

/**
 * The tracklist of a performance, for everyone; its performer and managers see what is only possible, too, and its
 * performer alone what is hidden.
 */
export async function openTracklist(ctx: AppContext, input: TracklistInput): Promise<TracklistView> {
  return viewTracklist(ctx, await openPerformance(ctx, input.set));
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
  return deriveTracklist(await listEvidence(ctx.db, performance.id), performance.endsAt);
}

export async function viewTracklist(
  ctx: AppContext,
  { performance, role }: FoundPerformance,
): Promise<TracklistView> {
  const lines = await readLines(ctx, performance);
  const tracks = await listTracksById(
    ctx.db,
    lines.flatMap(({ trackId }) => trackId ?? []),
  );
  const viewer = { id: ctx.viewer?.id ?? null, role, now: ctx.clock.now() };
  const shown = lines.map((line) => toLineView(line, tracks, viewer));
  return {
    set: performance.id,
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

function toLineView(
  line: Line,
  tracks: ReadonlyMap<string, TrackRow>,
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
    track: track === undefined ? null : toTrackView(track),
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
    versions: isSeen ? line.versions.map(({ artist, title }) => ({ artist, title })) : [],
    takesSuggestions,
    suggestions: line.suggestions
      .map(({ id, artist, title, by }) => ({
        id,
        artist,
        title,
        count: by.length,
        isMine: viewer.id !== null && by.includes(viewer.id),
      }))
      .filter(({ isMine }) => canEdit || isMine),
  };
}

export const isHiddenAt = ({ hiddenUntil }: Pick<Line, "hiddenUntil">, now: number): boolean =>
  (hiddenUntil ?? 0) > now;

/** How long at least one of these lines is heard, ms. */
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
