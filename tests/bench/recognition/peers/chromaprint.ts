/** Chromaprint: raw prints of its program `fpcalc`, and the smallest Hamming distance of all alignments. */
import { spawnSync } from "node:child_process";
import type { Track } from "../material.ts";
import { toPcm } from "../music/sound-files.ts";
import type { Answer, Peer } from "./peer.ts";

const rate = 11_025;
/** Samples between two prints. */
const hop = 4_096 / 3;
const perSecond = rate / hop;

/** Returns the peer; undefined where `fpcalc` is not installed. */
export function openChromaprint(references: readonly Track[]): Peer | undefined {
  if (spawnSync("fpcalc", ["-version"]).status !== 0) return undefined;
  const known = new Map(references.map((track) => [track.id, printsOf(track.sound())]));
  const asked = new WeakMap<Float32Array, Uint32Array>();
  return {
    name: "Chromaprint, best alignment",
    match: (queries) =>
      queries.map(({ sound, from, to }) => {
        const prints = asked.get(sound) ?? printsOf(sound);
        asked.set(sound, prints);
        return nearest(prints.subarray(Math.round(from * perSecond), Math.round(to * perSecond)), known);
      }),
  };
}

function printsOf(sound: Float32Array): Uint32Array {
  const args = ["-raw", "-format", "s16le", "-rate", `${rate}`, "-channels", "1", "-length", "0", "-"];
  const { stdout } = spawnSync("fpcalc", args, { input: toPcm(sound, rate), maxBuffer: 1 << 28 });
  const text = /FINGERPRINT=(.*)/.exec(String(stdout ?? ""))?.[1] ?? "";
  return Uint32Array.from(text.split(",").filter(Boolean), (value) => Number(value) >>> 0);
}

/** The score is the share of equal bits: half of them is chance, AcoustID's own matcher wants about 0.65. */
function nearest(query: Uint32Array, references: ReadonlyMap<string, Uint32Array>): Answer | undefined {
  if (query.length === 0) return undefined;
  let best: Answer = { id: "", score: 0 };
  for (const [id, prints] of references)
    for (let shift = 0; shift + query.length <= prints.length; shift++) {
      let bits = 0;
      const limit = (1 - best.score) * query.length * 32;
      for (let each = 0; each < query.length && bits < limit; each++)
        bits += countBits(query[each]! ^ prints[shift + each]!);
      const score = 1 - bits / (query.length * 32);
      if (score > best.score) best = { id, score };
    }
  return best.id === "" ? undefined : best;
}

function countBits(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
