import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { findEvidence, listEvidence, type NewEvidence } from "#db/queries/tracklists.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { CorrectInput } from "./contract/correct-input.ts";
import type { CorrectedView, Correction, SuggestInput, TracklistView } from "./contract/tracklists.ts";
import type { Line } from "./evidence.ts";
import { isHiddenAt, readLines, viewTracklist } from "./open.server.ts";
import { type FoundPerformance, openPerformance, requireOwnPerformance } from "./performance.server.ts";
import { addEvidence, nameTrack } from "./publish.server.ts";
import { suggestRate } from "./rules.ts";
import { wrongTimes } from "./times.ts";

type Own = FoundPerformance & { role: "performer" | "manager" };
type Writes = NonNullable<Awaited<ReturnType<typeof nameTrack>>>["writes"];

/**
 * Corrections of the performer or of a manager, stored together. Throws `not-found` for everyone else and for lines that
 * do not exist, `bad-input` for a name that is empty, for times outside of the performance, and for a manager who hides
 * a line or changes a hidden one.
 */
export async function correctTracklist(ctx: AppContext, input: CorrectInput): Promise<CorrectedView> {
  const own = await requireOwnPerformance(ctx, input.set);
  const acts = "acts" in input ? input.acts : [input];
  const lines = await readLines(ctx, own.performance);
  for (const act of acts) requireMayChange(ctx, own, lines, act);
  const rows: NewEvidence[] = [];
  const tracks: Writes = [];
  for (const act of acts) {
    const made = await toRows(ctx, own, lines, act);
    rows.push(...made.rows);
    tracks.push(...made.writes);
  }
  await addEvidence(ctx, own.performance, rows, tracks);
  return { tracklist: await viewTracklist(ctx, own), evidence: rows.map(({ id }) => id) };
}

/**
 * A listener's name for a span that nobody has named for sure. Throws `not-found` where there is none at `start`, and
 * `rate-limited`.
 */
export async function suggestTrack(ctx: AppContext, input: SuggestInput): Promise<TracklistView> {
  requireOk(await ctx.limits.take(`suggest-track:${requireViewer(ctx).id}`, suggestRate));
  const found = await openPerformance(ctx, input.set);
  const lines = await readLines(ctx, found.performance);
  const line = lines.find(
    ({ confidence, startsAt, endsAt }) =>
      confidence === "possible" &&
      startsAt <= input.start &&
      input.start < (endsAt ?? Number.MAX_SAFE_INTEGER),
  );
  if (line === undefined) throw new AppError("not-found");
  const track = await requireTrack(ctx, input);
  const { id: trackId, artist, title } = track;
  const row = {
    ...rowOf(ctx, found, "listener"),
    act: "suggest" as const,
    line: line.id,
    trackId,
    artist,
    title,
  };
  await addEvidence(ctx, found.performance, [row], track.writes);
  return viewTracklist(ctx, found);
}

