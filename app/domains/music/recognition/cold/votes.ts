/** References that share triplets with a sound, at one speed and one place: candidates for the ear to verify. */
import { framesPerSecond } from "#packages/fingerprint/scale.ts";
import type { Triplet } from "./triplets.ts";

/** A triplet of a reference with the hash that was asked for. */
export interface Match extends Triplet {
  reference: string;
  /** The owner's number, as `ownerNumber` gives it; null: no one's, or not known. */
  owner: number | null;
}

export interface Candidate {
  reference: string;
  /** Peaks of the sound that agree on a speed and a place. */
  votes: number;
}

/** Records are played no faster or slower than this. */
const maxScale = 1.18;
/** Matches within so much of a speed, and of a place, agree. */
const scaleStep = 0.02;
const placeFrames = 2 * framesPerSecond;
/** Unrelated music reached 7, records at other speeds 19 to 400; what the ear rejects costs a request for its peaks. */
const minVotes = 8;
/** So many of the likeliest, and further ones that are nearly as likely: not all of them may be named. */
const usualCandidates = 10;
const maxCandidates = 40;
const nearlyAsLikely = 1 / 3;
/**
 * Maximum number of one owner's references: a file can be filed as often as its owner likes, and must leave places to
 * those of others.
 */
const maxOfOwner = 3;

/** Returns the likeliest references, usually at most ten. */
export function findCandidates(asked: readonly Triplet[], matches: readonly Match[]): Candidate[] {
  const byHash = Map.groupBy(asked, ({ hash }) => hash);
  const voters = new Map<string, Set<number>>();
  const owners = new Map(matches.map(({ reference, owner }) => [reference, owner ?? reference]));
  for (const { hash, reference, time, span } of matches)
    for (const own of byHash.get(hash) ?? []) {
      const scale = span / own.span;
      if (scale > maxScale || scale < 1 / maxScale) continue;
      const place = (time - scale * own.time) / placeFrames;
      const speed = Math.round(Math.log(scale) / scaleStep);
      // Half a step apart: what lies at the edge of one is in the middle of the other.
      for (const cell of [`a${Math.floor(place)}`, `b${Math.floor(place + 0.5)}`]) {
        const key = `${speed} ${cell} ${reference}`;
        const set = voters.get(key);
        if (set === undefined) voters.set(key, new Set([own.time]));
        else set.add(own.time);
      }
    }
  const votes = new Map<string, number>();
  for (const [key, { size }] of voters) {
    const reference = key.slice(key.indexOf(" ", key.indexOf(" ") + 1) + 1);
    if (size >= minVotes) votes.set(reference, Math.max(size, votes.get(reference) ?? 0));
  }
  const sorted = Array.from(votes, ([reference, count]) => ({ reference, votes: count })).toSorted(
    (a, b) => b.votes - a.votes,
  );
  const places = new Map<number | string | undefined, number>();
  const ofOwners = sorted.filter(({ reference }) => {
    const owner = owners.get(reference);
    const place = (places.get(owner) ?? 0) + 1;
    places.set(owner, place);
    return place <= maxOfOwner;
  });
  const enough = (sorted[0]?.votes ?? 0) * nearlyAsLikely;
  return ofOwners
    .filter((each, place) => place < usualCandidates || each.votes >= enough)
    .slice(0, maxCandidates);
}
