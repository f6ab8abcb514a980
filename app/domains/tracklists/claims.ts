/** From rows of evidence to claims: who says that which track was heard from when to when. Pure. */
import type { EvidenceKind, EvidenceRow } from "./evidence.ts";
import { earRules } from "./rules.ts";

export interface Claim {
  /** The row that made it. */
  id: string;
  kind: EvidenceKind;
  trackId: string | null;
  artist: string;
  title: string;
  startsAt: number;
  endsAt: number | null;
  /** Named in public by itself. */
  isSure: boolean;
  /** A performer's own file, or a witness beside the encoder. */
  isStrong: boolean;
  /** Of the ear: how much of the reference was heard. */
  share: number;
}

/** Rows that were not taken back, in the order in which they were said. */
export function standingRows(rows: readonly EvidenceRow[]): EvidenceRow[] {
  // The newest first: what takes a row back may itself be taken back by a later one.
  const retracted = new Set<string>();
  for (const { id, details } of rows
    .filter((row) => row.act === "retract")
    .toSorted(byAge)
    .toReversed())
    if (!retracted.has(id)) retracted.add(String(details.evidence));
  return rows.filter(({ id, act }) => act !== "retract" && !retracted.has(id)).toSorted(byAge);
}

const byAge = (a: EvidenceRow, b: EvidenceRow) => a.at - b.at || (a.id < b.id ? -1 : 1);

/**
 * The claims of `heard` rows, by their start. A title of an encoder holds until its next one, or `endsAt` (the end of
 * the performance; null while it is on air).
 */
export function claimsOf(rows: readonly EvidenceRow[], endsAt: number | null): Claim[] {
  const heard = rows.filter(({ act, startsAt }) => act === "heard" && startsAt !== null);
  const titles = heard.filter(({ kind }) => kind === "encoder").toSorted(byStart);
  const ends = new Map(
    titles.map(({ id, endsAt: own }, index) => [id, own ?? titles[index + 1]?.startsAt ?? endsAt]),
  );
  return heard.toSorted(byStart).map((row) => ({
    id: row.id,
    kind: row.kind,
    trackId: row.trackId,
    artist: row.artist,
    title: row.title,
    startsAt: row.startsAt ?? 0,
    endsAt: ends.get(row.id) ?? row.endsAt,
    isSure: isSure(row),
    isStrong: row.kind === "ear" && row.trackId !== null && row.grade === "A",
    share: row.share ?? 0,
  }));
}

function isSure(row: EvidenceRow): boolean {
  if (row.trackId === null) return false;
  return row.kind === "ear" ? isSurelyHeard(row) : row.kind !== "listener";
}

type Heard = Pick<EvidenceRow, "share" | "chance" | "supportedMs" | "grade" | "details">;

/**
 * Whether the ear may name in public what it has heard. `details.certainty` is what the ear itself says, `namedIn` the
 * performance in which somebody named this sound.
 */
export function isSurelyHeard({ share, chance, supportedMs, grade, details }: Heard): boolean {
  const isTrusted =
    grade === "A" || Number(details.witnesses ?? 0) >= earRules.witnesses || details.namedIn !== undefined;
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
