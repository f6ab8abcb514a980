/** References from an ended performance: from what was named in it, and from what was not. */
import type { AppContext } from "#app/context.ts";
import { peaksKey } from "#app/domains/music/recognition/port.ts";
import {
  insertReferences,
  type NewReference,
  type ReferenceRow,
  trustedFrom,
} from "#app/domains/music/recognition/queries/references.ts";
import type { Write } from "#db/client.ts";
import { digestOf } from "#packages/fingerprint/peak-format.ts";
import { commonPart, type Part } from "#packages/fingerprint/same-recording.ts";
import { msPerFrame } from "#packages/fingerprint/scale.ts";
import { deriveTracklist } from "../derive.ts";
import type { Line } from "../evidence.ts";
import { performersRows } from "../performers-word.ts";
import { publishTracklist } from "../publish.server.ts";
import { listOfTrack, listOnAir, listTaken, standFor } from "../queries/harvest.ts";
import {
  findPerformance,
  insertEvidence,
  listEvidence,
  type NewEvidence,
  type PerformanceRow,
} from "../queries/tracklists.ts";
import { rulesVersion } from "../rules.ts";
import { removeUnusedTracks } from "../unused-tracks.server.ts";
import { nameEarlier } from "./name-earlier.server.ts";
import { withdrawReference } from "./remove.server.ts";
import { cutSound, joinPieces, type Run, soundIn } from "./sound.ts";
import {
  harvestRules,
  isPerformersWord,
  lengthOf,
  linesThatName,
  namedSpans,
  partsOf,
  type Span,
  unnamedSpans,
} from "./spans.ts";
import { isEnoughWith, recount } from "./witnesses.server.ts";

export type HarvestDeps = Pick<AppContext, "db" | "clock" | "ids" | "referencePeaks" | "livePeaks">;

/** A comparison takes a tenth of a second: so many for one span. */
const maxCompared = 4;

/**
 * Goes through a performance, once or again after something was said of it. What was taken from a line that has another
 * name now, or none that everyone may know, is taken back. Managers of the stage have no say in what is the performer's
 * word elsewhere. Does nothing while it is on air.
 */
export async function harvest(deps: HarvestDeps, id: string): Promise<void> {
  const performance = await findPerformance(deps.db, id);
  if (performance === undefined || performance.endsAt === null) return;
  // Other rules, or other evidence since it ended, may have made other lines of it.
  await publishTracklist(deps, performance);
  const rows = await listEvidence(deps.db, id);
  const [lines, own] = [rows, performersRows(rows)].map((said) => deriveTracklist(said, performance)) as [
    Line[],
    Line[],
  ];
  const taken = await listTaken(deps.db, id, deps.clock.now());
  const sound = await readSound(deps, performance, taken);
  const kept = await removeOutdated(deps, taken, own);
  await takeNamed(deps, { performance, lines, own, sound, kept });
  await takeUnnamed(deps, { performance, lines, sound });
  await nameEarlier(deps, performance, linesThatName(own, lines, performance.performerId));
  await removeUnusedTracks(deps, performance);
}

interface Sound {
  onAir: Span[];
  runs: Run[];
}

/** Live sound is kept for two days; after that there is only what nobody had named. */
async function readSound(
  { db, livePeaks, referencePeaks }: HarvestDeps,
  performance: PerformanceRow,
  taken: readonly ReferenceRow[],
): Promise<Sound> {
  const onAir = await listOnAir(db, performance);
  const pieces = await Promise.all(onAir.map(({ stream, from, to }) => livePeaks.read(stream, { from, to })));
  const runs = joinPieces(pieces.flat());
  if (runs.length > 0) return { onAir, runs };
  const unnamed = taken.filter(({ grade }) => grade === "C");
  const peaks = await referencePeaks.read(unnamed.map((row) => row.id));
  const parts = unnamed.flatMap(({ id, startsAt }) => {
    const bytes = peaks.get(id);
    return bytes === undefined || startsAt === null ? [] : [{ from: startsAt, peaks: bytes }];
  });
  return { onAir, runs: joinPieces(parts) };
}

async function removeOutdated(
  deps: HarvestDeps,
  taken: readonly ReferenceRow[],
  lines: readonly Line[],
): Promise<ReferenceRow[]> {
  // Corrected since, hidden, contradicted, or the performer's own: what was taken of it is no reference any more.
  const trackOf = new Map(lines.filter(isPerformersWord).map(({ id, trackId }) => [id, trackId]));
  const isOutdated = ({ grade, line, trackId }: ReferenceRow) =>
    grade === "B" && trackOf.get(line ?? "") !== trackId;
  const nameOf = new Map(lines.map(({ id, trackId }) => [id, trackId]));
  for (const row of taken.filter(isOutdated))
    await withdrawReference(deps, row, { isWithheld: nameOf.get(row.line ?? "") === row.trackId });
  return taken.filter((row) => !isOutdated(row));
}

interface Performed {
  performance: PerformanceRow;
  lines: readonly Line[];
  sound: Sound;
}

/**
 * Takes references under the name that the performer has broadcast them with, also where a file of a crate knows the
 * track already. Nobody has broadcast all of a file: what has named others' plays is only what broadcasts have in
 * common.
 */
