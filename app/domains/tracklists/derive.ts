/**
 * A tracklist from its evidence: claims of one track become one line, what people said about lines is applied in its
 * order. Pure: the same rows give the same lines, whenever they are read.
 */
import { type Claim, claimsOf, standingRows } from "./claims.ts";
import { correct } from "./corrections.ts";
import type { EvidenceKind, EvidenceRow, Line } from "./evidence.ts";
import { isNamed } from "./named.ts";
import { closeOpenEnds } from "./open-ends.ts";
import { earRules, lineRules } from "./rules.ts";

/** A line while it is built. */
export interface Draft extends Line {
  claims: Claim[];
  /** The ear or the encoder has not said that it is over. */
  isStillHeard: boolean;
}

/** Lines by their start. `endsAt`: the end of the performance, null while it is on air. */
export function deriveTracklist(rows: readonly EvidenceRow[], endsAt: number | null): Line[] {
  const standing = standingRows(rows);
  const drafts = join(claimsOf(standing, endsAt)).map(toDraft);
  markVersions(drafts);
  markContradictions(drafts);
  const corrected = closeOpenEnds(correct(drafts, standing), endsAt);
  markContradictions(corrected, isVoted);
  const judged = corrected.map(judge);
  const lines = judged
    .filter((line) => line.trackId !== null || !isNamedBy(line, judged))
    .toSorted((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1));
  return lines.map((line) => {
    const { claims: _, isStillHeard: __, ...shown } = line;
    return { ...shown, isSample: isSample(line, lines) };
  });
}

/** Claims of one track that overlap or nearly do belong together. Spans without a name stay alone. */
function join(claims: readonly Claim[]): Claim[][] {
  const groups: Claim[][] = [];
  for (const claim of claims) {
    const group = groups.findLast((each) => each.some((other) => isSamePlay(claim, other)));
    if (group === undefined) groups.push([claim]);
    else group.push(claim);
  }
  return groups;
}

function isSamePlay(claim: Claim, other: Claim): boolean {
  if (claim.trackId === null || claim.trackId !== other.trackId) return false;
  const gap = claim.startsAt - (other.endsAt ?? claim.startsAt);
  const isNear = Math.abs(claim.startsAt - other.startsAt) <= lineRules.nearMs;
  return gap <= lineRules.joinMs || isNear;
}

/** The ear knows best when a track began and ended, then the file of the performer's software, then the encoder. */
const timeOrder: readonly EvidenceKind[] = ["performer", "manager", "ear", "history", "encoder", "listener"];
/** Who is named as the source where several agree. */
export const sourceOrder: readonly EvidenceKind[] = [
  "performer",
  "manager",
  "encoder",
  "history",
  "ear",
  "listener",
];

const firstOf = <T>(order: readonly EvidenceKind[], kinds: ReadonlyMap<EvidenceKind, T>): T | undefined =>
  order.flatMap((kind) => (kinds.has(kind) ? [kinds.get(kind)] : []))[0];

function toDraft(claims: Claim[]): Draft {
  const [first] = claims.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (first === undefined) throw new Error("a line without a claim");
  const byKind = Map.groupBy(claims, ({ kind }) => kind);
  const timed = firstOf(timeOrder, byKind) ?? claims;
  const named = firstOf(sourceOrder, byKind)?.[0] ?? first;
  const ends = timed.map(({ endsAt }) => endsAt);
  return {
    id: first.id,
    plays: claims.map(({ id }) => id),
    trackId: named.trackId,
    artist: named.artist,
    title: named.title,
    startsAt: Math.min(...timed.map(({ startsAt }) => startsAt)),
    endsAt: ends.includes(null) ? null : Math.max(...ends.map(Number)),
    source: named.kind,
    kinds: sourceOrder.filter((kind) => byKind.has(kind)),
    confidence: "possible",
    isConfirmed: false,
    isOwn: false,
    hiddenUntil: null,
    isSample: false,
    isContradicted: false,
    versions: [],
    suggestions: [],
    claims,
    isStillHeard: timed.some(({ kind, endsAt }) => endsAt === null && (kind === "ear" || kind === "encoder")),
  };
}

const overlapMs = (a: Line, b: Line) =>
  Math.min(a.endsAt ?? Number.MAX_SAFE_INTEGER, b.endsAt ?? Number.MAX_SAFE_INTEGER) -
  Math.max(a.startsAt, b.startsAt);

const isOfEar = ({ kinds }: Draft) => kinds.includes("ear");
const shareOf = ({ claims }: Draft) => Math.max(...claims.map(({ share }) => share));

/** Two recordings that the ear hears in the same span, neither twice as well as the other: versions of each other. */
function markVersions(drafts: readonly Draft[]): void {
  const heard = drafts.filter((draft) => isOfEar(draft) && draft.trackId !== null);
  for (const draft of heard) {
    const rivals = heard.filter(
      (other) =>
        other !== draft &&
        overlapMs(draft, other) > 0.8 * spanOf(draft) &&
        shareOf(other) * earRules.timesRival > shareOf(draft),
    );
    draft.versions = rivals.map(({ trackId, artist, title }) => ({ trackId: trackId ?? "", artist, title }));
  }
}

/** Named by listeners alone. */
const isVoted = ({ kinds, isConfirmed }: Draft) => !isConfirmed && kinds.every((kind) => kind === "listener");

function markContradictions(drafts: readonly Draft[], isMeant: (draft: Draft) => boolean = () => true): void {
  const heard = drafts.filter((draft) => isOfEar(draft) && draft.claims.some(({ isSure }) => isSure));
  for (const draft of drafts.filter(isMeant)) {
    const isTitle = !isOfEar(draft) && draft.trackId !== null && spanOf(draft) > 0;
    draft.isContradicted =
      isTitle &&
      heard.some(
        (other) =>
          other.trackId !== draft.trackId &&
          overlapMs(draft, other) >= Math.max(lineRules.contradictMs, spanOf(draft) / 2),
      );
  }
}

const spanOf = ({ startsAt, endsAt }: Line) => (endsAt ?? startsAt) - startsAt;

/**
 * Whether a span without a name is, for the greater part, that of a track which somebody has named. The title of an
 * encoder does not count: it holds until the next one, whatever is played.
 */
function isNamedBy(line: Draft, all: readonly Draft[]): boolean {
  const named = all.filter(({ trackId, confidence, kinds }) => {
    return trackId !== null && confidence !== "possible" && kinds.some((kind) => kind !== "encoder");
  });
  return named.some((other) => 2 * overlapMs(line, other) > spanOf(line));
}

/** How sure a line is, from who named it. */
function judge(draft: Draft): Draft {
  const { isConfirmed, kinds, claims, isContradicted } = draft;
  if (!isNamed(draft)) return { ...draft, confidence: "possible" };
  const isBacked =
    isConfirmed || kinds.includes("performer") || kinds.length > 1 || claims.some(({ isStrong }) => isStrong);
  const isLong = spanOf(draft) >= lineRules.fileMs || draft.endsAt === null;
  return { ...draft, confidence: isBacked && isLong && !isContradicted ? "fileable" : "named" };
}

function isSample(line: Line, all: readonly Line[]): boolean {
  if (line.endsAt === null || spanOf(line) >= lineRules.sampleMs || line.isConfirmed) return false;
  return all.some(
    (other) =>
      other !== line &&
      other.startsAt <= line.startsAt &&
      (other.endsAt ?? Number.MAX_SAFE_INTEGER) >= (line.endsAt ?? 0) &&
      spanOf(other) >= lineRules.sampleMs,
  );
}
