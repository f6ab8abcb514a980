/** A name for what was heard elsewhere before anybody knew it: all earlier plays get it. */
import type { AppContext } from "#app/context.ts";
import { listHeardBy, listReferences, listTaken } from "#db/queries/harvest.ts";
import {
  findPerformance,
  insertEvidence,
  listEvidence,
  type NewEvidence,
  type PerformanceRow,
} from "#db/queries/tracklists.ts";
import { standingRows } from "../claims.ts";
import type { EvidenceRow, Line } from "../evidence.ts";
import { publishTracklist } from "../publish.server.ts";
import { rulesVersion } from "../rules.ts";
import { type NamedSpan, occurrencesOf, spansWithName } from "./occurrences.ts";
import { retractHeard } from "./retract.server.ts";
import { isNamedByOthers } from "./spans.ts";

type Deps = Pick<AppContext, "db" | "clock" | "ids">;

/**
 * Follows every reference without a name that was taken from this performance or heard in it to where else it was heard,
 * and stores there what the lines of this performance are called now. What an earlier name said is taken back.
 */
export async function nameEarlier(
  deps: Deps,
  performance: PerformanceRow,
  lines: readonly Line[],
): Promise<void> {
  const now = deps.clock.now();
  const heardHere = (await listEvidence(deps.db, performance.id)).flatMap(({ kind, trackId, referenceId }) =>
    kind === "ear" && trackId === null && referenceId !== null ? [referenceId] : [],
  );
  const [taken, heard] = await Promise.all([
    listTaken(deps.db, performance.id, now),
    listReferences(deps.db, heardHere, now),
  ]);
  const references = [...new Map([...taken, ...heard].map((row) => [row.id, row])).values()].flatMap((row) =>
    row.grade === "C" && row.performance !== null && row.startsAt !== null
      ? [{ ...row, performance: row.performance, startsAt: row.startsAt }]
      : [],
  );
  const rows = Map.groupBy(
    await listHeardBy(
      deps.db,
      references.map(({ id }) => id),
    ),
    ({ referenceId }) => referenceId,
  );
  const named = lines.filter(isNamedByOthers);
  for (const reference of references) {
    const own = rows.get(reference.id) ?? [];
    const spans = spansWithName(occurrencesOf(reference, own), performance, named);
    const before = own.filter(
      ({ trackId, details }) => trackId !== null && details.namedIn === performance.id,
    );
    await retractHeard(
      deps,
      before.filter((row) => !spans.some((span) => isSaidBy(row, span))),
    );
    await store(deps, performance, reference.id, spans);
  }
}

/** Whether this row gives this name to this span. */
const isSaidBy = ({ performance, trackId, startsAt }: EvidenceRow, { occurrence, line, from }: NamedSpan) =>
  performance === occurrence.performance && trackId === line.trackId && startsAt === from;

/** What stands there already is not said again. */
async function store(
  deps: Deps,
  { id: namedIn }: PerformanceRow,
  referenceId: string,
  spans: readonly NamedSpan[],
): Promise<void> {
  for (const [id, own] of Map.groupBy(spans, ({ occurrence }) => occurrence.performance)) {
    const performance = await findPerformance(deps.db, id);
    if (performance === undefined) continue;
    const standing = standingRows(await listEvidence(deps.db, id));
    const rows = own.flatMap((span) => {
      const isThere = standing.some((row) => row.referenceId === referenceId && isSaidBy(row, span));
      return isThere ? [] : [toRow(deps, performance, { span, referenceId, namedIn })];
    });
    const [first, ...rest] = insertEvidence(deps.db, rows);
    if (first !== undefined) await deps.db.batch([first, ...rest]);
    await publishTracklist(deps, performance);
  }
}

function toRow(
  { ids, clock }: Deps,
  { id, setId, stageId, performerId, broadcastIds }: PerformanceRow,
  { span, referenceId, namedIn }: { span: NamedSpan; referenceId: string; namedIn: string },
): NewEvidence {
  const { from, to, line, occurrence } = span;
  const row = ids.next();
  const { speed, playback, share, chance, supportedMs, indexSize } = occurrence.row ?? sameSound(to - from);
  return {
    id: row,
    line: row,
    performance: id,
    setId,
    stageId,
    performerId,
    broadcastId: occurrence.row?.broadcastId ?? broadcastIds[0] ?? id,
    kind: "ear",
    act: "heard",
    trackId: line.trackId,
    artist: line.artist,
    title: line.title,
    startsAt: from,
    endsAt: to,
    speed,
    playback,
    share,
    chance,
    supportedMs,
    indexSize,
    referenceId,
    grade: "C",
    rulesVersion,
    details: { certainty: "named", namedIn },
    at: clock.now(),
  };
}

/** It is where the reference was taken from. */
const sameSound = (lengthMs: number) => ({
  speed: 1,
  playback: "varispeed" as const,
  share: 1,
  chance: 0,
  supportedMs: lengthMs,
  indexSize: null,
});
