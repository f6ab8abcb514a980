/** Claims from rows of evidence: who says that which track was heard from when to when. Pure. */
import type { EvidenceKind, EvidenceRow, NewEvidence } from "./evidence.ts";
import { earRules } from "./rules.ts";

/** Times on air of a performance; `endsAt` is null while it is on air. */
export interface Aired {
  endsAt: number | null;
  /** Broadcasts in their order. */
  broadcasts: readonly { id: string; endedAt: number | null }[];
}

export interface Claim {
  /** The row that made it. */
  id: string;
  kind: EvidenceKind;
  /** The account that said so. */
  userId: string | null;
  trackId: string | null;
  artist: string;
  title: string;
  startsAt: number;
  endsAt: number | null;
  /** Named in public by itself. */
  isSure: boolean;
  /** The ear knows it from the performer's own file. */
  isStrong: boolean;
  /** The ear knows it from a reference that is another's word alone: nobody else's play is named or timed by it. */
  isAnothers: boolean;
  /** Part of the reference that the ear heard. */
  share: number;
  /** The reference that the ear heard. */
  referenceId?: string | null;
  /** References of versions that the ear cannot tell apart from this one; absent in rows of earlier rules. */
  versions?: string[];
}

/** A row as far as it may be taken back, or take another back. */
type Said = Pick<NewEvidence, "id" | "act" | "at" | "details">;

/** Returns the rows that take others back, by the id of the row that was taken back. */
export function retractionsOf<Row extends Said>(rows: readonly Row[]): Map<string, Row> {
  // The newest first: what takes a row back may itself be taken back by a later one.
  const retracted = new Map<string, Row>();
  for (const row of rows
    .filter(({ act }) => act === "retract")
    .toSorted(byAge)
    .toReversed())
    if (!retracted.has(row.id)) retracted.set(String(row.details?.evidence), row);
  return retracted;
}

/** Rows that were not taken back, in the order in which they were said. */
export function standingRows<Row extends Said>(rows: readonly Row[]): Row[] {
  const retracted = retractionsOf(rows);
  return rows.filter(({ id, act }) => act !== "retract" && !retracted.has(id)).toSorted(byAge);
}

/** Separator between the references in `details.versions`. */
export const versionSeparator = " ";

const byAge = (a: Said, b: Said) => a.at - b.at || (a.id < b.id ? -1 : 1);

/**
 * The claims of `heard` rows, by their start. A title of an encoder holds until its next one, or the end of its broadcast:
 * what is sent after that is another encoder's, or another connection's.
 */
export function claimsOf(rows: readonly EvidenceRow[], aired: Aired): Claim[] {
  const heard = rows.filter(({ act, startsAt }) => act === "heard" && startsAt !== null);
  const titles = heard.filter(({ kind }) => kind === "encoder").toSorted(byStart);
  const ends = new Map(
    titles.map((row, index) => [
      row.id,
      row.endsAt ?? earlier(titles[index + 1]?.startsAt ?? null, endOfBroadcast(row, aired)),
    ]),
  );
  return heard.toSorted(byStart).map((row) => ({
    id: row.id,
    kind: row.kind,
    userId: row.userId,
    trackId: row.trackId,
    artist: row.artist,
    title: row.title,
    startsAt: row.startsAt ?? 0,
    endsAt: ends.get(row.id) ?? row.endsAt,
    isSure: isSure(row),
    isStrong: row.kind === "ear" && row.trackId !== null && row.grade === "A" && isOwn(row),
    isAnothers: row.kind === "ear" && row.trackId !== null && isAnothers(row),
    share: row.share ?? 0,
    referenceId: row.referenceId,
    ...(typeof row.details.versions === "string" && {
      versions: row.details.versions.split(versionSeparator).filter(Boolean),
    }),
  }));
}

/** Returns the end of the broadcast in which a title was sent; null while it is on air. */
function endOfBroadcast(
  { broadcastId, startsAt }: EvidenceRow,
  { endsAt, broadcasts }: Aired,
): number | null {
  const own = broadcasts.find(({ id }) => id === broadcastId);
  const end = own === undefined ? endsAt : own.endedAt;
  return end && Math.max(end, startsAt ?? 0);
}

const earlier = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

function isSure(row: EvidenceRow): boolean {
  if (row.trackId === null) return false;
  return row.kind === "ear" ? isSurelyHeard(row) : row.kind !== "listener";
}

type Heard = Pick<EvidenceRow, "share" | "chance" | "supportedMs" | "grade" | "details">;

/** The reference was the performer's own when it was heard: a file of theirs, or taken from their broadcast. */
export const isOwn = ({ details }: Pick<Heard, "details">) => details.own === 1;

/** So many performers who are independent of each other have broadcast this sound under this name. */
export const isAgreed = ({ details }: Pick<Heard, "details">) =>
  Number(details.witnesses ?? 0) >= earRules.witnesses;

const isAnothers = (row: Heard) => row.grade !== "C" && !isOwn(row) && !isAgreed(row);

/**
 * Whether the ear may name in public what it has heard. `details.certainty` is what the ear itself says, `namedIn` the
 * performance in which somebody named this sound, `own` whether it is the same performer's.
 */
export function isSurelyHeard(row: Heard): boolean {
  const { share, chance, supportedMs, grade, details } = row;
  const isTrusted = (isOwn(row) && (grade === "A" || details.namedIn !== undefined)) || isAgreed(row);
  return (
    isTrusted &&
    details.certainty !== "possible" &&
    (supportedMs ?? 0) >= earRules.supportedMs &&
    (share ?? 0) >= earRules.share &&
    (share ?? 0) >= earRules.timesChance * (chance ?? 0)
  );
}

const byStart = (a: EvidenceRow, b: EvidenceRow) =>
  (a.startsAt ?? 0) - (b.startsAt ?? 0) || a.at - b.at || (a.id < b.id ? -1 : 1);
