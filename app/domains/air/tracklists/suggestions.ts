/** Suggestions of several people for a line without a name. Pure. */

import { identifyTrack } from "#app/domains/music/tracks/identity.ts";
import { countIndependent, minVoiceAgeMs, type Voice } from "#app/domains/people/accounts/independent.ts";
import type { Draft } from "./draft.ts";
import type { EvidenceRow, Suggestion } from "./evidence.ts";
import { isNamed } from "./named.ts";
import { lineRules } from "./rules.ts";

/** A suggestion for so much of a line is one for the whole. */
const wholeShare = 0.8;

/** Only lines without a name take suggestions; enough independent people who agree name them. */
export function suggest(lines: Map<string, Draft>, line: Draft, row: EvidenceRow): void {
  if (isNamed(line)) return;
  const said = addTo(line, row);
  if (said === undefined || countIndependent(said.voices, Number.MAX_SAFE_INTEGER) < lineRules.accounts)
    return;
  const { trackId, artist, title, id, startsAt, endsAt } = said;
  const named = {
    trackId,
    artist,
    title,
    source: "listener" as const,
    kinds: ["listener" as const],
    // Nobody's own word: it goes no further than this tracklist.
    namedBy: [],
    suggestions: [],
  };
  if (startsAt === null) {
    Object.assign(line, named);
    return;
  }
  line.suggestions = line.suggestions.filter((each) => each !== said);
  lines.set(id, { ...line, id, plays: [id], startsAt, endsAt, claims: [], ...named });
}

/** The suggestion to which a row adds a voice; undefined for agreement with one that is gone. */
function addTo(line: Draft, row: EvidenceRow): Suggestion | undefined {
  const span = spanOf(line, row);
  const { key } = identifyTrack(row.artist, row.title);
  let said = line.suggestions.find((each) =>
    row.act === "agree"
      ? each.id === String(row.details.evidence)
      : each.key === key && isSameSpan(each, span),
  );
  if (said === undefined) {
    if (row.act === "agree") return undefined;
    const { id, artist, title, trackId } = row;
    said = { id, artist, title, key, trackId, ...span, by: [], from: [], voices: [] };
    line.suggestions = [...line.suggestions, said];
  }
  // Of an account that was deleted since, what others agreed with stays.
  const who = row.userId ?? row.id;
  const list = row.details.namedIn === undefined ? said.by : said.from;
  if (!list.includes(who)) list.push(who);
  said.voices.push(...voiceOf(row));
  return said;
}

/** The part of a line that it is for; null for all of it. */
function spanOf(line: Draft, { startsAt, endsAt, details }: EvidenceRow) {
  const whole = { startsAt: null, endsAt: null };
  if (details.namedIn === undefined || startsAt === null || endsAt === null) return whole;
  const common = Math.min(endsAt, line.endsAt ?? Number.MAX_SAFE_INTEGER) - Math.max(startsAt, line.startsAt);
  const isWhole = line.endsAt !== null && common >= wholeShare * (line.endsAt - line.startsAt);
  return isWhole ? whole : { startsAt, endsAt };
}

function isSameSpan(a: Pick<Suggestion, "startsAt" | "endsAt">, b: Pick<Suggestion, "startsAt" | "endsAt">) {
  if (a.startsAt === null || b.startsAt === null) return a.startsAt === b.startsAt;
  return (a.endsAt ?? 0) > b.startsAt && (b.endsAt ?? 0) > a.startsAt;
}

/** Nobody, where the account was too young when it said so, or was deleted: of that, nobody can tell any more. */
function voiceOf({ voice, at }: EvidenceRow): Voice[] {
  if (!voice) return [];
  return at - voice.createdAt < minVoiceAgeMs ? [] : [{ ...voice, createdAt: 0 }];
}
