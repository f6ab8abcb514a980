/** People's corrections of lines, applied in the order in which they were made. Pure. */

import type { Draft } from "./draft.ts";
import type { EvidenceRow } from "./evidence.ts";
import { suggest } from "./suggestions.ts";

/** Rows about a line that does not exist (any more) have no effect. */
export function correct(drafts: readonly Draft[], rows: readonly EvidenceRow[]): Draft[] {
  const lines = new Map(drafts.map((draft) => [draft.id, { ...draft }]));
  for (const row of rows) {
    const line = lines.get(row.line ?? "");
    if (row.act !== "heard" && line !== undefined) apply(lines, line, row);
  }
  return [...lines.values()];
}

function apply(lines: Map<string, Draft>, line: Draft, row: EvidenceRow): void {
  switch (row.act) {
    case "confirm":
      line.isConfirmed = true;
      line.namedBy = row.userId === null ? [] : [row.userId];
      line.isContradicted = false;
      line.isAnothers = false;
      line.versions = [];
      break;
    case "name":
      name(line, row);
      break;
    case "remove":
      lines.delete(line.id);
      break;
    case "split":
      split(lines, line, row);
      break;
    case "merge":
      merge(lines, line, String(row.details.into));
      break;
    case "move":
      line.startsAt = row.startsAt ?? line.startsAt;
      line.endsAt = row.endsAt;
      break;
    case "hide":
      line.hiddenUntil = Number(row.details.until) > 0 ? Number(row.details.until) : null;
      break;
    case "own":
      line.isOwn = row.details.isOwn !== 0;
      break;
    case "suggest":
    case "agree":
      suggest(lines, line, row);
      break;
    case "heard":
    case "silence":
    case "describe":
    case "retract":
      break;
  }
}

function name(line: Draft, { kind, trackId, artist, title, userId }: EvidenceRow): void {
  Object.assign(line, { trackId, artist, title, source: kind, kinds: [kind], claims: [], versions: [] });
  line.isConfirmed = true;
  line.namedBy = userId === null ? [] : [userId];
  line.isAnothers = false;
  line.isContradicted = false;
  line.suggestions = [];
}

/** The line ends at the row's time; a new one without a name begins there and has the row's id. */
function split(lines: Map<string, Draft>, line: Draft, { id, kind, startsAt }: EvidenceRow): void {
  const isInside =
    startsAt !== null && startsAt > line.startsAt && (line.endsAt === null || startsAt < line.endsAt);
  if (!isInside) return;
  lines.set(id, {
    ...line,
    id,
    plays: [id],
    startsAt,
    trackId: null,
    artist: "",
    title: "",
    source: kind,
    kinds: [kind],
    namedBy: [],
    claims: [],
    versions: [],
    suggestions: [],
    isConfirmed: false,
    isAnothers: false,
    isOwn: false,
    hiddenUntil: null,
  });
  line.endsAt = startsAt;
}

/** `into` covers both spans and keeps its name. */
function merge(lines: Map<string, Draft>, line: Draft, into: string): void {
  const kept = lines.get(into);
  if (kept === undefined || kept === line) return;
  const isOpen = kept.endsAt === null || line.endsAt === null;
  kept.plays = [...kept.plays, ...line.plays];
  kept.isStillHeard ||= line.isStillHeard;
  kept.startsAt = Math.min(kept.startsAt, line.startsAt);
  kept.endsAt = isOpen ? null : Math.max(kept.endsAt ?? 0, line.endsAt ?? 0);
  lines.delete(line.id);
}
