/** `@qgustavor/stream-audio-fingerprint`: its landmarks, and a vote of our own, because it has no matcher. */
import StreamFingerprint from "@qgustavor/stream-audio-fingerprint";
import type { Track } from "../material.ts";
import { toPcm } from "../music/sound-files.ts";
import type { Peer } from "./peer.ts";

/** Sample rate that it wants to have, and its steps of time a second. */
const rate = 22_050;
const stepsPerSecond = rate / 256;
const pieceBytes = 2 * rate;
/** Votes for neighbouring places count together: a landmark is placed to a step. */
const slack = 1;

interface Landmarks {
  times: number[];
  hashes: number[];
}

export function openStreamFingerprint(references: readonly Track[]): Peer {
  const places = new Map<number, { track: number; time: number }[]>();
  for (const [track, { sound }] of references.entries()) {
    const { times, hashes } = landmarksOf(sound());
    for (const [each, hash] of hashes.entries()) {
      const known = places.get(hash) ?? [];
      known.push({ track, time: times[each] ?? 0 });
      places.set(hash, known);
    }
  }
  const asked = new WeakMap<Float32Array, Landmarks>();
  return {
    name: "stream-audio-fingerprint, our vote",
    match: (queries) =>
      queries.map(({ sound, from, to }) => {
        const landmarks = asked.get(sound) ?? landmarksOf(sound);
        asked.set(sound, landmarks);
        const best = vote(landmarks, from * stepsPerSecond, to * stepsPerSecond, places);
        const id = best && references[best.track]?.id;
        return best === undefined || id === undefined ? undefined : { id, score: best.votes };
      }),
  };
}

function landmarksOf(sound: Float32Array): Landmarks {
  const pcm = toPcm(sound, rate);
  const fingerprint = new StreamFingerprint();
  const found: Landmarks = { times: [], hashes: [] };
  for (let at = 0; at < pcm.length; at += pieceBytes) {
    const { tcodes, hcodes } = fingerprint.process(pcm.subarray(at, at + pieceBytes));
    for (const [each, hash] of hcodes.entries()) {
      found.times.push(tcodes[each] ?? 0);
      found.hashes.push(hash);
    }
  }
  return found;
}

/** Returns the track and how many landmarks agree on one place of it. */
function vote(
  { times, hashes }: Landmarks,
  from: number,
  to: number,
  places: ReadonlyMap<number, readonly { track: number; time: number }[]>,
): { track: number; votes: number } | undefined {
  const votes = new Map<number, Map<number, number>>();
  for (const [each, hash] of hashes.entries()) {
    const asked = times[each] ?? 0;
    if (asked < from || asked >= to) continue;
    for (const { track, time } of places.get(hash) ?? []) {
      const own = votes.get(track) ?? new Map<number, number>();
      own.set(time - asked, (own.get(time - asked) ?? 0) + 1);
      votes.set(track, own);
    }
  }
  let best: { track: number; votes: number } | undefined;
  for (const [track, own] of votes)
    for (const shift of own.keys()) {
      let sum = 0;
      for (let near = shift - slack; near <= shift + slack; near++) sum += own.get(near) ?? 0;
      if (sum > (best?.votes ?? 0)) best = { track, votes: sum };
    }
  return best;
}
