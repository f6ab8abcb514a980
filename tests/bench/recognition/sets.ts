/** Set C: whole sets with blends, cuts and unknown tracks; what the ear hears of each, and what peers make of it. */
import type { LandmarkIndex } from "#packages/fingerprint/landmark-index.ts";
import { type Heard, hear } from "./hearing.ts";
import type { Track } from "./material.ts";
import { makeMix, type Play } from "./mixes.ts";
import type { Answer, Peer, Query } from "./peers/peer.ts";

/** The product's budget for searching. */
const share = 0.03;
/** The window that peers are asked about: as in the evaluations of 2016, but every few seconds. */
const window = { seconds: 20, step: 5 } as const;

export interface PeerAnswer {
  /** Seconds of the set. */
  middle: number;
  answer: Answer | undefined;
}

export interface HeardSet {
  plays: readonly Play[];
  heard: Heard;
  /** The same ear without its ladder; of sets that peers got. */
  naive?: Heard;
  /** Answers by the name of the peer. */
  peers: ReadonlyMap<string, readonly PeerAnswer[]>;
}

export interface SetsOptions {
  known: readonly Track[];
  unknown: readonly Track[];
  sets: number;
  /** The first so many sets are for peers too. */
  peerSets: number;
  seconds: number;
  firstSeed: number;
  peers: readonly Peer[];
}

/** Sets of minutes of each track; their sound is not kept. */
export function hearSets(index: LandmarkIndex, options: SetsOptions): HeardSet[] {
  const { known, unknown, sets, peerSets, seconds, firstSeed, peers } = options;
  return Array.from({ length: sets }, (_, place) => {
    const { sound, plays } = makeMix("set", firstSeed + place, seconds, known, unknown);
    const heard = hear(index, sound, { share });
    if (peers.length === 0 || place >= peerSets) return { plays, heard, peers: new Map() };
    return {
      plays,
      heard,
      naive: hear(index, sound, { share, range: 0 }),
      peers: new Map(peers.map((peer) => [peer.name, ask(peer, sound)])),
    };
  });
}

/** One set in which each track is heard for 20 to 30 s. */
export function hearShortPlays(
  index: LandmarkIndex,
  options: Omit<SetsOptions, "sets" | "peerSets" | "peers">,
): HeardSet {
  const { known, unknown, seconds, firstSeed } = options;
  const { sound, plays } = makeMix("short", firstSeed, seconds, known, unknown);
  return { plays, heard: hear(index, sound, { share }), peers: new Map() };
}

function ask(peer: Peer, sound: Float32Array): PeerAnswer[] {
  const queries: Query[] = [];
  for (let from = 0; from + window.seconds <= sound.length / 48_000; from += window.step)
    queries.push({ sound, from, to: from + window.seconds });
  const answers = peer.match(queries);
  return queries.map(({ from, to }, place) => ({ middle: (from + to) / 2, answer: answers[place] }));
}
