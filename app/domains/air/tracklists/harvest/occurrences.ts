/** Other places where the sound of a named line was heard while nobody knew its name. Pure. */
import type { EvidenceRow } from "../evidence.ts";
import { harvestRules, lengthOf, type NamedLine, overlapOf, type Span } from "./spans.ts";

/** So much of the sound has to be common to both. */
const minCommonMs = 30_000;
const minCommonShare = 0.6;

/** A place where a reference without a name was heard: where it was taken from, or in a row of evidence. */
export interface Occurrence {
  performance: string;
  performerId: string | null;
  /** Null: where it was taken from. */
  row: EvidenceRow | null;
  /** Times in the performance. */
  heard: Span;
  /** The same in the reference, from its start on, ms. */
  reference: Span;
}

export interface UnnamedReference {
  id: string;
  ownerId: string | null;
  performance: string;
  startsAt: number;
  durationMs: number;
}

/** Returns the place where it was taken from, and those of all rows that say where in it they are. */
export function occurrencesOf(reference: UnnamedReference, rows: readonly EvidenceRow[]): Occurrence[] {
  const { performance, ownerId, startsAt, durationMs } = reference;
  const origin: Occurrence = {
    performance,
    performerId: ownerId,
    row: null,
    heard: { from: startsAt, to: startsAt + durationMs },
    reference: { from: 0, to: durationMs },
  };
  return [origin, ...rows.flatMap((row) => (row.trackId === null ? toOccurrence(row) : []))];
}

function toOccurrence(row: EvidenceRow): Occurrence[] {
  const { performance, performerId, startsAt, endsAt, speed, details } = row;
  const position = Number(details.position ?? Number.NaN);
  if (startsAt === null || endsAt === null || speed === null || Number.isNaN(position)) return [];
  const heard = { from: startsAt, to: endsAt };
  const reference = { from: position - lengthOf(heard) * speed, to: position };
  return [{ performance, performerId, row, heard, reference }];
}

/** A span that has the name of this line. */
export interface NamedSpan extends Span {
  occurrence: Occurrence;
  line: NamedLine;
  /** The user who named it, where that is not the performer there: a suggestion to them. */
  by: string | null;
}

/**
 * Returns the spans of the same sound that a name in one performance applies to. A performer's word, or their encoder's
 * title, names their own plays; to everyone else a person's word is a suggestion, and a title says nothing.
 */
export function spansWithName(
  occurrences: readonly Occurrence[],
  performance: { id: string; performerId: string },
  lines: readonly NamedLine[],
): NamedSpan[] {
  const isHere = (each: Occurrence) => each.performance === performance.id;
  const here = occurrences.filter(isHere);
  // A line that was taken from here has its name already; a row may be under an encoder's title.
  const others = occurrences.filter((each) => !isHere(each) || each.row !== null);
  return lines.flatMap((line) => {
    const isTitle = line.kinds.every((kind) => kind === "encoder" || kind === "ear") && !line.isConfirmed;
    const edge = isTitle ? harvestRules.edgeMs : 0;
    const whole = { from: line.startsAt, to: line.endsAt };
    const sure = { from: line.startsAt + edge, to: line.endsAt - edge };
    return here.flatMap((occurrence) => {
      const [part, named] = [sure, whole].map((span) =>
        toReference(occurrence, overlapOf(span, occurrence.heard)),
      ) as [Span, Span];
      return others.flatMap((other) => {
        const sayers = sayersOf(line, isTitle, performance.performerId, other.performerId);
        if (sayers.length === 0) return [];
        const common = overlapOf(part, other.reference);
        const isEnough =
          lengthOf(common) >= minCommonMs &&
          (other.row === null || lengthOf(common) >= minCommonShare * lengthOf(other.reference));
        if (!isEnough) return [];
        const span = other.row === null ? toHeard(other, overlapOf(named, other.reference)) : other.heard;
        return sayers.map((by) => ({ ...span, occurrence: other, line, by }));
      });
    });
  });
}

/** Null: who plays it there. */
function sayersOf(
  line: NamedLine,
  isTitle: boolean,
  performerId: string,
  otherId: string | null,
): (string | null)[] {
  const isOwnTitle = otherId === performerId && line.kinds.includes("encoder");
  if (isOwnTitle || (otherId !== null && line.namedBy.includes(otherId))) return [null];
  return isTitle ? [] : line.namedBy;
}

function toReference({ heard, reference }: Occurrence, span: Span): Span {
  const speed = lengthOf(reference) / lengthOf(heard);
  const at = (time: number) => reference.from + (time - heard.from) * speed;
  return { from: at(span.from), to: at(span.to) };
}

function toHeard({ heard, reference }: Occurrence, span: Span): Span {
  const speed = lengthOf(heard) / lengthOf(reference);
  const at = (time: number) => Math.round(heard.from + (time - reference.from) * speed);
  return { from: at(span.from), to: at(span.to) };
}