async function takeNamed(
  deps: HarvestDeps,
  {
    performance,
    lines,
    own,
    sound,
    kept,
  }: Performed & { own: readonly Line[]; kept: readonly ReferenceRow[] },
): Promise<void> {
  for (const { line, span } of namedSpans(own, sound.onAir, lines)) {
    if (kept.some((row) => row.grade === "B" && row.line === line.id)) continue;
    const peaks = cutSound(sound.runs, span);
    if (peaks === null) continue;
    const { trackId, title, artist } = line;
    const known = await listOfTrack(deps.db, { trackId, but: performance.id, limit: maxCompared });
    const artists = artist === "" ? [] : [artist];
    const named = { grade: "B" as const, line: line.id, trackId, title, artists, witnesses: 1 };
    const same = await findAgreeing(deps, performance, known, peaks);
    if (same === undefined) await store(deps, performance, { ...named, span, sound: peaks });
    else if (same.row.witnesses >= trustedFrom) {
      await store(deps, performance, { ...named, span, sound: peaks, sameAs: same.row.id });
      await recount(deps, same.row.id);
    } else {
      // What only one of them has may be another record, under a title that was late or forgotten, or below this one.
      const common = {
        from: span.from + same.part.from * msPerFrame,
        to: span.from + same.part.to * msPerFrame,
      };
      const id = await store(deps, performance, { ...named, span: common, sound: same.part.peaks });
      await write(deps, [standFor(deps.db, { id, instead: same.row.id })]);
      await recount(deps, id);
    }
  }
}

async function findAgreeing(
  deps: HarvestDeps,
  { performerId }: PerformanceRow,
  known: readonly ReferenceRow[],
  peaks: Uint8Array,
): Promise<{ row: ReferenceRow; part: Part } | undefined> {
  const bytes = await deps.referencePeaks.read(known.map(({ id }) => id));
  for (const row of known) {
    const other = bytes.get(row.id);
    const part = other === undefined ? null : commonPart(peaks, other);
    if (part !== null && (await mayJoin(deps, row, performerId))) return { row, part };
  }
  return undefined;
}

/**
 * Not where it is another performer's, and this one's word is not enough for it: they know each other, or one of them is
 * new here. Both references stay what they are.
 */
const mayJoin = async (deps: HarvestDeps, row: ReferenceRow, performerId: string) =>
  row.ownerId === performerId ||
  row.witnesses >= trustedFrom ||
  (await isEnoughWith(deps, row.id, performerId));

/** Every span without a name becomes a line that people can name, and references by which it is known again. */
async function takeUnnamed(deps: HarvestDeps, { performance, lines, sound }: Performed): Promise<void> {
  for (const free of unnamedSpans(lines, sound.onAir))
    for (const span of soundIn(sound.runs, free)) {
      if (lengthOf(span) < harvestRules.minUnnamedMs) continue;
      const parts = partsOf(span).flatMap((part) => {
        const peaks = cutSound(sound.runs, part);
        return peaks === null ? [] : [{ span: part, sound: peaks }];
      });
      if (parts.length === 0) continue;
      const line = deps.ids.next();
      const expiresAt = deps.clock.now() + harvestRules.keptMs;
      for (const part of parts) await store(deps, performance, { ...part, grade: "C", line, expiresAt });
      await write(deps, insertEvidence(deps.db, [toUnnamedLine(deps, performance, line, span)]));
    }
}

function toUnnamedLine(
  { clock }: HarvestDeps,
  { id, setId, stageId, performerId, broadcasts }: PerformanceRow,
  line: string,
  { from, to }: Span,
): NewEvidence {
  const credit = { performance: id, setId, stageId, performerId, broadcastId: broadcasts[0]?.id ?? id };
  const heard = {
    kind: "ear",
    act: "heard",
    grade: "C",
    startsAt: Math.round(from),
    endsAt: Math.round(to),
  } as const;
  return { id: line, line, ...credit, ...heard, rulesVersion, at: clock.now() };
}

type Taken = Pick<NewReference, "grade" | "line"> & Partial<NewReference>;

/** Peaks first: a row without them would be a reference that nothing matches. */
async function store(
  { db, clock, ids, referencePeaks }: HarvestDeps,
  { id: performance, performerId }: PerformanceRow,
  { span, sound, ...facts }: Taken & { span: Span; sound: Uint8Array<ArrayBuffer> },
): Promise<string> {
  const id = ids.next();
  await referencePeaks.put(id, sound);
  const row: NewReference = {
    id,
    ownerId: performerId,
    durationMs: Math.round(lengthOf(span)),
    peaks: peaksKey(id),
    peaksBytes: sound.length,
    digest: await digestOf(sound),
    performance,
    startsAt: Math.round(span.from),
    createdAt: clock.now(),
    ...facts,
  };
  await insertReferences(db, [row]);
  return id;
}

/** All of these writes or none. */
export async function write({ db }: Pick<HarvestDeps, "db">, writes: readonly Write[]): Promise<void> {
  const [first, ...rest] = writes;
  if (first !== undefined) await db.batch([first, ...rest]);
}
