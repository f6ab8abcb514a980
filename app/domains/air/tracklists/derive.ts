/**
 * A tracklist from its evidence: claims of one track become one line, what people said about lines is applied in its
 * order. Pure: the same rows give the same lines, whenever they are read.
 */
import { type Aired, type Claim, claimsOf } from "./claims.ts";
import { correct } from "./corrections.ts";
import type { Draft } from "./draft.ts";
import type { EvidenceKind, EvidenceRow, Line } from "./evidence.ts";
import { isNamed } from "./named.ts";
import { closeOpenEnds } from "./open-ends.ts";
import { separateNames } from "./others-names.ts";
import { earRules, lineRules } from "./rules.ts";

/** Lines by their start. `aired`: the performance. */
export function deriveTracklist(rows: readonly EvidenceRow[], aired: Aired): Line[] {
  const { making: standing, about } = separateNames(rows);
  const drafts = join(claimsOf(standing, aired), hiddenSince(standing)).map(toDraft);
  // What is still heard has the length that it has so far: with none, all that overlaps it would fill it.
  const until = aired.endsAt ?? lastMoment(standing);
  markVersions(drafts, until);
  markContradictions(drafts);
  const corrected = closeOpenEnds(correct(drafts, about(drafts)), standing, aired);
  markContradictions(corrected, isVoted);
  const judged = corrected.map(judge);
  const lines = judged
    .filter((line) => line.trackId !== null || !isNamedBy(line, judged, until))
    .toSorted((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1));
  return lines.map((line) => {
    const { claims: _, isStillHeard: __, ...shown } = line;
    return { ...shown, isSample: isSample(line, lines) };
  });
}

/** Returns the id of the first row that hides a line since it was last shown, by the id of the line. */
function hiddenSince(rows: readonly EvidenceRow[]): Map<string, string> {
  const since = new Map<string, string>();
  for (const { id, act, line, details } of rows) {
    if (act !== "hide" || line === null) continue;
    if (Number(details.until) > 0) since.set(line, since.get(line) ?? id);
    else since.delete(line);
  }
  return since;
}

/**
 * Claims of one track that overlap or nearly do belong together. Spans without a name stay alone, and so does what a
 * manager has added since a line was hidden: whether it joins would tell them its name.
 */
function join(claims: readonly Claim[], hidden: ReadonlyMap<string, string>): Claim[][] {
  const groups: Claim[][] = [];
  const isGuess = (claim: Claim, group: readonly Claim[]) =>
    claim.kind === "manager" && group.some(({ id }) => claim.id > (hidden.get(id) ?? claim.id));
  // Strangers' files come last: they join no plays that nobody else does. Before them what may be a guess.
  const ids = [...hidden.values()];
  const isLater = ({ id, kind }: Claim) => kind === "manager" && ids.some((since) => id > since);
  const order = (claim: Claim) => (claim.isAnothers ? 2 : Number(isLater(claim)));
  for (const claim of claims.toSorted((a, b) => order(a) - order(b))) {
    const group = groups.findLast(
      (each) => each.some((other) => isSamePlay(claim, other)) && !isGuess(claim, each),
    );
    if (group === undefined) groups.push([claim]);
    else group.push(claim);
  }
  return groups;
}

function isSamePlay(claim: Claim, other: Claim): boolean {
  if (claim.trackId === null || claim.trackId !== other.trackId) return false;
  const gap = Math.max(
    claim.startsAt - (other.endsAt ?? claim.startsAt),
    other.startsAt - (claim.endsAt ?? other.startsAt),
  );
  const isNear = Math.abs(claim.startsAt - other.startsAt) <= lineRules.nearMs;
  return gap <= lineRules.joinMs || isNear;
}