async function toRows(
  ctx: AppContext,
  own: Own,
  lines: readonly Line[],
  correction: Correction,
): Promise<{ rows: NewEvidence[]; writes: Writes }> {
  const row = rowOf(ctx, own, own.role);
  const only = (fields: Partial<NewEvidence> & Pick<NewEvidence, "act">) => ({
    rows: [{ ...row, ...fields }],
    writes: [],
  });
  switch (correction.act) {
    case "confirm":
      return only({ act: "confirm", line: lineOf(lines, correction.line).id });
    case "confirm-all":
      return {
        rows: lines
          .filter(
            (line) =>
              line.confidence !== "possible" &&
              !line.isConfirmed &&
              !line.isContradicted &&
              mayChangeLine(ctx, own, line),
          )
          .map(({ id }) => ({ ...row, id: ctx.ids.next(), act: "confirm", line: id })),
        writes: [],
      };
    case "name":
    case "add": {
      const { id: trackId, artist, title, writes } = await requireTrack(ctx, correction);
      const named = { trackId, artist, title };
      if (correction.act === "name") {
        return { rows: [{ ...row, act: "name", line: lineOf(lines, correction.line).id, ...named }], writes };
      }
      const times = timesOf(ctx, own, correction);
      return { rows: [{ ...row, act: "heard", line: row.id, ...times, ...named }], writes };
    }
    case "accept": {
      const suggestion = lines
        .flatMap((line) => line.suggestions.map((each) => ({ line, ...each })))
        .find(({ id }) => id === correction.suggestion);
      if (suggestion === undefined) throw new AppError("not-found");
      const { id: trackId, artist, title, writes } = await requireTrack(ctx, suggestion);
      const details = { suggestion: suggestion.id };
      return {
        rows: [{ ...row, act: "name", line: suggestion.line.id, trackId, artist, title, details }],
        writes,
      };
    }
    case "dismiss": {
      const rows = await listEvidence(ctx.db, own.performance.id);
      const named = rows.find(({ id, act }) => id === correction.suggestion && act === "suggest");
      if (named === undefined) throw new AppError("not-found");
      return {
        rows: rows
          .filter(
            ({ act, line, trackId }) => act === "suggest" && line === named.line && trackId === named.trackId,
          )
          .map(({ id }) => ({ ...row, id: ctx.ids.next(), act: "retract", details: { evidence: id } })),
        writes: [],
      };
    }
    case "remove":
      return only({ act: "remove", line: lineOf(lines, correction.line).id });
    case "split":
      return only({ act: "split", line: lineOf(lines, correction.line).id, startsAt: correction.at });
    case "merge":
      return only({
        act: "merge",
        line: lineOf(lines, correction.line).id,
        details: { into: lineOf(lines, correction.into).id },
      });
    case "move":
      return only({
        act: "move",
        line: lineOf(lines, correction.line).id,
        ...timesOf(ctx, own, correction),
      });
    case "hide":
      return only({
        act: "hide",
        line: lineOf(lines, correction.line).id,
        details: { until: correction.until ?? 0 },
      });
    case "own":
      return only({
        act: "own",
        line: lineOf(lines, correction.line).id,
        details: { isOwn: correction.isOwn ? 1 : 0 },
      });
    case "undo": {
      const evidence = await findEvidence(ctx.db, correction.evidence);
      const isTheirs = evidence?.performance === own.performance.id && evidence.userId === row.userId;
      if (!isTheirs) throw new AppError("not-found");
      return only({ act: "retract", details: { evidence: evidence.id } });
    }
  }
}

/** The fields that all rows of a person have in common. */
export function rowOf(ctx: AppContext, { performance }: FoundPerformance, kind: NewEvidence["kind"]) {
  const { id, setId, stageId, performerId, broadcastIds } = performance;
  const common = { performance: id, setId, stageId, performerId, broadcastId: broadcastIds[0] ?? id, kind };
  return { ...common, id: ctx.ids.next(), userId: ctx.viewer?.id ?? null, at: ctx.clock.now() };
}

/** What a performer hides is theirs alone: managers neither see nor change it. */
function requireMayChange(ctx: AppContext, own: Own, lines: readonly Line[], act: Correction): void {
  if (own.role === "performer") return;
  if (act.act === "hide")
    throw new AppError("bad-input", { message: "Only the performer can hide a track or show it again." });
  const meant = lines.filter(
    ({ id, suggestions }) =>
      ("line" in act && act.line === id) ||
      ("into" in act && act.into === id) ||
      ("suggestion" in act && suggestions.some((each) => each.id === act.suggestion)),
  );
  for (const line of meant) requireMayChangeLine(ctx, own, line);
}

/** Throws `bad-input` for a line that its performer hides from the viewer. */
export function requireMayChangeLine(ctx: AppContext, own: Own, line: Line): void {
  if (mayChangeLine(ctx, own, line)) return;
  throw new AppError("bad-input", {
    message: "The performer has hidden this track: only they can change it.",
  });
}

const mayChangeLine = (ctx: AppContext, { role }: Own, line: Line) =>
  role === "performer" || !isHiddenAt(line, ctx.clock.now());

function timesOf(
  ctx: AppContext,
  { performance }: Own,
  { start: startsAt, end: endsAt = null }: { start: number; end?: number | null | undefined },
) {
  const message = wrongTimes({ startsAt, endsAt }, performance, ctx.clock.now());
  if (message !== null) throw new AppError("bad-input", { message });
  return { startsAt, endsAt };
}

function lineOf(lines: readonly Line[], id: string): Line {
  const line = lines.find((each) => each.id === id);
  if (line === undefined) throw new AppError("not-found");
  return line;
}

async function requireTrack(ctx: AppContext, { artist, title }: { artist: string; title: string }) {
  const track = await nameTrack(ctx, artist, title);
  if (track === null) throw new AppError("bad-input");
  return track;
}
