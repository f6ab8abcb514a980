/** A name for what was heard elsewhere before anybody knew it: all earlier plays get it. */
import type { AppContext } from "#app/context.ts";
import { standingRows } from "../claims.ts";
import type { EvidenceRow } from "../evidence.ts";
import { isOthersName } from "../others-names.ts";
import { publishTracklist } from "../publish.server.ts";
import { listDismissed, listHeardBy, listReferences, listTaken } from "../queries/harvest.ts";
import {
  findPerformance,
  insertEvidence,
  listEvidence,
  type NewEvidence,
  type PerformanceRow,
} from "../queries/tracklists.ts";
import { rulesVersion } from "../rules.ts";
import { type NamedSpan, occurrencesOf, spansWithName } from "./occurrences.ts";
import { retractHeard } from "./retract.server.ts";
import type { NamedLine } from "./spans.ts";

type Deps = Pick<AppContext, "db" | "clock" | "ids">;

/** So many names of one account are suggested for a performance at a time, ever, and so many of all accounts. */
const maxNames = { atOnce: 20, ofOne: 100, ofAll: 1_000 } as const;

type Named = Pick<NewEvidence, "kind" | "act" | "userId"> & Pick<EvidenceRow, "details">;

function hasRoom(stored: readonly Named[], standing: readonly Named[], by: string): boolean {
  const named = stored.filter(isOthersName);
  const isTheirs = ({ userId }: Named) => userId === by;
  return (
    named.length < maxNames.ofAll &&
    named.filter(isTheirs).length < maxNames.ofOne &&
    standing.filter((row) => isOthersName(row) && isTheirs(row)).length < maxNames.atOnce
  );
}

/**
 * Follows every reference without a name that was taken from this performance or heard in it to where else it was heard,
 * and stores there what these lines of this performance are called now: as a name for the performer's own plays, as a
 * suggestion to others, unless they have dismissed it. What an earlier name said is taken back.
 */
export async function nameEarlier(
  deps: Deps,
  performance: PerformanceRow,
  named: readonly NamedLine[],
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
  for (const reference of references) {
    const own = rows.get(reference.id) ?? [];
    const all = spansWithName(occurrencesOf(reference, own), performance, named);
    const dismissed = all.some(({ by }) => by !== null) ? await listDismissed(deps.db, reference.id) : [];
    const spans = all.filter((span) => !dismissed.some((name) => isSuggestedAgain(name, span)));
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

/** Whether this row gives this name to this span, as the same person's word. */
const isSaidBy = (
  { performance, trackId, startsAt, userId, details }: EvidenceRow,
  { occurrence, line, from, by }: NamedSpan,
) =>
  performance === occurrence.performance &&
  trackId === line.trackId &&
  startsAt === from &&
  (by === null ? details.own === 1 : details.own !== 1 && userId === by);

/** A performer who has dismissed a name for a sound is not told it again, nor another one by the same person. */
const isSuggestedAgain = (
  dismissed: Pick<EvidenceRow, "performerId" | "userId" | "trackId">,
  { occurrence, by, line }: NamedSpan,
) =>
  by !== null &&
  occurrence.performerId === dismissed.performerId &&
  (dismissed.userId === by || dismissed.trackId === line.trackId);

/** Stores rows, without those that are stored already. */
async function store(
  deps: Deps,
  { id: namedIn }: PerformanceRow,
  referenceId: string,
  spans: readonly NamedSpan[],
): Promise<void> {
  for (const [id, own] of Map.groupBy(spans, ({ occurrence }) => occurrence.performance)) {
    const performance = await findPerformance(deps.db, id);
    if (performance === undefined) continue;
    const stored = await listEvidence(deps.db, id);
    const standing = standingRows(stored);
    const rows: ReturnType<typeof toRow>[] = [];
    for (const span of own) {
      const { by } = span;
      const isThere = standing.some((row) => row.referenceId === referenceId && isSaidBy(row, span));
      const isFull = by !== null && !hasRoom([...stored, ...rows], [...standing, ...rows], by);
      if (!isThere && !isFull) rows.push(toRow(deps, performance, { span, referenceId, namedIn }));
    }
    const [first, ...rest] = insertEvidence(deps.db, rows);
    if (first !== undefined) await deps.db.batch([first, ...rest]);
    await publishTracklist(deps, performance);
  }
}

function toRow(
  { ids, clock }: Deps,
  { id, setId, stageId, performerId, broadcasts }: PerformanceRow,
  { span, referenceId, namedIn }: { span: NamedSpan; referenceId: string; namedIn: string },
): NewEvidence & Pick<EvidenceRow, "details"> {
  const { from, to, line, occurrence, by } = span;
  const row = ids.next();
  const { speed, playback, share, chance, supportedMs, indexSize } = occurrence.row ?? sameSound(to - from);
  return {
    id: row,
    line: row,
    performance: id,
    setId,
    stageId,
    performerId,
    broadcastId: occurrence.row?.broadcastId ?? broadcasts[0]?.id ?? id,
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
    userId: by,
    details: { certainty: "named", namedIn, ...(by === null && { own: 1 }) },
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
