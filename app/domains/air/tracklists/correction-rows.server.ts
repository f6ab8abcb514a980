/** Stored corrections: rows of evidence, and the tracks that they name. */
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { Write } from "#db/client.ts";
import { retractionsOf, standingRows } from "./claims.ts";
import type { Correction } from "./contract/tracklists.ts";
import type { EvidenceRow, Line, Suggestion } from "./evidence.ts";
import { isOthersName } from "./others-names.ts";
import type { FoundPerformance, OwnPerformance } from "./performance.server.ts";
import { nameTrack } from "./publish.server.ts";
import { makePerformanceDue } from "./queries/harvest.ts";
import { findEvidence, type NewEvidence } from "./queries/tracklists.ts";
import { maxRowsAtOnce } from "./rules.ts";
import { wrongTimes } from "./times.ts";

export interface Corrected {
  own: OwnPerformance;
  lines: readonly Line[];
  /** Stored evidence of the performance. */
  stored: readonly EvidenceRow[];
  mayChange: (line: Line) => boolean;
}

interface Made {
  rows: NewEvidence[];
  writes: Write[];
  /** Number of rows that the writes store. */
  size: number;
}

/**
 * Returns the rows of these corrections, the writes that store the tracks they name, and how many rows those are; `acts`:
 * for each correction the ids of the rows that say it. What is said already, stored or in the same request, is not said
 * again.
 */
export async function rowsOf(ctx: AppContext, corrected: Corrected, acts: readonly Correction[]) {
  const rows: NewEvidence[] = [];
  const writes: Write[] = [];
  const ids: string[][] = [];
  let size = 0;
  for (const act of acts) {
    const made = await toRows(ctx, corrected, act, rows);
    const said = made.rows.map((row) => findSame(corrected.stored, rows, row) ?? row.id);
    const isNew = made.rows.filter(({ id }) => said.includes(id));
    ids.push(said);
    rows.push(...isNew);
    if (isNew.length === 0) continue;
    writes.push(...made.writes);
    size += made.size;
  }
  return { rows, writes, size, acts: ids };
}

/** The id of the row that says the same, if nothing was said of the line since. */
function findSame(
  stored: readonly EvidenceRow[],
  added: readonly NewEvidence[],
  row: NewEvidence,
): string | undefined {
  const isSame = (other: NewEvidence | EvidenceRow | undefined) =>
    other?.act === row.act &&
    other.kind === row.kind &&
    (other.trackId ?? null) === (row.trackId ?? null) &&
    (other.startsAt ?? null) === (row.startsAt ?? null) &&
    (other.endsAt ?? null) === (row.endsAt ?? null) &&
    JSON.stringify(other.details ?? {}) === JSON.stringify(row.details ?? {});
  if (row.act === "retract") {
    const known = retractionsOf(stored).get(String(row.details?.evidence));
    return (added.find(isSame) ?? known)?.id;
  }
  const standing = [...standingRows(stored), ...added];
  if (row.act === "heard") return standing.find(isSame)?.id;
  const last = standing.findLast(({ line, act }) => line === row.line && act !== "heard");
  return isSame(last) ? last?.id : undefined;
}

async function toRows(
  ctx: AppContext,
  corrected: Corrected,
  correction: Correction,
  added: readonly NewEvidence[],
): Promise<Made> {
  const { own, lines, stored } = corrected;
  const row = rowOf(ctx, own, own.role);
  const only = (fields: Partial<NewEvidence> & Pick<NewEvidence, "act">): Made => ({
    rows: [{ ...row, ...fields }],
    writes: [],
    size: 0,
  });
  const naming = async (name: { artist: string; title: string }, fields: Partial<NewEvidence>) => {
    const { id: trackId, artist, title, writes, size } = await requireTrack(ctx, name);
    return { rows: [{ ...row, act: "name" as const, trackId, artist, title, ...fields }], writes, size };
  };
  switch (correction.act) {
    case "confirm": {
      const line = lineOf(lines, correction.line);
      if (line.trackId !== null) return only({ act: "confirm", line: line.id });
      // From a file of the performer's crate that nobody has played before: it is no track yet, and theirs to tell.
      if (own.role === "performer" && line.title !== "") return naming(line, { line: line.id });
      throw new AppError("bad-input", { message: "This line has no name. Name it first." });
    }
    case "confirm-all":
      return {
        rows: allToConfirm(corrected, added).map((id) => confirmation(ctx, own, id)),
        writes: [],
        size: 0,
      };
    case "name":
      return naming(correction, { line: lineOf(lines, correction.line).id });
    case "add":
      return naming(correction, { act: "heard", line: row.id, ...timesOf(ctx, own, correction) });
    case "accept": {
      const [line, suggestion] = suggestionOf(lines, correction.suggestion);
      const { startsAt, endsAt } = suggestion;
      const details = { suggestion: suggestion.id };
      if (startsAt === null) return naming(suggestion, { line: line.id, details });
      return naming(suggestion, { act: "heard", line: row.id, startsAt, endsAt, details });
    }
    case "dismiss": {
      const named = stored.find(
        (each) => each.id === correction.suggestion && (each.act === "suggest" || isOthersName(each)),
      );
      if (named === undefined) throw new AppError("not-found");
      const made = only({ act: "retract", details: { evidence: named.id } });
      const { namedIn } = named.details;
      // Where the name comes from, it is looked at again for what else it suggests.
      const due = namedIn === undefined ? [] : [makePerformanceDue(ctx.db, String(namedIn), row.at)];
      return { ...made, writes: due };
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

/** Lines that "confirm all" confirms, as many as one request may store. */
function allToConfirm({ lines, mayChange }: Corrected, added: readonly NewEvidence[]): string[] {
  const said = new Set(added.flatMap(({ act, line }) => (act === "confirm" || act === "name" ? [line] : [])));
  return lines
    .filter(
      (line) =>
        line.confidence !== "possible" &&
        !line.isConfirmed &&
        !line.isContradicted &&
        !said.has(line.id) &&
        mayChange(line),
    )
    .map(({ id }) => id)
    .slice(0, maxRowsAtOnce - added.length);
}

const confirmation = (ctx: AppContext, own: OwnPerformance, line: string): NewEvidence => ({
  ...rowOf(ctx, own, own.role),
  act: "confirm",
  line,
});

/** The fields that all rows of a person have in common. */
export function rowOf(
  ctx: Pick<AppContext, "clock" | "ids" | "viewer">,
  { performance }: FoundPerformance,
  kind: NewEvidence["kind"],
) {
  const { id, setId, stageId, performerId, broadcasts } = performance;
  const common = { performance: id, setId, stageId, performerId, broadcastId: broadcasts[0]?.id ?? id, kind };
  return { ...common, id: ctx.ids.next(), userId: ctx.viewer?.id ?? null, at: ctx.clock.now() };
}

function timesOf(
  ctx: Pick<AppContext, "clock">,
  { performance }: OwnPerformance,
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

function suggestionOf(lines: readonly Line[], id: string): [Line, Suggestion] {
  for (const line of lines) {
    const suggestion = line.suggestions.find((each) => each.id === id);
    if (suggestion !== undefined) return [line, suggestion];
  }
  throw new AppError("not-found");
}

export async function requireTrack(
  ctx: Pick<AppContext, "clock" | "db" | "ids">,
  { artist, title }: { artist: string; title: string },
) {
  const track = await nameTrack(ctx, artist, title);
  if (track === null) throw new AppError("bad-input", { message: "Enter an artist or a title." });
  return track;
}