/** The ear knows best when a track began and ended, then the file of the performer's software, then the encoder. */
const timeOrder: readonly EvidenceKind[] = ["performer", "manager", "ear", "history", "encoder", "listener"];
/** The order in which a source is named where several agree. */
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
  const isAnothers = claims.every((claim) => claim.isAnothers);
  // Beside the word of anybody else, a stranger's file says nothing.
  const counting = isAnothers ? claims : claims.filter((claim) => !claim.isAnothers);
  const [first] = counting.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (first === undefined) throw new Error("a line without a claim");
  const byKind = Map.groupBy(counting, ({ kind }) => kind);
  const timed = firstOf(timeOrder, byKind) ?? counting;
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
    namedBy: [...new Set(claims.flatMap(({ kind, userId }) => (kind === "ear" ? [] : (userId ?? []))))],
    confidence: "possible",
    isConfirmed: false,
    isOwn: false,
    hiddenUntil: null,
    isSample: false,
    isContradicted: false,
    isAnothers,
    versions: [],
    suggestions: [],
    claims: counting,
    isStillHeard: timed.some(({ kind, endsAt }) => endsAt === null && (kind === "ear" || kind === "encoder")),
  };
}

/** `until`: the end of lines that are still heard. */
const overlapMs = (a: Line, b: Line, until = Number.MAX_SAFE_INTEGER) =>
  Math.min(a.endsAt ?? until, b.endsAt ?? until) - Math.max(a.startsAt, b.startsAt);

const isOfEar = ({ kinds }: Draft) => kinds.includes("ear");
const shareOf = ({ claims }: Draft) => Math.max(...claims.map(({ share }) => share));

/** The last time that any row speaks of: so far the performance has gone. */
const lastMoment = (rows: readonly EvidenceRow[]): number =>
  Math.max(
    0,
    ...rows.map(({ startsAt, endsAt, supportedMs }) => endsAt ?? (startsAt ?? 0) + (supportedMs ?? 0)),
  );

/**
 * Two recordings of which one explains nearly all that the ear hears of the other: versions of each other. The ear says
 * so itself. Of rows from before it did, those count that were heard from the same moment on for nearly as long, neither
 * twice as well as the other: the neighbour in a blend begins earlier or later.
 */
function markVersions(drafts: readonly Draft[], until: number): void {
  const heard = drafts.filter((draft) => isOfEar(draft) && draft.trackId !== null);
  const isLookAlike = (draft: Draft, other: Draft) =>
    Math.abs(draft.startsAt - other.startsAt) <= lineRules.versionStartMs &&
    overlapMs(draft, other, until) > 0.8 * spanOf(draft, until) &&
    shareOf(other) * earRules.timesRival > shareOf(draft);
  for (const draft of heard) {
    const told = versionsOf(draft);
    const rivals = heard.filter(
      (other) =>
        other.trackId !== draft.trackId &&
        (draft.isAnothers || !other.isAnothers) &&
        (told === undefined
          ? isLookAlike(draft, other)
          : other.claims.some(({ referenceId }) => referenceId && told.has(referenceId))),
    );
    draft.versions = rivals.map(({ trackId, artist, title }) => ({ trackId: trackId ?? "", artist, title }));
  }
}

/** The references that the ear calls versions of this line; undefined where none of its rows says. */
function versionsOf({ claims }: Draft): Set<string> | undefined {
  const told = claims.flatMap(({ kind, versions }) => (kind === "ear" && versions ? [versions] : []));
  return told.length === 0 ? undefined : new Set(told.flat());
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

const spanOf = ({ startsAt, endsAt }: Line, until = startsAt) => (endsAt ?? until) - startsAt;

/**
 * Whether a span without a name is, for the greater part, that of a track which somebody has named. The title of an
 * encoder does not count: it holds until the next one, whatever is played.
 */
function isNamedBy(line: Draft, all: readonly Draft[], until: number): boolean {
  const named = all.filter(({ trackId, confidence, kinds }) => {
    return trackId !== null && confidence !== "possible" && kinds.some((kind) => kind !== "encoder");
  });
  return named.some((other) => 2 * overlapMs(line, other, until) > spanOf(line, until));
}

/** Decides how sure a line is, from who named it. */
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
      !other.isAnothers &&
      other.startsAt <= line.startsAt &&
      (other.endsAt ?? Number.MAX_SAFE_INTEGER) >= (line.endsAt ?? 0) &&
      spanOf(other) >= lineRules.sampleMs,
  );
}
